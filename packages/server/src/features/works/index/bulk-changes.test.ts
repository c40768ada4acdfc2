import { openFilter, type Viewer } from '@koedana/catalogue/model/query.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendBulkChanges, appendChanges, writeInTurn } from '../../../db/changes.ts'
import type { Database } from '../../../db/open.ts'
import { buildInThread } from '../../../testing/build-in-thread.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { ingestFeedWorks } from '../../metadata/feed/testing/feed-fixtures.ts'
import { type LiveCatalogue, openLiveCatalogue } from './live-catalogue.ts'
import { bulkRoom, maxDelta, startPace } from './rebuild-pace.rules.ts'
import { noListeners } from './testing/no-listeners.ts'
import { workAt } from './testing/query-results.ts'

const work = { ...workAt(3), ageCategory: 'all' as const }
const key = workKeyOf(work.id)
const child: Viewer = { ages: 0b0010, excluded: [], locale: 'zh-CN' }
const manyOthers = Array.from({ length: 3 * maxDelta }, (_, at) => 1_000_000 + at)

eachEngine((engine) => {
  let database: Database
  let live: LiveCatalogue
  beforeEach(async () => {
    database = await engine.open()
    await ingestFeedWorks(database, [work])
    const now = () => new Date()
    const log = pino({ level: 'silent' })
    live = await openLiveCatalogue({ database, log, listeners: noListeners, now, build: buildInThread })
  })
  afterEach(async () => {
    await live.close()
    await database.close()
  })

  /** More changes than a delta can contain, so that a new generation must be built. */
  const changeMuchInBulk = () =>
    writeInTurn(database.write, (tx) => appendBulkChanges(tx, 'work', manyOthers))

  const makeAdult = (append: typeof appendChanges) =>
    writeInTurn(database.write, async (tx) => {
      await tx.updateTable('work').set({ age_category: 'r18' }).where('key', '=', key).execute()
      await append(tx, 'work', [key])
    })

  test('what a person restricts is felt at once, while a new generation is built for what came in bulk', async () => {
    await changeMuchInBulk()
    await makeAdult(appendChanges)
    expect(live.current().isVisible(key, child)).toBe(true)
    await live.followed()
    expect(live.current().isVisible(key, child)).toBe(false)
    await live.caughtUp()
    expect(live.current().isVisible(key, child)).toBe(false)
  })

  test('what an import restricts is felt before the new generation stands', async () => {
    await changeMuchInBulk()
    await makeAdult(appendBulkChanges)
    await live.followed()
    expect(live.current().isVisible(key, child)).toBe(false)
  })

  test('lists go through no long delta while changes come in bulk, and through one of what people did', async () => {
    const many = manyOthers.slice(0, bulkRoom(1, startPace(0), 0) + 1)
    const append = (by: typeof appendChanges, keys: readonly number[]) =>
      writeInTurn(database.write, (tx) => by(tx, 'work', keys))
    await append(appendChanges, many)
    await live.followed()
    expect(live.current().deltaSize).toBe(many.length)
    await live.caughtUp()
    await append(appendBulkChanges, many)
    await live.followed()
    expect(live.current().deltaSize).toBeLessThanOrEqual(many.length)
    await live.caughtUp()
    expect(live.current().deltaSize).toBe(0)
  })

  test('lists go through no works of an import that keeps bringing more, but have all that people do', async () => {
    const veryMany = Array.from({ length: 30_000 }, (_, at) => 1_000_000 + at)
    await writeInTurn(database.write, (tx) => appendBulkChanges(tx, 'work', veryMany))
    await live.caughtUp()
    await writeInTurn(database.write, (tx) => appendBulkChanges(tx, 'work', [key, ...manyOthers.slice(0, 9)]))
    await live.followed()
    expect(live.current().deltaSize).toBe(0)
    await writeInTurn(database.write, (tx) => appendChanges(tx, 'work', [key]))
    await live.followed()
    expect(live.current().deltaSize).toBeLessThanOrEqual(1)
    await live.caughtUp()
    expect(live.state().seq).toBe(live.seq())
  })

  test('a work that goes to the trash in the midst of a bulk is gone at once', async () => {
    await changeMuchInBulk()
    await writeInTurn(database.write, async (tx) => {
      await tx
        .updateTable('work')
        .set({ trashed_at: new Date().toISOString() })
        .where('key', '=', key)
        .execute()
      await appendBulkChanges(tx, 'work', [key])
    })
    await live.followed()
    expect(live.current().isVisible(key, child)).toBe(false)
  })

  test('an edit made while a generation is built is in it when it stands, and stays', async () => {
    await changeMuchInBulk()
    await live.followed()
    for (const price of [111, 222, 333]) {
      await writeInTurn(database.write, async (tx) => {
        await tx.updateTable('work').set({ price }).where('key', '=', key).execute()
        await appendChanges(tx, 'work', [key])
      })
      await live.followed()
      expect(priceIn(live)).toBe(price)
      await changeMuchInBulk()
    }
    await live.caughtUp()
    expect(priceIn(live)).toBe(333)
    expect(live.state().seq).toBeGreaterThan(manyOthers.length)
  })
})

function priceIn(live: LiveCatalogue): number | undefined {
  return [111, 222, 333].find((price) => {
    const range = { column: 'price', min: price, max: price } as const
    return live.current().count({ ...openFilter, ranges: [range] }, child) === 1
  })
}
