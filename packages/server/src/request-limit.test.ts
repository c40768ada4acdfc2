/** The time that a request may wait for PostgreSQL, with and without a pooler, whatever step is slow. */
import { api } from '@koedana/contract/api.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from './db/open.ts'
import { type DatabaseProxy, startDatabaseProxy } from './testing/database-proxy.ts'
import { onPostgres } from './testing/engines.ts'
import { isPoolerMissing, type Pooler, startPooler } from './testing/pooler.ts'
import { putInLibrary } from './testing/put-in-library.ts'
import { type SignedInPerson, startTestServer, type World } from './testing/test-server.ts'

const id = 'RJ90000001'
const away = { status: 503, body: { code: 'databaseAway' } }
const arrangements = ['without a pooler', 'with the server behind the pooler away', 'with the pooler away']

describe.skipIf(inject('postgresUrl') === undefined).each(arrangements)('a request %s', (arrangement) => {
  const hasPooler = arrangement !== 'without a pooler'
  let direct: Database
  let line: DatabaseProxy
  let pooler: Pooler | undefined
  let here: World
  let keeper: SignedInPerson
  beforeEach(async (context) => {
    if (hasPooler) context.skip(isPoolerMissing())
    direct = await onPostgres().open()
    const url = direct.location.url ?? ''
    const lineTo = ({ hostname, port }: URL) => startDatabaseProxy({ host: hostname, port: Number(port) })
    const through = (port: number) => Object.assign(new URL(url), { port: String(port) }).href
    if (arrangement === 'with the pooler away') {
      pooler = await startPooler(inject('postgresUrl') ?? '', 3)
      line = await lineTo(new URL(pooler.through(url)))
    } else line = await lineTo(new URL(url))
    const isServerAway = arrangement === 'with the server behind the pooler away'
    if (isServerAway) pooler = await startPooler(through(line.port), 3)
    const near = (isServerAway && pooler?.through(url)) || through(line.port)
    // Without a pooler, background work uses the same URL.
    const location = { folder: '', url: near, ...(hasPooler ? { directUrl: url } : {}) }
    const open = () => openDatabase(location, { isImpatient: true })
    here = await startTestServer({ name: 'postgres', open }, { databaseLimitMs: 1_500 })
    keeper = await here.signIn({ role: roleOf.admin })
    await here.make([
      { id, name: 'Rain', ageCategory: 'all' },
      { id: 'RJ90000002', name: 'Waves', ageCategory: 'all' },
    ])
    await putInLibrary(here.deps.write, [id])
    await here.deps.catalogue.caughtUp()
  })
  afterEach(async () => {
    line?.mend()
    await here?.close()
    await pooler?.stop()
    pooler = undefined
    await line?.close()
    await direct?.close()
  })

  const edit = (name: string) => keeper.call(api.updateWork, { params: { id }, body: { values: { name } } })
  const favorite = () => keeper.call(api.addFavorite, { params: { id } })
  const list = (q: string) => here.call(api.listWorks, { query: { q } })
  const order = () => keeper.call(api.createTask, { body: { kind: 'clean_works' } })
  const tasks = () => keeper.call(api.listTasks, { query: {} })
  const report = () => {
    const at = new Date().toISOString()
    const fileId = `file-${workKeyOf(id)}`
    const play = { basedOn: 0, startedAt: at, fileId, position: 0, chosen: true }
    const paused = { playId: 'play-of-1', kind: 'pause' as const, fileId, play, at, n: 1 }
    return keeper.call(api.saveProgress, {
      body: {
        deviceNow: at,
        device: { id: 'device-of-1', name: 'Phone' },
        reports: [{ ...paused, position: 5, listened: 5 }],
      },
    })
  }

  test.each(['cut', 'hold'] as const)(
    '%s: is refused with 503, and works again afterwards',
    async (fault) => {
      const before = await list('Rain')
      expect(before.total).toBe(1)
      line[fault]()
      await expect(edit('Storm')).rejects.toMatchObject(away)
      await expect(favorite()).rejects.toMatchObject(away)
      await expect(report()).rejects.toMatchObject(away)
      await expect(list('Waves')).rejects.toMatchObject(away)
      // With a pooler, these use the direct URL, where the database is reachable.
      if (!hasPooler) {
        await expect(order()).rejects.toMatchObject(away)
        await expect(tasks()).rejects.toMatchObject(away)
      }
      // This list is in memory.
      expect(await list('Rain')).toEqual(before)
      line.mend()
      await expect.poll(() => edit('Storm').catch(() => undefined), { timeout: 30_000 }).toBeDefined()
      await favorite()
      await report()
      expect((await list('Storm')).total).toBe(1)
      expect((await list('Waves')).total).toBe(1)
    },
  )

  test('is refused when its steps together take too long, though each of them is quick enough', async () => {
    line.slow(500)
    await expect(edit('Storm')).rejects.toMatchObject(away)
    await expect(report()).rejects.toMatchObject(away)
    line.mend()
    await expect.poll(() => edit('Storm').catch(() => undefined), { timeout: 30_000 }).toBeDefined()
  })

  test('is refused when the line is held in the middle of its transaction', async () => {
    const locked = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const held = direct.write.transaction().execute(async (tx) => {
      await sql`lock table change in access exclusive mode`.execute(tx)
      locked.resolve()
      await over.promise
    })
    await locked.promise
    const editing = expect(edit('Storm')).rejects.toMatchObject(away)
    await expect.poll(() => isWaiting(direct)).toBe(true)
    line.hold()
    over.resolve()
    await held
    await editing
    line.mend()
    await expect.poll(() => edit('Storm').catch(() => undefined), { timeout: 30_000 }).toBeDefined()
  })
})

async function isWaiting({ read }: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())
  `.execute(read)
  return rows.length > 0
}
