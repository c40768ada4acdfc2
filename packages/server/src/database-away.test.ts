// @module-tag large
import { api } from '@koedana/contract/api.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from './db/open.ts'
import { type DatabaseProxy, startDatabaseProxy } from './testing/database-proxy.ts'
import { onPostgres } from './testing/engines.ts'
import { putInLibrary } from './testing/put-in-library.ts'
import { type SignedInPerson, startTestServer, type World } from './testing/test-server.ts'

const away = {
  error: 'The database is not responding. Try again in 5 seconds.',
  code: 'databaseAway',
}

describe.skipIf(inject('postgresUrl') === undefined)('a database that does not answer', () => {
  let direct: Database
  let line: DatabaseProxy
  let here: World
  let keeper: SignedInPerson
  beforeAll(async () => {
    direct = await onPostgres().open()
    const target = new URL(direct.location.url ?? '')
    line = await startDatabaseProxy({ host: target.hostname, port: Number(target.port) })
    const near = new URL(target)
    near.port = String(line.port)
    const open = () => openDatabase({ folder: '', url: near.href }, { isImpatient: true })
    here = await startTestServer({ name: 'postgres', open })
    keeper = await here.signIn({ role: roleOf.admin })
    await here.make([{ id: 'RJ90000001', name: 'Rain', ageCategory: 'all' }])
    await putInLibrary(here.deps.write, ['RJ90000001'])
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
    // Data in memory is still served.
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
      // The change feed is followed again, too.
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

  async function lockTable(table: 'change' | 'play') {
    const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = direct.write.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
      locked.resolve()
      await over.promise
    })
    await locked.promise
    return async () => {
      over.resolve()
      await held
    }
  }

  test('a table that somebody locked: 503 for those who need it, and the rest goes on', async () => {
    const unlock = await lockTable('change')
    const many = await Promise.all(Array.from({ length: 12 }, ready))
    expect(many.map(({ statusCode }) => statusCode)).toEqual(many.map(() => 503))
    await favorite()
    await unlock()
    expect(await isReady()).toBe(200)
  })

  test('what many listeners report is refused together, not one after the other', async () => {
    const fileId = `file-${workKeyOf('RJ90000001')}`
    const at = new Date().toISOString()
    const play = { basedOn: 0, startedAt: at, fileId, position: 0, chosen: true }
    const reported = (n: number) => {
      const report = { playId: `play-of-${n}`, kind: 'pause' as const, fileId, play, at, n: 1 }
      const device = { id: `device-of-${n}`, name: 'Phone' }
      const reports = [{ ...report, position: 5, listened: 5 }]
      return keeper.call(api.saveProgress, { body: { deviceNow: at, device, reports } })
    }
    const unlock = await lockTable('play')
    const many = await Promise.allSettled(Array.from({ length: 64 }, (_, n) => reported(n)))
    expect(many).toMatchObject(many.map(() => ({ status: 'rejected', reason: { status: 503, body: away } })))
    await unlock()
    expect(await reported(1)).toMatchObject({ items: [{ position: 5 }] })
  })
})
