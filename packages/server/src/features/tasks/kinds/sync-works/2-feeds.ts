/** Feeds that were laid into the data folder: each is taken in again once it has changed. */
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Database } from '../../../../db/open.ts'
import { findSetting, saveSetting } from '../../../../db/settings.store.ts'
import { readLines } from '../../../metadata/feed/lines.ts'
import { type Pending, readLine } from '../../../metadata/feed/read-line.ts'
import { takeIn } from '../../../metadata/take-in/take-in.ts'
import type { ReportedItem } from '../../job.ts'
import type { Phase, Stage } from '../course.ts'

export interface FeedSources {
  readonly database: Database
  readonly feedsFolder: string
}

export const feeds = (sources: FeedSources): Phase => ({
  name: 'feeds',
  run: async (stage) => {
    const at = v.is(State, stage.state) ? stage.state : undefined
    const again = stage.only && new Set(stage.only.map(fileOf))
    for (const file of await listFeeds(sources.feedsFolder)) {
      if ((again && !again.has(file)) || (at && file < at.file)) continue
      await takeFeed(sources, stage, { file, at: at?.file === file ? at : undefined })
    }
  },
})

/** Lines of a file that are through, while the file stays as it was. */
const State = v.object({ file: v.string(), stamp: v.string(), lines: v.number() })
type State = v.InferOutput<typeof State>

const worksPerStep = 50

async function listFeeds(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.jsonl')).sort()
}

/** Items are named `file.jsonl:12`. */
const fileOf = (item: string) => item.replace(/:\d+$/, '')

async function takeFeed(
  { database, feedsFolder }: FeedSources,
  stage: Stage,
  { file, at }: { file: string; at: State | undefined },
): Promise<void> {
  const path = join(feedsFolder, file)
  const { size, mtime } = await stat(path)
  const stamp = `${size} ${mtime.toISOString()}`
  const setting = `feedTaken:${file}`
  if (!stage.only && (await findSetting(database.write, setting)) === stamp) return
  stage.job.at(file)
  const through = at?.stamp === stamp ? at.lines : 0
  for await (const batch of batchesOf(path, through)) {
    await stage.step(async (tx) => {
      const now = stage.job.now().toISOString()
      const outcomes = await takeIn(database, tx, { works: batch.works, source: 'feed', now })
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
      return { state: { file, stamp, lines: batch.lines } satisfies State, items }
    })
  }
  await stage.step(async (tx) => {
    await saveSetting(tx, setting, stamp)
    return { state: { file, stamp, lines: Number.MAX_SAFE_INTEGER } satisfies State, left: 0 }
  })
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
  for await (const lines of readLines(createReadStream(path))) {
    for (const line of lines) {
      if (line.number <= through) continue
      const read = readLine(line)
      const isFull = works.size + refused.length === worksPerStep
      // A second line of the same work speaks to what the first one stored.
      if (isFull || (read.kind === 'work' && works.has(read.pending.key))) yield cut()
      if (read.kind === 'refused') refused.push({ line: line.number, reason: read.reason })
      if (read.kind === 'work') works.set(read.pending.key, read.pending)
      last = line.number
    }
  }
  if (works.size + refused.length > 0) yield cut()
}
