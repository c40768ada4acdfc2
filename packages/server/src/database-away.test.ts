import { api } from '@koedana/contract/api.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from './db/open.ts'
import { type DatabaseLine, databaseLine } from './testing/database-line.ts'
import { onPostgres } from './testing/engines.ts'
import { type SignedInPerson, type World, world } from './testing/world.ts'

const away = {
  error: 'The database does not answer at the moment. Please try again in 5 seconds.',
  code: 'databaseAway',
}

describe.skipIf(inject('postgresUrl') === undefined)('a database that does not answer', () => {
  let direct: Database
  let line: DatabaseLine
  let here: World
  let keeper: SignedInPerson
  beforeAll(async () => {
    direct = await onPostgres().open()
    const target = new URL(direct.location.url ?? '')
    line = await databaseLine({ host: target.hostname, port: Number(target.port) })
    const near = new URL(target)
    near.port = String(line.port)
    const open = () => openDatabase({ folder: '', url: near.href }, { isImpatient: true })
    here = await world({ name: 'postgres', open })
    keeper = await here.signIn({ role: roleOf.admin })
    await here.make([{ id: 'RJ90000001', name: 'Rain', ageCategory: 'all' }])
  })
  afterAll(async () => {
    line.mend()
    await here.close()
    await line.close()
    await direct.close()
  })

  const ready = () =>
    here.app.inject({ url: '/api/v3/health/ready', headers: { 'accept-language': 'en-US' } })
  const favorite = () => keeper.call(api.addFavorite, { params: { id: 'RJ90000001' } })
  const isReady = async () => (await ready()).statusCode

  async function expectAway(): Promise<void> {
    const response = await ready()
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(response.json()).toEqual(away)
    await expect(favorite()).rejects.toMatchObject({ status: 503, body: away })
    // What is in memory is sent all the same.
    expect((await here.call(api.listEntities, { params: { kind: 'makers' } })).total).toBe(0)
  }

  test.each(['cut', 'hold'] as const)(
    '%s: 503 in our words, and all is well again by itself',
    async (fault) => {
      expect(await isReady()).toBe(200)
      line[fault]()
      await expectAway()
      line.mend()
      await expect.poll(isReady).toBe(200)
      await favorite()
      // The change feed is followed again too.
      await direct.write.updateTable('work').set({ price: 777 }).execute()
      await sql`insert into change (subject, key, bulk) values ('work', ${workKeyOf('RJ90000001')}, 0)`.execute(
        direct.write,
      )
      const priced = async () =>
        (await here.call(api.listWorks, { query: { minPrice: 777, maxPrice: 777 } })).total
      await expect.poll(priced).toBe(1)
      await direct.write.updateTable('work').set({ price: null }).execute()
      await sql`insert into change (subject, key, bulk) values ('work', ${workKeyOf('RJ90000001')}, 0)`.execute(
        direct.write,
      )
      await expect.poll(priced).toBe(0)
    },
  )

  test('a table that somebody locked: 503 for those who need it, and the rest goes on', async () => {
    const locked = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const locking = direct.write.transaction().execute(async (tx) => {
      await sql`lock table change in access exclusive mode`.execute(tx)
      locked.resolve()
      await over.promise
    })
    await locked.promise
    const many = await Promise.all(Array.from({ length: 12 }, ready))
    expect(many.map(({ statusCode }) => statusCode)).toEqual(many.map(() => 503))
    await favorite()
    over.resolve()
    await locking
    expect(await isReady()).toBe(200)
  })
})
