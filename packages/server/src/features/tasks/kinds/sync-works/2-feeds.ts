/** Feeds that were laid into the data folder: each is taken in again once it has changed. */
import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Database } from '../../../../db/open.ts'
import { findSetting, saveSetting } from '../../../../db/settings.store.ts'
import { FeedFault } from '../../../metadata/feed/feed-fault.ts'
import { readLines } from '../../../metadata/feed/lines.ts'
import { readFeedFile } from '../../../metadata/feed/read-feed-file.ts'
import { type Pending, readLine } from '../../../metadata/feed/read-line.ts'
import { ingest } from '../../../metadata/ingest/ingest.ts'
import { JobFailed, type ReportedItem } from '../../job.ts'
import type { Phase, PhaseContext } from '../phases.ts'

export interface FeedSources {
  readonly database: Database
  readonly feedsFolder: string
}

export const feeds = (sources: FeedSources): Phase => ({
  name: 'feeds',
  run: async (context) => {
    const here = await listFeeds(sources.feedsFolder)
    const wanted = context.only ? [...new Set(context.only.map(fileOf))].sort() : here
    const begun = v.is(State, context.state) ? context.state : undefined
    const at = begun ?? { files: wanted, file: '', stamp: '', lines: 0 }
    const left = at.files.filter((file) => file > at.file || (file === at.file && at.lines < allLines))
    failWhereMissing(left, here)
    if (!begun && left.length > 0) await context.step(async () => ({ state: at }))
    for (const file of left) await inWords(file, takeFeed(sources, context, { file, at }))
  },
})

/** Every file that was there as it began, and of the one it is at, the lines that are through while it stays as it was. */
const State = v.object({ files: v.array(v.string()), file: v.string(), stamp: v.string(), lines: v.number() })
type State = v.InferOutput<typeof State>

const allLines = Number.MAX_SAFE_INTEGER
const worksPerStep = 50

async function listFeeds(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'))
  const found = await Promise.all(
    names.map(async (name) =>
      (await stat(join(folder, name)).catch(() => undefined))?.isFile() ? name : [],
    ),
  )
  return found.flat().sort()
}

/** Items are named `file.jsonl:12`. */
const fileOf = (item: string) => item.replace(/:\d+$/, '')

/** Another server may have begun it, with files that this one has not: to pass over them would be no end. */
function failWhereMissing(wanted: readonly string[], here: readonly string[]): void {
  const missing = wanted.filter((file) => !here.includes(file))
  if (missing.length === 0) return
  throw new JobFailed(
    `Not in the folder for feeds of the server that went on with this task: ${missing.join(', ')}. ` +
      'Lay them there, or in a folder that all servers share, and try again; what is in already stays.',
  )
}

async function takeFeed(
  { database, feedsFolder }: FeedSources,
  context: PhaseContext,
  { file, at }: { file: string; at: State },
): Promise<void> {
  const path = join(feedsFolder, file)
  context.job.at(file)
  const stamp = await stampOf(path)
  const setting = `feedTaken:${file}`
  if (!context.only && (await findSetting(database.write, setting)) === stamp) return
  const stateAt = (lines: number): State => ({ files: at.files, file, stamp, lines })
  const through = at.file === file && at.stamp === stamp ? at.lines : 0
  for await (const batch of batchesOf(path, through)) {
    await context.step(async (tx) => {
      const now = context.job.now().toISOString()
      const outcomes = await ingest(database, tx, { works: batch.works, source: 'feed', now })
      const items: ReportedItem[] = [
        ...batch.works.map(({ work }, i) => ({
          item: work.id,
          name: work.name ?? null,
          outcome: outcomes[i] ?? ('unchanged' as const),
        })),
        ...batch.refused.map(({ line, reason }) => ({
          item: `${file}:${line}`,
          thing: 'lines' as const,
          name: reason,
          outcome: 'failed' as const,
          reason: 'feedLineRefused' as const,
        })),
      ]
      return { state: stateAt(batch.lines), items }
    })
  }
  await context.step(async (tx) => {
    await saveSetting(tx, setting, stamp)
    return { state: stateAt(allLines), left: 0 }
  })
}

/** What is wrong with the file fails the task with a sentence. */
async function inWords(file: string, reading: Promise<void>): Promise<void> {
  try {
    await reading
  } catch (cause) {
    throw cause instanceof FeedFault ? new JobFailed(`The feed ${file} ${cause.message}.`) : cause
  }
}

/** Of what is in it: the copy of another server is the same feed, whenever it was laid there. */
async function stampOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of readFeedFile(path)) hash.update(bytes)
  return hash.digest('base64url')
}

interface Batch {
  readonly works: readonly Pending[]
  readonly refused: readonly { readonly line: number; readonly reason: string }[]
  /** Lines that are through with it. */
  readonly lines: number
}

async function* batchesOf(path: string, through: number): AsyncGenerator<Batch> {
  let works = new Map<number, Pending>()
  let refused: { line: number; reason: string }[] = []
  let last = through
  const cut = (): Batch => {
    const batch = { works: [...works.values()], refused, lines: last }
    works = new Map()
    refused = []
    return batch
  }
  for await (const lines of readLines(readFeedFile(path))) {
    for (const line of lines) {
      if (line.number <= through) continue
      const read = readLine(line)
      const isFull = works.size + refused.length === worksPerStep
      // A second line of the same work speaks to what the first one stored.
      if (isFull || (read.kind === 'work' && works.has(read.pending.key))) yield cut()
      if (read.kind === 'refused' || read.kind === 'otherVersion') {
        refused.push({ line: line.number, reason: read.reason })
      }
      if (read.kind === 'work') works.set(read.pending.key, read.pending)
      last = line.number
      // All that follows may mean something else.
      if (read.kind === 'otherVersion') return void (yield cut())
    }
  }
  if (works.size + refused.length > 0) yield cut()
}
