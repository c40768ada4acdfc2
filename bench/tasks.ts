/**
 * `npm run bench:tasks -- --works N`: a sync of N works from a fake marketplace without rate limits, end to end: requested over HTTP,
 * parsed, stored. Then how long canceling a sync takes that waits for an unresponsive marketplace.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startMarketplace } from '@koedana/fakes/marketplace/start-marketplace.ts'
import { writeInTurn } from '@koedana/server/db/changes.ts'
import { migrate } from '@koedana/server/db/migrate.ts'
import { type Database, openDatabase } from '@koedana/server/db/open.ts'
import { wantRecords } from '@koedana/server/features/metadata/upkeep/records.store.ts'
import { openTasks } from '@koedana/server/features/tasks/kinds/testing/open-tasks.ts'
import { cancelTaskRow } from '@koedana/server/features/tasks/task.store.ts'
import * as v from 'valibot'
import { readArguments } from './arguments.ts'
import { printResult, printTable } from './report.ts'

const { works, min } = readArguments()
const thresholds = { worksPerMinute: 10_000, stoppingMs: 2_000, cancelledMs: 10_000 }

const synced = await measureSync()
const cancelled = await measureCancel()
printTable(`Tasks over ${works} works`, [
  {
    what: 'works synced a minute',
    measured: synced.worksPerMinute.toFixed(0),
    bar: thresholds.worksPerMinute,
  },
  { what: 'calls a second meanwhile', measured: synced.callsPerSecond.toFixed(0), bar: '' },
  {
    what: 'cancelled: stopping after, ms',
    measured: cancelled.stoppingMs.toFixed(0),
    bar: thresholds.stoppingMs,
  },
  {
    what: 'cancelled: over after, ms',
    measured: cancelled.cancelledMs.toFixed(0),
    bar: thresholds.cancelledMs,
  },
])
const ratio = synced.worksPerMinute / thresholds.worksPerMinute
printResult({ bar: 'tasks-sync', ratio, holds: ratio >= (min ?? 1) && synced.isWhole })
const slowest = Math.max(
  cancelled.stoppingMs / thresholds.stoppingMs,
  cancelled.cancelledMs / thresholds.cancelledMs,
)
printResult({ bar: 'tasks-cancel', ratio: slowest, holds: slowest <= 1 })

async function measureSync() {
  const child = fork(join(import.meta.dirname, 'sources', 'market-process.ts'), [String(works)])
  const [record] = await once(child, 'message')
  const { url, ids } = v.parse(v.object({ url: v.string(), ids: v.array(v.string()) }), record)
  const opened = await openFolder(ids)
  const tasks = openTasks({ ...opened, baseUrl: url })
  const started = performance.now()
  const task = await tasks.run('sync_works', { sources: [] })
  const seconds = (performance.now() - started) / 1000
  await tasks.close()
  child.kill()
  const { added = 0, notFound = 0, 'covers.added': drawn = 0, 'covers.missing': missing = 0 } = task.summary
  const covers = ids.filter((_, i) => i % 100 === 0).length
  await closeFolder(opened)
  return {
    worksPerMinute: (ids.length / seconds) * 60,
    // Calls per work: one for its record, two for its names, one for a picture, and a fiftieth for numbers.
    callsPerSecond: (ids.length * (4 + 1 / 50)) / seconds,
    isWhole:
      task.status === 'finished' &&
      added + notFound === ids.length &&
      drawn === covers &&
      missing === added - covers,
  }
}

/** Every call to the marketplace hangs. */
async function measureCancel() {
  const market = await startMarketplace({
    works: 100,
    faults: { faults: [{ kind: 'hang', milliseconds: 60_000 }] },
  })
  const opened = await openFolder([...market.works.all()].map(({ id }) => id))
  const tasks = openTasks({ ...opened, baseUrl: market.url })
  const id = await tasks.order('sync_works')
  while (market.counts().total === 0) await setTimeout(20)
  const started = performance.now()
  await cancelTaskRow(opened.database.write, id, new Date().toISOString())
  tasks.wake()
  const isStopping = (await tasks.find(id)).status !== 'running'
  const stoppingMs = isStopping ? performance.now() - started : Number.POSITIVE_INFINITY
  const task = await tasks.ended(id)
  const cancelledMs = task.status === 'cancelled' ? performance.now() - started : Number.POSITIVE_INFINITY
  await tasks.close()
  await market.close()
  await closeFolder(opened)
  return { stoppingMs, cancelledMs }
}

interface OpenFolder {
  readonly database: Database
  readonly dataFolder: string
}

async function openFolder(ids: readonly string[]): Promise<OpenFolder> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'koedana-bench-'))
  const database = await openDatabase({ folder: dataFolder }, { hasWriterThread: true })
  await migrate(database)
  await writeInTurn(database.write, (tx) => wantRecords(database, tx, ids))
  return { database, dataFolder }
}

async function closeFolder({ database, dataFolder }: OpenFolder) {
  await database.close()
  rmSync(dataFolder, { recursive: true })
}
