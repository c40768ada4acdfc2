/**
 * `npm run bench:edit -- --works N`: the time from the commit of an edit until lists show it. Also how long a rebuild of the index blocks
 * the event loop.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openFilter, type Viewer } from '@koedana/catalogue/model/query.ts'
import { appendChanges } from '@koedana/server/db/changes.ts'
import { openDatabase } from '@koedana/server/db/open.ts'
import { openLiveCatalogue } from '@koedana/server/features/works/index/live-catalogue.ts'
import { createLog } from '@koedana/server/lib/log.ts'
import { readArguments, readChoice } from './arguments.ts'
import { measureUnderLoad } from './edit-under-load.ts'
import { filledFolder } from './fill-sqlite.ts'
import { printResult, printTable, quantile } from './report.ts'

const edits = 60
const boundMs = 50
const stallBoundMs = 20
const everybody: Viewer = { ages: 0b1110, excluded: [], locale: 'zh-CN' }

const { works } = readArguments()
const load = readChoice('beside', ['import', 'merge'])
if (load !== undefined) {
  await measureUnderLoad(works, load)
  process.exit()
}
const database = await openDatabase({ folder: await filledFolder(works) })
const listeners = {
  worksChanged: () => {},
  entitiesChanged: async () => {},
  allChanged: async () => {},
  usersChanged: () => {},
  siteChanged: async () => {},
}
const now = () => new Date()
const live = await openLiveCatalogue({ database, listeners, log: createLog('silent'), now })
const samples: number[] = []
let missed = 0
for (let edit = 0; edit < edits; edit++) await change(101_000_000 + edit * 7, 700_000 + edit)
const stallMs = await rebuild()
const p95 = quantile(samples, 0.95)
printTable(`One edit until lists have it, ${works} works`, [
  { figure: 'p50', milliseconds: quantile(samples, 0.5).toFixed(1), bound: '' },
  { figure: 'p95', milliseconds: p95.toFixed(1), bound: boundMs },
  { figure: 'longest stall while rebuilding', milliseconds: stallMs.toFixed(1), bound: stallBoundMs },
])
await live.close()
await database.close()
const ratio = Math.min(boundMs / p95, stallBoundMs / stallMs)
printResult({ bar: `edit-${works}`, ratio, holds: missed === 0 && ratio >= 1 })

async function change(key: number, price: number): Promise<void> {
  const before = await database.read
    .selectFrom('work')
    .select('price')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  await write(key, price)
  const committed = performance.now()
  await live.caughtUp()
  const range = { column: 'price', min: price, max: price } as const
  const query = {
    ...openFilter,
    ranges: [range],
    sort: 'priceAsc',
    seed: 0,
    period: 'all',
    offset: 0,
    limit: 24,
  } as const
  if (!live.current().list(query, everybody).keys.includes(key)) missed += 1
  samples.push(performance.now() - committed)
  await write(key, before.price)
}

async function write(key: number, price: number | null): Promise<void> {
  await database.write.transaction().execute(async (tx) => {
    await tx.updateTable('work').set({ price }).where('key', '=', key).execute()
    await appendChanges(tx, 'work', [key])
  })
}

/** Makes more changes than a delta may have, so that a new generation is built. */
async function rebuild(): Promise<number> {
  const rows = await database.read.selectFrom('work').select('key').orderBy('key').limit(3_000).execute()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  await database.write.transaction().execute((tx) =>
    appendChanges(
      tx,
      'work',
      rows.map(({ key }) => key),
    ),
  )
  delay.enable()
  await live.caughtUp()
  delay.disable()
  return delay.max / 1e6
}
