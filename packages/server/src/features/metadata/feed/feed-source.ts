/** Provides the catalog files of a folder as a `FeedSource`. */
import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from '../../../lib/messages/messages.rules.ts'
import type { DeliveredBatch, DeliveryRequest, FeedSource } from '../source.ts'
import { type PendingWork, readFeedFile, readLine, readLines } from './read-feed-file.ts'

export const createFeedSource = (folder: string): FeedSource => ({
  name: 'feed',
  list: () => listFeeds(folder),
  stampOf: (name) => stampOf(join(folder, name)),
  read: (name, wanted) => batchesOf(join(folder, name), wanted),
})

async function listFeeds(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'))
  const found = await Promise.all(
    names.map(async (name) =>
      (await stat(join(folder, name)).catch(() => undefined))?.isFile() ? name : [],
    ),
  )
  return found.flat().sort()
}

/** Hashes the content only, so that a copy on another server has the same stamp. */
async function stampOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of readFeedFile(path)) hash.update(bytes)
  return hash.digest('base64url')
}

async function* batchesOf(
  path: string,
  { through, worksPerBatch }: DeliveryRequest,
): AsyncGenerator<DeliveredBatch> {
  let works = new Map<number, PendingWork>()
  let refused: { line: number; reason: Message }[] = []
  let last = through
  const cut = (): DeliveredBatch => {
    const batch = { works: [...works.values()], refused, lines: last }
    works = new Map()
    refused = []
    return batch
  }
  for await (const lines of readLines(readFeedFile(path))) {
    for (const line of lines) {
      if (line.number <= through) continue
      const read = readLine(line)
      const isFull = works.size + refused.length === worksPerBatch
      // A second line of the same work must be merged into what the first one stored, so it starts a new batch.
      if (isFull || (read.kind === 'work' && works.has(read.pending.key))) yield cut()
      if (read.kind === 'refused') refused.push({ line: line.number, reason: read.reason })
      if (read.kind === 'otherVersion') {
        const { version, supported } = read
        const reason = { code: 'catalogLine.otherVersion', values: { version, supported } } as const
        refused.push({ line: line.number, reason })
      }
      if (read.kind === 'work') works.set(read.pending.key, read.pending)
      last = line.number
      // The lines after a header of another version may have another meaning.
      if (read.kind === 'otherVersion') return void (yield cut())
    }
  }
  if (works.size + refused.length > 0) yield cut()
}
