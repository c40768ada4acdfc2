// @module-tag large
import type { FeedWork } from '@koedana/contract/feed.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../db/open.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { ingestAs, minute } from './testing/source-batches.ts'

const idOf = (number: number) => `RJ9000000${number}`
const claim = (number: number, named?: number): FeedWork => ({
  id: idOf(number),
  ...(named === undefined ? {} : { editionOf: idOf(named) }),
})

eachEngine((engine) => {
  let database: Database
  beforeEach(async () => {
    database = await engine.open()
  })
  afterEach(() => database.close())

  const take = (works: readonly FeedWork[], at = 0) =>
    ingestAs(database, works, { source: 'marketplace', at: minute(at) })

  /** Maps the number of a work to the number of its original. */
  async function links(): Promise<Map<number, number | null>> {
    const rows = await database.read.selectFrom('work').select(['key', 'edition_of_key']).execute()
    const numberOf = (key: number) => key - workKeyOf(idOf(0))
    return new Map(
      rows.map(({ key, edition_of_key: named }) => [numberOf(key), named === null ? null : numberOf(named)]),
    )
  }

  test('an edition of an edition names the root, whichever of them comes first', async () => {
    await take([claim(3, 2)])
    await take([claim(2, 1)])
    expect(await links()).toEqual(
      new Map([
        [2, 1],
        [3, 1],
      ]),
    )
    await take([claim(4, 3)])
    expect((await links()).get(4)).toBe(1)
    await take([claim(6, 5), claim(5, 3)])
    expect(await links()).toEqual(
      new Map([
        [2, 1],
        [3, 1],
        [4, 1],
        [5, 1],
        [6, 1],
      ]),
    )
  })

  test('editions that follow to another root are in the change feed', async () => {
    await take([claim(3, 2)])
    const last = await database.read
      .selectFrom('change')
      .select('seq')
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    await take([claim(2, 1)])
    const changed = await database.read
      .selectFrom('change')
      .select('key')
      .where('seq', '>', last?.seq ?? 0)
      .execute()
    expect(changed.map(({ key }) => key)).toContain(workKeyOf(idOf(3)))
  })

  test('a locked edition stays where a person put it', async () => {
    await take([claim(3, 2)])
    await database.write
      .insertInto('work_lock')
      .values({ work_key: workKeyOf(idOf(3)), field: 'editionOf', user_key: null, at: minute(0) })
      .execute()
    await take([claim(2, 1), claim(3, 1)])
    expect(await links()).toEqual(
      new Map([
        [2, 1],
        [3, 2],
      ]),
    )
  })

  test('a work that says it is the original is one', async () => {
    await take([claim(2, 1)])
    await take([claim(2, 2)])
    expect((await links()).get(2)).toBeNull()
  })

  const members = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 })

  test('members of a family that come in any order and number are one group', async () => {
    const cut = fc.integer({ min: 1, max: 4 })
    await fc.assert(
      fc.asyncProperty(members, members, cut, async (family, order, size) => {
        await database.write.deleteFrom('work').execute()
        const root = family[0] ?? 1
        // Some works name the root, others a member whose own link leads to the root.
        const via = (number: number) => (number % 3 === 0 && family[1] !== undefined ? family[1] : root)
        const come = order.filter((number) => family.includes(number))
        const works = come.map((number) =>
          claim(number, number === family[1] || number === root ? root : via(number)),
        )
        for (let at = 0; at < works.length; at += size) await take(works.slice(at, at + size), at)
        const knowsBridge = family[1] === undefined || come.includes(family[1])
        const groups = new Set([...(await links())].map(([number, named]) => named ?? number))
        if (knowsBridge && come.length > 0) expect(groups).toEqual(new Set([root]))
        const before = await links()
        await take(works, 60)
        expect(await links()).toEqual(before)
      }),
      { numRuns: 40 },
    )
  })

  test('claims that contradict each other or go round leave no chain, and no work that names itself', async () => {
    const claims = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 8 })), {
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(claims, { maxLength: 4 }), async (batches) => {
        await database.write.deleteFrom('work').execute()
        for (const [at, batch] of batches.entries()) {
          const works = new Map(batch.map(([number, named]) => [number, claim(number, named)]))
          await take([...works.values()], at)
          const stored = await links()
          for (const [number, named] of stored) {
            expect(named).not.toBe(number)
            if (named !== null) expect(stored.get(named) ?? null).toBeNull()
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
