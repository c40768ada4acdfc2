import { workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../db/open.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { fullWork, ingestFeedWorks } from '../feed/testing/feed-fixtures.ts'
import { ingestAs, minute, storedOrigins } from './testing/source-batches.ts'

eachEngine((engine) => {
  let database: Database

  beforeEach(async () => {
    database = await engine.open()
  })

  afterEach(() => database.close())

  const sourceRows = () => database.read.selectFrom('work_source').selectAll().execute()
  const { id } = fullWork

  test('new works write down no sources: all of a work is its first teller’s', async () => {
    await ingestFeedWorks(database, [fullWork], minute(0))
    expect(await sourceRows()).toEqual([])
    const origins = await storedOrigins(database, id)
    for (const origin of origins.values()) expect(origin).toEqual({ source: 'feed', at: minute(0) })
  })

  test('a field belongs to the last source of its value; the others stay whose they were', async () => {
    await ingestFeedWorks(database, [fullWork], minute(0))
    await ingestAs(database, [{ id, price: 500, artists: [{ id: 'a1', name: 'One' }] }], {
      source: 'marketplace',
      at: minute(1),
    })
    await ingestAs(database, [{ id, price: 600 }], { source: 'folder', at: minute(2) })
    const origins = await storedOrigins(database, id)
    expect(origins.get('price')).toEqual({ source: 'folder', at: minute(2) })
    expect(origins.get('artists')).toEqual({ source: 'marketplace', at: minute(1) })
    expect(origins.get('name')).toEqual({ source: 'feed', at: minute(0) })
  })

  test('a value that comes again stays whose it was, and nothing is written', async () => {
    await ingestFeedWorks(database, [fullWork], minute(0))
    await ingestAs(database, [{ id, price: fullWork.price, genres: fullWork.genres }], {
      source: 'marketplace',
      at: minute(1),
    })
    expect(await sourceRows()).toEqual([])
  })

  test('numbers that move every day leave one row, not one a day', async () => {
    await ingestFeedWorks(database, [fullWork], minute(0))
    for (let day = 1; day < 5; day++) {
      await ingestAs(database, [{ id, sales: day * 100 }], { source: 'marketplace', at: minute(day) })
    }
    expect(await sourceRows()).toHaveLength(1)
    expect((await storedOrigins(database, id)).get('sales')).toEqual({ source: 'marketplace', at: minute(4) })
  })

  test('sources do not change what people locked: neither the value nor whom it names', async () => {
    await ingestFeedWorks(database, [fullWork], minute(0))
    await database.write
      .insertInto('work_lock')
      .values(
        (['price', 'artists', 'names'] as const).map((field) => ({
          work_key: workKeyOf(id),
          field,
          user_key: null,
          at: minute(1),
        })),
      )
      .execute()
    const reported = {
      id,
      price: 1,
      sales: 999,
      names: { 'ja-JP': '別名' },
      artists: [{ id: 'a9', name: 'Nine' }],
    }
    expect(await ingestAs(database, [reported], { source: 'marketplace', at: minute(2) })).toEqual([
      'updated',
    ])
    const work = await database.read.selectFrom('work').selectAll().executeTakeFirstOrThrow()
    expect(work).toMatchObject({ price: fullWork.price, sales: 999 })
    expect(await database.read.selectFrom('artist').select('id').where('id', '=', 'a9').execute()).toEqual([])
    expect(await database.read.selectFrom('work_name').select('locale').execute()).toEqual([
      { locale: 'en-US' },
    ])
    expect((await storedOrigins(database, id)).get('price')).toEqual({ source: 'feed', at: minute(0) })
  })

  test('sources and locks go with their work', async () => {
    await ingestFeedWorks(database, [fullWork], minute(0))
    await ingestAs(database, [{ id, price: 1 }], { source: 'marketplace', at: minute(1) })
    await database.write.deleteFrom('work').execute()
    expect(await sourceRows()).toEqual([])
  })
})
