/** `npm run bench:start -- --works N`: from process start to ready, with and without a snapshot. */
import { existsSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { snapshotFile } from '@koedana/server/features/works/index/snapshot-file.ts'
import { readArguments } from './arguments.ts'
import { serveFolder } from './bench-server.ts'
import { filledFolder } from './fill-sqlite.ts'
import { printResult, printTable, quantile } from './report.ts'
import { serverLimits } from './server-limits.ts'

const runs = 3

const { works, min } = readArguments()
const { startMs: boundsMs } = serverLimits(works)
const folder = await filledFolder(works)
const samples = { snapshot: [], cold: [] } satisfies Record<string, number[]>
for (let run = 0; run < runs; run++) {
  rmSync(snapshotFile(folder), { force: true })
  await start(samples.cold)
  await start(samples.snapshot)
}
printTable(`Start to ready, ${works} works, ${runs} starts each`, [
  { from: 'the snapshot', ...figures(samples.snapshot, boundsMs.snapshot) },
  { from: 'the database', ...figures(samples.cold, boundsMs.cold) },
])
const ratio = Math.min(
  boundsMs.snapshot / quantile(samples.snapshot, 0.5),
  boundsMs.cold / quantile(samples.cold, 0.5),
)
printResult({ bar: `start-${works}`, ratio, holds: ratio >= (min ?? 1) })

/** Starts and stops a server; waits until it has written a snapshot. */
async function start(into: number[]): Promise<void> {
  const served = await serveFolder(folder)
  into.push(served.readyMs)
  while (!existsSync(snapshotFile(folder))) await sleep(100)
  await served.stop()
}

function figures(measured: readonly number[], boundMs: number) {
  const seconds = (share: number) => (quantile(measured, share) / 1000).toFixed(2)
  return {
    fastest: seconds(0),
    median: seconds(0.5),
    slowest: seconds(1),
    bound: (boundMs / 1000).toFixed(2),
  }
}
