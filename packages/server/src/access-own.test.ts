import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from './testing/engines.ts'
import { methodsOf, mounted, password, requestOf, workId } from './testing/requests.ts'
import { startTestServer, type World } from './testing/test-server.ts'

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make([{ id: workId, name: '雨', ageCategory: 'all', genres: [{ id: '56', name: '癒し' }] }])
  })
  afterEach(() => w.close())

  const sessionsOf = async (key: string) =>
    w.deps.db.selectFrom('session').selectAll().where('id', '=', key).execute()

  test.each(['guest', 'general', 'admin'] as const)('a %s ends no session of another', async (role) => {
    const other = await w.signIn()
    const [theirs] = (await other.call(api.listSessions, {})).items
    if (!theirs) throw new Error('no session')
    const me = await w.signIn({ role: roleOf[role] })
    expect((await me.call(api.listSessions, {})).items.map(({ id }) => id)).not.toContain(theirs.id)
    await expect(me.call(api.endSession, { params: { id: theirs.id } })).rejects.toMatchObject({
      status: 404,
    })
    await me.call(api.endOtherSessions, {})
    expect(await sessionsOf(theirs.id)).toHaveLength(1)
    await expect(other.call(api.getMe, {})).resolves.toBeDefined()
  })

  test('favorites and marks are of their owner alone', async () => {
    const [one, other] = [await w.signIn(), await w.signIn({ role: roleOf.admin })]
    await one.call(api.addFavorite, { params: { id: workId } })
    await other.call(api.removeFavorite, { params: { id: workId } })
    expect(await one.call(api.listFavorites, {})).toMatchObject({ total: 1 })
    expect(await other.call(api.listFavorites, {})).toMatchObject({ total: 0 })
    const query = { ids: [workId] }
    const unmarked = { id: workId, progress: null, rating: null }
    expect((await one.call(api.listMarks, { query })).items).toEqual([{ ...unmarked, favorite: true }])
    expect((await other.call(api.listMarks, { query })).items).toEqual([{ ...unmarked, favorite: false }])
  })

  const own = { role: 3, status: 'disabled', ageRestriction: 'r18', id: 'mine', createdAt: '2001-01-01' }

  test('nobody gives oneself rights, an id or a past by saying so', async () => {
    const me = await w.signIn()
    const send = (method: 'POST' | 'PATCH', path: string, payload: object, authorization?: string) =>
      w.app.inject({
        method,
        url: basePath + path,
        payload,
        ...(authorization ? { headers: { authorization } } : {}),
      })
    const named = Object.keys(own).map((name) => `body.${name}`)
    const refused = await send('PATCH', '/account', { ...own, username: 'renamed' }, `Bearer ${me.token}`)
    expect(refused.statusCode).toBe(400)
    expect(Object.keys(refused.json().fields)).toEqual(named)
    expect((await me.call(api.getMe, {})).user).toEqual(me.user)

    await w.deps.site.save(w.deps.write, { registration: 'open' })
    await w.deps.site.refresh()
    const made = await send('POST', '/auth/register', { ...own, username: 'newcomer', password })
    expect(made.statusCode).toBe(400)
    expect(Object.keys(made.json().fields)).toEqual(named)
  })

  test('a prototype in a body is harmless', async () => {
    const me = await w.signIn()
    for (const text of [
      '{"__proto__":{"role":3},"username":"renamed"}',
      '{"constructor":{"prototype":{"role":3}},"username":"renamed"}',
    ]) {
      const { statusCode } = await w.app.inject({
        method: 'PATCH',
        url: `${basePath}/account`,
        headers: { authorization: `Bearer ${me.token}`, 'content-type': 'application/json' },
        payload: text,
      })
      expect([200, 400]).toContain(statusCode)
      expect(Reflect.get({}, 'role')).toBeUndefined()
      expect((await me.call(api.getMe, {})).user.role).toBe(1)
    }
  })

  /** Returns all rows of every table, without the times of last activity. */
  const everything = async () => {
    const tables = await w.deps.db.introspection.getTables()
    const stored = new Map<string, unknown>()
    for (const { name, columns } of tables) {
      const seen = ['last_used_at', 'last_seen_at']
      const kept = columns.map((column) => column.name).filter((column) => !seen.includes(column))
      const { rows } =
        await sql`select ${sql.join(kept.map((column) => sql.ref(column)))} from ${sql.table(name)}`.execute(
          w.deps.db,
        )
      stored.set(name, rows.map((row) => JSON.stringify(row)).sort())
    }
    return stored
  }

  test('nothing changes by GET, whoever calls', async () => {
    const people = [
      await w.signIn({ role: roleOf.guest }),
      await w.signIn(),
      await w.signIn({ role: roleOf.admin }),
    ]
    const [admin] = people.toReversed()
    const { items } = (await admin?.call(api.createKeys, { body: { count: 1 } })) ?? { items: [] }
    const announcement = await admin?.call(api.createAnnouncement, { body: { title: 'rain', content: '' } })
    const objects = {
      userId: people[1]?.user.id ?? '',
      keyId: items[0]?.id ?? '',
      sessionId: 'none',
      announcementId: announcement?.id ?? '',
    }
    const before = await everything()
    expect(before.get('session')).toHaveLength(3)
    for (const token of [undefined, 'stale', ...people.map((person) => person.token)]) {
      for (const walked of mounted.filter(([, { method }]) => method === 'GET')) {
        for (const method of methodsOf(walked[1])) {
          const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
          await w.app.inject({ ...requestOf(walked, objects), method, headers })
        }
      }
    }
    expect(await everything()).toEqual(before)
  })
})
