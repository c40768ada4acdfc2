/**
 * Ingests a catalog file of any size. Lines are streamed and stored in batches, each in one transaction with its change rows. A killed
 * import leaves only complete works, and repeating it does not change works that are already imported.
 */

import { writeInTurn } from '../../../db/changes.ts'
import { openBulkPace } from '../../../db/foreground.ts'
import type { Database } from '../../../db/open.ts'
import { yieldToWaitingWriter } from '../../../db/waiting-writer.ts'
import { dayOf } from '../../../lib/dates.rules.ts'
import type { Message } from '../../../lib/messages/messages.rules.ts'
import { thinStats } from '../../stats/stats.store.ts'
import { type IngestOutcome, ingest } from '../ingest/ingest.ts'
import { maxWorks, nextBatchSize, targetMs, targetMsWithWaiters } from './batch-size.rules.ts'
import { FeedFault, type PendingWork, readLine, readLines } from './read-feed-file.ts'

export interface ImportInput {
  readonly database: Database
  readonly lines: AsyncIterable<Uint8Array>
  readonly now: () => Date
  /** Called after each batch with the number of lines read so far. */
  readonly onProgress?: (read: number) => void
}

export interface RejectedLine {
  readonly line: number
  readonly reason: Message
}

export interface ImportSummary {
  /** Number of lines that are not empty. */
  readonly read: number
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  /** Exact count. `refusals` contains only the first 1,000. */
  readonly refused: number
  readonly refusals: readonly RejectedLine[]
}

/** Parsed works take several times the memory of their lines. */
const bytesPerBatch = 8 * 1024 ** 2
const keptRefusals = 1_000

/** Throws a `FeedFault` before storing anything if the file has another version, and later if the file cannot be read to its end. */
export async function importFeed(input: ImportInput): Promise<ImportSummary> {
  const tally = { read: 0, added: 0, updated: 0, unchanged: 0, refused: 0, refusals: [] as RejectedLine[] }
  let batch = new Map<number, PendingWork>()
  let batchBytes = 0
  let size = maxWorks
  const pace = await openBulkPace(input.database)
  const store = async (works: readonly PendingWork[], read: number) => {
    await pace.rested()
    const { outcomes, took, wanted } = await storeBatch(input, works)
    pace.stored(took)
    for (const outcome of outcomes) tally[outcome] += 1
    if (works.length >= size) size = nextBatchSize({ works: works.length, took, wanted })
    input.onProgress?.(read)
  }
  // The lines of the next batch are read while one is stored.
  let storing = Promise.resolve()
  const flush = async () => {
    const works = [...batch.values()]
    batch = new Map()
    batchBytes = 0
    await storing
    storing = store(works, tally.read)
    // The next `flush` or the `finally` block awaits the promise and gets the error.
    storing.catch(() => {})
  }
  try {
    for await (const lines of readLines(input.lines)) {
      for (const line of lines) {
        const read = readLine(line)
        if (read.kind === 'empty') continue
        if (read.kind === 'otherVersion') {
          const { version, supported } = read
          throw new FeedFault({ code: 'catalogLine.otherVersion', values: { version, supported } })
        }
        tally.read += 1
        if (read.kind === 'refused') {
          tally.refused += 1
          if (tally.refusals.length < keptRefusals)
            tally.refusals.push({ line: line.number, reason: read.reason })
          continue
        }
        // A second line of the same work must be merged into what the first one stored.
        if (batch.has(read.pending.key)) await flush()
        batch.set(read.pending.key, read.pending)
        batchBytes += line.bytes?.length ?? 0
        if (batch.size >= size || batchBytes >= bytesPerBatch) await flush()
      }
    }
    if (batch.size > 0) await flush()
  } finally {
    await storing.finally(pace.close)
  }
  await thinStats(input.database, dayOf(input.now().toISOString()))
  return tally
}

interface BatchResult {
  readonly outcomes: readonly IngestOutcome[]
  /** How long other writers were blocked, in milliseconds. */
  readonly took: number
  readonly wanted: number
}

/** Lets waiting writers go first. */
async function storeBatch(
  { database, now }: ImportInput,
  works: readonly PendingWork[],
): Promise<BatchResult> {
  const isBesideOthers = await yieldToWaitingWriter(database.location)
  let started = 0
  const outcomes = await writeInTurn(database.write, (tx) => {
    started = performance.now()
    return ingest(database, tx, { works, source: 'feed', now: now().toISOString() })
  })
  const took = performance.now() - started
  return { outcomes, took, wanted: isBesideOthers ? targetMsWithWaiters : targetMs[database.dialect.name] }
}
