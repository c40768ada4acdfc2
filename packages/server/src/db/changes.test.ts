import { expect, test } from 'vitest'
import { eachEngine } from '../testing/engines.ts'
import {
  appendBulkChanges,
  appendChanges,
  countChangedSince,
  latestSeq,
  maxKeptChanges,
  mayBePrunedSince,
  readChangesSince,
} from './changes.ts'
import { runDryRun } from './dry-run.ts'

eachEngine((engine) => {
  test('old changes go, the newest stay, and a reader who missed some can know it', async () => {
    const database = await engine.open()
    const append = (keys: number[]) =>
      database.write.transaction().execute((tx) => appendChanges(tx, 'work', keys))
    await append([1, 2, 3])
    const early = await latestSeq(database.read)
    expect(await mayBePrunedSince(database.read, 0)).toBe(false)
    await append(Array.from({ length: maxKeptChanges * 1.5 }, (_, at) => at % 50))
    const last = await latestSeq(database.read)
    const kept = await readChangesSince(database.read, 0, maxKeptChanges * 2)
    expect(kept.length).toBeGreaterThanOrEqual(maxKeptChanges)
    expect(kept.length).toBeLessThan(maxKeptChanges * 1.25)
    expect(kept.at(-1)?.seq).toBe(last)
    expect(await mayBePrunedSince(database.read, early)).toBe(true)
    expect(await mayBePrunedSince(database.read, last - maxKeptChanges)).toBe(false)
    expect(await mayBePrunedSince(database.read, last)).toBe(false)
    expect(await countChangedSince(database.read, last - maxKeptChanges)).toBe(50)
    await database.close()
  })
  test('what is rehearsed appends nothing', async () => {
    const database = await engine.open()
    const inside = await runDryRun(database, async ({ read, write }) => {
      await write.transaction().execute((tx) => appendBulkChanges(tx, 'work', [1, 2, 3]))
      return latestSeq(read)
    })
    expect(inside).toBe(0)
    await database.close()
  })
})
