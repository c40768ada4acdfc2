/** `npm run bench:memory -- --works N [--covers C]`: what the server keeps resident at rest, and at most while it rebuilds. Linux. */
import { setTimeout as sleep } from 'node:timers/promises'
import { appendChanges, latestSeq } from '@koedana/server/db/changes.ts'
import { openDatabase } from '@koedana/server/db/open.ts'
import { readArguments } from './arguments.ts'
import { filledFolder } from './fill-sqlite.ts'
import { mebibytes, printResult, printTable } from './report.ts'
import { measureCovers } from './scan-covers.ts'
import { type Served, serveFolder } from './served.ts'

/** More than a delta takes, so that the index is built anew. */
const changedWorks = 4_000
const mebibyte = 1024 ** 2

const { works, min, covers } = readArguments()
await (covers === undefined ? measureRebuild() : measureCovers(works, covers))

async function measureRebuild(): Promise<void> {
  const folder = await filledFolder(works)
  const served = await serveFolder(folder)
  await send(served)
  await sleep(3_000)
  const idle = served.residentBytes()
  served.forgetPeak()
  await change(folder)
  const peak = await settledPeak(served)
  await served.stop()

  const bounds = works >= 1_000_000 ? { idle: 700, peak: 1_200 } : { idle: 250, peak: 400 }
  printTable(`Resident memory, ${works} works`, [
    { state: 'at rest', resident: mebibytes(idle), bound: `${bounds.idle} MiB` },
    { state: 'rebuilding, at most', resident: mebibytes(peak), bound: `${bounds.peak} MiB` },
  ])
  const ratio = Math.min((bounds.idle * mebibyte) / idle, (bounds.peak * mebibyte) / peak)
  printResult({ bar: `memory-${works}`, ratio, holds: ratio >= (min ?? 1) })
}

/** Sends some requests, so that what they need is loaded. */
async function send(served: Served): Promise<void> {
  for (const sort of ['salesDesc', 'priceAsc', 'random']) {
    await fetch(`${served.origin}/api/v3/works?sort=${sort}&pageSize=100`)
  }
}

async function change(folder: string): Promise<void> {
  const database = await openDatabase({ folder })
  const rows = await database.read
    .selectFrom('work')
    .select('key')
    .orderBy('key')
    .limit(changedWorks)
    .execute()
  const keys = rows.map(({ key }) => key)
  await database.write.transaction().execute((tx) => appendChanges(tx, 'work', keys))
  console.log(`${await latestSeq(database.read)} changes in the feed`)
  await database.close()
}

/** The rebuild has ended when the peak has not grown for a while. */
async function settledPeak(served: Served): Promise<number> {
  let peak = 0
  for (let still = 0; still < 20; ) {
    await sleep(250)
    const now = served.peakBytes()
    still = now > peak ? 0 : still + 1
    peak = now
  }
  return peak
}
