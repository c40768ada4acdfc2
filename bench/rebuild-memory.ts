/** Measures resident memory at rest, and its peak during a rebuild of the index. Linux only. */
import { setTimeout as sleep } from 'node:timers/promises'
import { appendChanges, latestSeq } from '@koedana/server/db/changes.ts'
import { type DatabaseLocation, openDatabase } from '@koedana/server/db/open.ts'
import type { BenchServer } from './bench-server.ts'

/** More changes than a delta may have, so that the index is rebuilt. */
const changedWorks = 4_000

export async function measureRebuildBytes(
  served: BenchServer,
  location: DatabaseLocation,
): Promise<{ readonly idle: number; readonly peak: number }> {
  await send(served)
  await sleep(3_000)
  const idle = served.residentBytes()
  served.forgetPeak()
  await change(location)
  return { idle, peak: await settledPeak(served) }
}

/** Sends some requests, so that the code they need is loaded. */
async function send(served: BenchServer): Promise<void> {
  for (const sort of ['salesDesc', 'priceAsc', 'random']) {
    await fetch(`${served.origin}/api/v3/works?sort=${sort}&pageSize=100`)
  }
}

async function change(location: DatabaseLocation): Promise<void> {
  const database = await openDatabase(location)
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

/** Returns the peak after it has not grown for five seconds, which means that the rebuild has ended. */
async function settledPeak(served: BenchServer): Promise<number> {
  let peak = 0
  for (let still = 0; still < 20; ) {
    await sleep(250)
    const now = served.peakBytes()
    still = now > peak ? 0 : still + 1
    peak = now
  }
  return peak
}
