/** Servers behind PgBouncer, with and without a direct connection. */
import { setTimeout } from 'node:timers/promises'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from './db/open.ts'
import { onPostgres } from './testing/engines.ts'
import { isPoolerMissing, type Pooler, startPooler } from './testing/pooler.ts'
import { startTestServer, type World } from './testing/test-server.ts'

const id = 'RJ90000001'
/** Fewer than a server would open itself. */
const connections = 3

describe.skipIf(inject('postgresUrl') === undefined || isPoolerMissing())('behind PgBouncer', () => {
  let direct: Database
  let pooler: Pooler
  const nodes: World[] = []
  beforeEach(async () => {
    direct = await onPostgres().open()
    pooler = await startPooler(inject('postgresUrl') ?? '', connections)
  })
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close()
    await pooler.stop()
    await direct.close()
  })

  /** Starts a server that opens its database with time limits, as in production. */
  async function node(hasWayPast: boolean): Promise<World> {
    const url = direct.location.url ?? ''
    const location = { folder: '', url: pooler.through(url), ...(hasWayPast ? { directUrl: url } : {}) }
    const opened = await startTestServer({
      name: 'postgres',
      open: () => openDatabase(location, { isImpatient: true }),
    })
    nodes.push(opened)
    return opened
  }

  test.each([
    ['with a way past it', true],
    ['where nobody hears of changes', false],
  ])('%s an edit on one server is what the other one returns', async (_, hasWayPast) => {
    const [one, other] = [await node(hasWayPast), await node(hasWayPast)]
    await one.make([{ id, name: '雨の音', ageCategory: 'all' }])
    const foundThere = async (q: string) => (await other.call(api.listWorks, { query: { q } })).total
    await expect.poll(() => foundThere('雨の音')).toBe(1)
    const keeper = await one.signIn({ role: roleOf.admin })
    await keeper.call(api.updateWork, { params: { id }, body: { values: { name: '波の音' } } })
    await expect.poll(() => foundThere('波の音')).toBe(1)
    expect((await other.bearing(keeper.token)(api.getMe, {})).user?.username).toBe(keeper.user.username)
    await keeper.call(api.logout, {})
    await expect
      .poll(() =>
        other
          .bearing(keeper.token)(api.getMe, {})
          .then(
            () => 200,
            ({ status }) => status,
          ),
      )
      .toBe(401)
  })

  test('many more people than it has connections write at the same time, and nothing of it is lost', async () => {
    const here = await node(true)
    await here.make([{ id, name: '雨の音', ageCategory: 'all' }])
    const people = await Promise.all(Array.from({ length: 40 }, () => here.signIn()))
    await Promise.all(
      people.map(({ call }, at) => call(api.saveMark, { params: { id }, body: { rating: 1 + (at % 5) } })),
    )
    const { count } = await direct.read
      .selectFrom('mark')
      .select((e) => e.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(people.length)
  })

  test('a statement may take no longer through it than without it', async () => {
    const url = direct.location.url ?? ''
    const readLongest = async (through: string) => {
      const database = await openDatabase({ folder: '', url: through }, { isImpatient: true })
      const { rows } = await sql`show statement_timeout`.execute(database.read)
      await database.close()
      return rows
    }
    const longest = await readLongest(pooler.through(url))
    expect(longest).toEqual(await readLongest(url))
    expect(longest).not.toEqual([{ statement_timeout: '0' }])
  })

  test('while others hold every connection of it, an edit gets a response before its client gives up', async () => {
    const here = await node(true)
    await here.make([{ id, name: '雨の音', ageCategory: 'all' }])
    const keeper = await here.signIn({ role: roleOf.admin })
    const others = await openDatabase({ folder: '', url: pooler.through(direct.location.url ?? '') })
    const over = Promise.withResolvers<void>()
    const held = Array.from({ length: connections }, () => {
      const begun = Promise.withResolvers<void>()
      const ended = others.write.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx)
        begun.resolve()
        await over.promise
      })
      return { begun: begun.promise, ended }
    })
    await Promise.all(held.map(({ begun }) => begun))
    const edit = keeper.call(api.updateWork, { params: { id }, body: { values: { name: '波の音' } } })
    const gaveUp = setTimeout(10_000).then(() => 'the client gave up')
    const response = await Promise.race([edit.catch((error: unknown) => error), gaveUp])
    over.resolve()
    await Promise.all(held.map(({ ended }) => ended))
    await others.close()
    expect(response).toMatchObject({ status: 503 })
  })

  test('while it is gone the database does not respond, and all is well once it is back', async () => {
    const here = await node(true)
    await here.make([{ id, name: '雨の音', ageCategory: 'all' }])
    const { call } = await here.signIn()
    const favorite = () =>
      call(api.addFavorite, { params: { id } }).then(
        () => 200,
        ({ status }) => status,
      )
    expect(await favorite()).toBe(200)
    expect((await here.call(api.listEntities, { params: { kind: 'makers' } })).total).toBe(0)
    await pooler.stop()
    expect(await favorite()).toBe(503)
    expect((await here.call(api.listEntities, { params: { kind: 'makers' } })).total).toBe(0)
    await pooler.start()
    await expect.poll(favorite).toBe(200)
  })
})
