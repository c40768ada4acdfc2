/** Ingests catalog files from the data folder again if they have changed. */
import * as v from 'valibot'
import type { Database } from '../../../../db/open.ts'
import { findSetting, saveSetting } from '../../../../db/settings.store.ts'
import { ingest } from '../../../metadata/ingest/ingest.ts'
import { type FeedSource, SourceFault } from '../../../metadata/source.ts'
import { JobFailed, type ReportedItem } from '../../run/job.ts'
import type { Phase, PhaseContext } from '../phases.ts'

export interface FeedSources {
  readonly database: Database
  readonly feeds: FeedSource
}

export const feedsPhase = (sources: FeedSources): Phase => ({
  name: 'feeds',
  run: async (context) => {
    const here = [...(await sources.feeds.list())]
    const wanted = context.only ? [...new Set(context.only.map(fileOf))].sort() : here
    const begun = v.is(State, context.state) ? context.state : undefined
    const at = begun ?? { files: wanted, file: '', stamp: '', lines: 0 }
    const left = at.files.filter((file) => file > at.file || (file === at.file && at.lines < allLines))
    failWhereMissing(left, here)
    if (!begun && left.length > 0) await context.step(async () => ({ state: at }))
    for (const file of left) await failingTask(takeFeed(sources, context, { file, at }))
  },
})

/** `files` lists the files at the start. `lines` is the number of finished lines of `file`, valid while its stamp is the same. */
const State = v.object({ files: v.array(v.string()), file: v.string(), stamp: v.string(), lines: v.number() })
type State = v.InferOutput<typeof State>

const allLines = Number.MAX_SAFE_INTEGER
const worksPerStep = 50

/** Removes the line number from an item such as `file.jsonl:12`. */
const fileOf = (item: string) => item.replace(/:\d+$/, '')

/** Another server may have started the task with files that this one does not have. Skipping them would report success too early. */
function failWhereMissing(wanted: readonly string[], here: readonly string[]): void {
  const missing = wanted.filter((file) => !here.includes(file))
  if (missing.length === 0) return
  throw new JobFailed({ code: 'catalog.missing', values: { names: missing } })
}

async function takeFeed(
  { database, feeds: source }: FeedSources,
  context: PhaseContext,
  { file, at }: { file: string; at: State },
): Promise<void> {
  context.job.at(file)
  const stamp = await source.stampOf(file)
  const setting = `feedTaken:${file}`
  if (!context.only && (await findSetting(database.write, setting)) === stamp) return
  const stateAt = (lines: number): State => ({ files: at.files, file, stamp, lines })
  const through = at.file === file && at.stamp === stamp ? at.lines : 0
  for await (const batch of source.read(file, { through, worksPerBatch: worksPerStep })) {
    await context.step(async (tx) => {
      const now = context.job.now().toISOString()
      const outcomes = await ingest(database, tx, { works: batch.works, source: source.name, now })
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

/** Fails the task if the file cannot be read to its end. */
async function failingTask(reading: Promise<void>): Promise<void> {
  try {
    await reading
  } catch (cause) {
    throw cause instanceof SourceFault ? new JobFailed(cause.said) : cause
  }
}
