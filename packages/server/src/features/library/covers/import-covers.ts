import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { normalizeWorkId, workKeyOf } from '@koedana/contract/values.ts'
import type { Db } from '../../../db/schema.ts'
import { isPicture } from './choose-cover.rules.ts'
import { type CoverRow, findCovers, findLockedCovers, saveCovers } from './covers.store.ts'
import {
  findOrigin,
  isDiskFault,
  isSameOrigin,
  type MadeCover,
  makeCover,
  maxPictureBytes,
} from './make-cover.ts'

export interface ImportCoversInput {
  readonly database: { readonly read: Db; readonly write: Db }
  readonly folder: string
  readonly coversFolder: string
  readonly now: () => Date
}

export interface ImportCoversSummary {
  readonly imported: number
  /** Pictures that are unchanged, or whose work has a cover chosen by a person. */
  readonly unchanged: number
  /** File names that are not a work ID, or of works that are not in the catalog. */
  readonly unknown: number
  readonly broken: readonly string[]
}

const batchSize = 4

/** Imports covers from a folder of pictures named by work ID (`RJ01698658.jpg`), unless the picture is unchanged or the cover is locked. */
export async function importCovers(input: ImportCoversInput): Promise<ImportCoversSummary> {
  const { database, folder } = input
  const names = (await readdir(folder)).filter(isPicture).sort()
  const keyed = names.flatMap((name) => {
    const id = normalizeWorkId(name.slice(0, name.lastIndexOf('.')))
    return id === undefined ? [] : [{ name, key: workKeyOf(id) }]
  })
  const tally = { imported: 0, unchanged: 0, unknown: names.length - keyed.length, broken: [] as string[] }
  for (let start = 0; start < keyed.length; start += batchSize) {
    const batch = keyed.slice(start, start + batchSize)
    const keys = batch.map(({ key }) => key)
    const rows = await findCovers(database.read, keys)
    const locked = await findLockedCovers(database.read, keys)
    const outcomes = await Promise.all(
      batch.map(({ name, key }) =>
        locked.has(key) ? 'unchanged' : importOne(input, name, rowOf(rows, key)),
      ),
    )
    const made = outcomes.flatMap((outcome) =>
      typeof outcome === 'object' && 'cover' in outcome ? [outcome] : [],
    )
    await saveCovers(database.write, made, { source: 'feed', now: input.now() })
    for (const outcome of outcomes) {
      if (outcome === 'unchanged' || outcome === 'unknown') tally[outcome] += 1
      else if ('cover' in outcome) tally.imported += 1
      else tally.broken.push(outcome.broken)
    }
  }
  return tally
}

const rowOf = (rows: readonly CoverRow[], key: number) => rows.find((row) => row.key === key)

type ImportOutcome =
  | 'unchanged'
  | 'unknown'
  | { readonly broken: string }
  | { readonly key: number; readonly cover: MadeCover }

async function importOne(
  input: ImportCoversInput,
  name: string,
  row: CoverRow | undefined,
): Promise<ImportOutcome> {
  if (!row) return 'unknown'
  const { folder, coversFolder } = input
  const { size, mtime } = await stat(join(folder, name))
  const origin = { path: `import:${name}`, sizeBytes: size, modifiedAt: mtime.toISOString() }
  const current = row.cover_version && (await findOrigin(coversFolder, row.id, row.cover_version))
  if (current && isSameOrigin(current, origin)) return 'unchanged'
  if (size > maxPictureBytes) return { broken: name }
  const picture = await readFile(join(folder, name)).catch(() => undefined)
  if (!picture) return { broken: name }
  try {
    return { key: row.key, cover: await makeCover({ coversFolder, workId: row.id, picture, origin }) }
  } catch (error) {
    if (isDiskFault(error)) throw error
    return { broken: name }
  }
}
