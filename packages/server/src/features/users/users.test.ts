import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

const password = 'lantern moss 7'
const general = { password, role: roleOf.general, ageRestriction: 'all' as const }

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  beforeEach(async () => {
    w = await startTestServer(engine)
    admin = await w.signIn({ username: 'warden', role: roleOf.admin })
  })
  afterEach(() => w.close())

  const send = (method: 'POST' | 'PATCH', path: string, payload: object) =>
    w.app.inject({
      method,
      url: `${basePath}${path}`,
      headers: { authorization: `Bearer ${admin.token}` },
      payload,
    })
  const namesOf = async (query: Parameters<typeof listNames>[0]) => listNames(query)
  const listNames = async (query: { q?: string; sort?: 'usernameAsc'; page?: number; pageSize?: number }) => {
    const { items, total } = await admin.call(api.listUsers, { query: { sort: 'usernameAsc', ...query } })
    return { names: items.map(({ username }) => username), total }
  }

  test('an account that is made can sign in, and the response has no secret', async () => {
    const chosen = await send('POST', '/admin/users', { ...general, username: 'haruka', id: 'mine' })
    expect(chosen.statusCode).toBe(400)
    const response = await send('POST', '/admin/users', { ...general, username: 'haruka' })
    expect(response.statusCode).toBe(201)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(Object.keys(response.json())).toEqual(Object.keys(admin.user))
    expect(response.json()).toMatchObject({
      username: 'haruka',
      role: 1,
      status: 'active',
      lastLoginAt: null,
    })
    await expect(w.call(api.login, { body: { username: 'HARUKA', password } })).resolves.toBeDefined()
  })

  test('a name that is read alike is taken, also when many ask at once', async () => {
    const body = { ...general, username: 'Haruka' }
    const responses = await Promise.all(
      ['Haruka', 'haruka', 'HARUKA'].map((username) => send('POST', '/admin/users', { ...body, username })),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
    const taken = responses.find(({ statusCode }) => statusCode === 409)
    expect(taken?.json()).toMatchObject({ code: 'usernameTaken' })
    await expect(
      admin.call(api.updateUser, { params: { id: admin.user.id }, body: { username: 'hARUKA' } }),
    ).rejects.toMatchObject({ status: 409, body: { code: 'usernameTaken' } })
  })

  test('a common password is refused with its field, for a new account and an old one', async () => {
    const refused = { status: 422, body: { fields: { 'body.password': 'passwordCommon' } } }
    const body = { ...general, username: 'haruka', password: 'password1' }
    await expect(admin.call(api.createUser, { body })).rejects.toMatchObject(refused)
    const change = { params: { id: admin.user.id }, body: { password: 'password1' } }
    await expect(admin.call(api.updateUser, change)).rejects.toMatchObject(refused)
  })

  test.each([2, 4, 0, '3', [3], null, true, 3.5])('nobody is made with the role %j', async (role) => {
    const made = await send('POST', '/admin/users', { ...general, username: 'haruka', role })
    expect(made.statusCode).toBe(400)
    expect(made.json()).toMatchObject({ code: 'malformed', fields: { 'body.role': 'valueUnknown' } })
    const { user } = await w.signIn()
    const changed = await send('PATCH', `/admin/users/${user.id}`, { role })
    expect(changed.statusCode).toBe(400)
    expect(changed.json()).toMatchObject({ fields: { 'body.role': 'valueUnknown' } })
  })

  test('a guest who is changed may stay one', async () => {
    const guest = await w.signIn({ role: roleOf.guest })
    const body = { role: roleOf.guest, username: 'visitor.one' }
    const changed = await admin.call(api.updateUser, { params: { id: guest.user.id }, body })
    expect(changed).toMatchObject(body)
    await expect(guest.call(api.getMe, {})).resolves.toMatchObject({ user: body })
  })

  test('accounts are found by any part of their name, and wildcards are plain characters', async () => {
    for (const username of ['a_b', 'axb', 'Ａ_Ｂ.c', '春香']) await w.signIn({ username })
    expect(await namesOf({ q: 'a_b' })).toEqual({ names: ['a_b', 'Ａ_Ｂ.c'], total: 2 })
    expect(await namesOf({ q: ' A_' })).toMatchObject({ total: 2 })
    expect(await namesOf({ q: '香' })).toEqual({ names: ['春香'], total: 1 })
    for (const q of ['%', '\\', '_%', "'", '"', '--', '*'])
      expect(await namesOf({ q })).toMatchObject({ total: 0 })
    expect(await namesOf({ q: '' })).toMatchObject({ total: 5 })
  })

  test('role and status narrow the list', async () => {
    const disabled = await w.signIn({ username: 'haruka' })
    await w.signIn({ role: roleOf.guest })
    await admin.call(api.updateUser, { params: { id: disabled.user.id }, body: { status: 'disabled' } })
    const totalOf = async (query: { role?: 1 | 2 | 3; status?: 'active' | 'disabled' }) =>
      (await admin.call(api.listUsers, { query })).total
    expect(await totalOf({ role: 1 })).toBe(1)
    expect(await totalOf({ role: 3, status: 'disabled' })).toBe(0)
    expect(await totalOf({ status: 'disabled' })).toBe(1)
    expect(await totalOf({ status: 'active' })).toBe(2)
  })

  test('pages in every sort hold each account once, and those who never signed in come last', async () => {
    for (let n = 0; n < 6; n++) await w.signIn({ username: `listener${n}`, role: n % 2 ? 1 : 2 })
    for (const username of ['quiet1', 'quiet2']) {
      await admin.call(api.createUser, { body: { ...general, username } })
    }
    const { total } = await admin.call(api.listUsers, {})
    for (const sort of ['createdAtDesc', 'usernameAsc', 'lastLoginAtDesc', 'roleDesc'] as const) {
      const seen: string[] = []
      for (let page = 1; page <= 4; page++) {
        const { items } = await admin.call(api.listUsers, { query: { sort, page, pageSize: 3 } })
        seen.push(...items.map(({ username }) => username))
      }
      expect(new Set(seen).size).toBe(total)
      if (sort === 'lastLoginAtDesc') expect(seen.slice(-2)).toEqual(['quiet2', 'quiet1'])
      if (sort === 'roleDesc') expect(seen[0]).toBe('warden')
      if (sort === 'usernameAsc') expect(seen).toEqual(seen.toSorted())
    }
    expect(await namesOf({ page: 1_000_000 })).toEqual({ names: [], total })
  })

  test('an account that is not there is not found, whatever is done to it', async () => {
    const params = { id: 'nobody' }
    await expect(admin.call(api.getUser, { params })).rejects.toMatchObject({ status: 404 })
    await expect(admin.call(api.deleteUser, { params })).rejects.toMatchObject({ status: 404 })
    await expect(admin.call(api.updateUser, { params, body: {} })).rejects.toMatchObject({ status: 404 })
  })
})
