/** Imports and exports catalog files in tests. */
import { Readable } from 'node:stream'
import type { Database } from '../../../../db/open.ts'
import { exportFeed } from '../export-feed.ts'
import { type ImportSummary, importFeed } from '../import-feed.ts'

/** A work with most fields that a catalog file can have. */
export const fullWork = {
  id: 'RJ90000001',
  name: '雨の図書館',
  names: { 'en-US': 'The Library in the Rain' },
  ageCategory: 'all',
  price: 460,
  sales: 10,
  rating: 4.89,
  releaseDate: '2024-02-29',
  languages: ['CHI_HANS', 'JPN'],
  maker: { id: 'RG1', name: 'Quiet Room', kana: 'クワイエットルーム' },
  series: { id: 'S1', name: '夜' },
  artists: [
    { id: 'a2', name: 'Two' },
    { id: 'a1', name: 'One' },
  ],
  genres: [{ id: '56', name: '癒し', names: { 'en-US': 'Healing', 'zh-CN': '治愈' } }],
  writers: ['Someone'],
  duration: 61,
}

export const now = () => new Date('2026-01-01T00:00:00.000Z')

export function ingestFeedWorks(
  database: Database,
  works: readonly object[],
  at = '2026-01-01T00:00:00.000Z',
): Promise<ImportSummary> {
  const text = works.map((work) => JSON.stringify(work)).join('\n')
  return importFeed({ database, lines: Readable.from([Buffer.from(text)]), now: () => new Date(at) })
}

/** Imports a text in chunks that end anywhere, as when a file is read. */
export function importText(database: Database, text: string): Promise<ImportSummary> {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, at) =>
    bytes.subarray(at * 1_000, (at + 1) * 1_000),
  )
  return importFeed({ database, lines: Readable.from(pieces), now })
}

export async function exportText(database: Database): Promise<string> {
  let text = ''
  for await (const lines of exportFeed({ database })) text += lines
  return text
}
