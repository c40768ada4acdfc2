// @module-tag large
import { api } from '@koedana/contract/api.ts'
import type { Access } from '@koedana/contract/kit/endpoint.ts'
import { type Role, roleOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routesOf } from './routes.ts'
import { eachEngine } from './testing/engines.ts'
import { endpoints, methodsOf, mounted, pending, type RequestIds, requestOf } from './testing/requests.ts'
import { type SignedInPerson, startTestServer, type World } from './testing/test-server.ts'

/** The expected rejection by role and access; undefined if the call is allowed. */
const expectedRejections: Readonly<Record<string, Readonly<Record<Access, 401 | 403 | undefined>>>> = {
  visitor: { public: undefined, signed: 403, user: 401, member: 401, admin: 401 },
  guest: { public: undefined, signed: 403, user: undefined, member: 403, admin: 403 },
  general: { public: undefined, signed: 403, user: undefined, member: undefined, admin: 403 },
  admin: { public: undefined, signed: 403, user: undefined, member: undefined, admin: undefined },
  stale: { public: 401, signed: 403, user: 401, member: 401, admin: 401 },
}
const codes = { 401: 'unauthenticated', 403: 'forbidden' } as const

/** Calls that are allowed by their access but rejected for another reason. */
const otherRejections: Readonly<Record<string, string>> = {
  'guest updateAccount': 'guests have no name to change',
}

/** Returns whether the request names an object that the call may delete. */
function namesObject(walked: (typeof mounted)[number]): boolean {
  const [one, other] = ['one', 'other'].map((id) =>
    requestOf(walked, { userId: id, keyId: id, sessionId: id, announcementId: id }),
  )
  return JSON.stringify(one) !== JSON.stringify(other)
}

eachEngine((engine) => {
  let w: World
  let keeper: SignedInPerson
  beforeAll(async () => {
    w = await startTestServer(engine)
    keeper = await w.signIn({ role: roleOf.admin })
  })
  afterAll(() => w.close())

  /** Creates new objects that belong to another account, because a call may delete them. */
  const objectsOfAnother = async (): Promise<RequestIds> => {
    const other = await w.signIn()
    const { items } = await keeper.call(api.createKeys, { body: { count: 1 } })
    const sessions = await other.call(api.listSessions, {})
    const body = { title: 'rain', content: '' }
    const announcement = await keeper.call(api.createAnnouncement, { body })
    return {
      userId: other.user.id,
      keyId: items[0]?.id ?? '',
      sessionId: sessions.items[0]?.id ?? '',
      announcementId: announcement.id,
    }
  }

  /** Calls every method of every mounted route, each with a new caller. */
  const walk = async (
    caller: keyof typeof expectedRejections,
    authorization: () => Promise<string | undefined>,
  ) => {
    const wrong: string[] = []
    const objects = await objectsOfAnother()
    for (const walked of mounted) {
      const [name, endpoint] = walked
      const expected = expectedRejections[caller]?.[endpoint.access]
      const about = expected === undefined && namesObject(walked) ? await objectsOfAnother() : objects
      for (const method of methodsOf(endpoint)) {
        const bearer = await authorization()
        const headers = bearer === undefined ? {} : { authorization: bearer }
        const { statusCode, body } = await w.app.inject({ ...requestOf(walked, about), method, headers })
        const isRight =
          expected === undefined
            ? (statusCode !== 401 && statusCode !== 403 && statusCode < 500) ||
              `${caller} ${name}` in otherRejections
            : statusCode === expected && (method === 'HEAD' || JSON.parse(body).code === codes[expected])
        if (!isRight) wrong.push(`${caller} ${method} ${name}: ${statusCode} ${body.slice(0, 200)}`)
      }
    }
    return wrong
  }
  const bearerOf = (role: Role) => async () => `Bearer ${(await w.signIn({ role })).token}`

  test('every endpoint of the contract is mounted exactly once, and nothing else is', () => {
    const routes = routesOf(w.deps).map(({ endpoint }) => endpoint)
    const times = endpoints.map(([name, endpoint]) => [name, routes.filter((one) => one === endpoint).length])
    expect(times).toEqual(endpoints.map(([name]) => [name, pending.includes(name) ? 0 : 1]))
    expect(routes).toHaveLength(endpoints.length - pending.length)
  })

  test('every endpoint says who may call it and what counts the call', () => {
    for (const [, { access, rate, method, path }] of endpoints) {
      expect(['public', 'user', 'member', 'admin', 'signed']).toContain(access)
      const classes = path.startsWith('/health/') ? ['uncounted'] : ['read', 'write', 'credential', 'media']
      expect(classes).toContain(rate)
      if (path.startsWith('/admin/')) expect(access).toBe('admin')
      if (method !== 'GET') expect(['write', 'credential']).toContain(rate)
    }
  })

  test('a visitor', async () => {
    // Only few calls are public, and those that create accounts are rate-limited by address.
    expect(await walk('visitor', async () => undefined)).toEqual([])
  })

  test.each(['guest', 'general', 'admin'] as const)('a %s', async (role) => {
    expect(await walk(role, bearerOf(roleOf[role]))).toEqual([])
  })

  test.each([
    'Bearer',
    'Bearer ',
    'Bearer nobody-holds-this',
    `Bearer ${'x'.repeat(101)}`,
    'Bearer a b',
    'Basic dXNlcjpwYXNz',
    '',
  ])('a bearer that is none is no visitor: %j', async (authorization) => {
    expect(await walk('stale', async () => authorization)).toEqual([])
  })

  test('an account that was disabled, demoted, removed or signed out, by the token it had', async () => {
    const ends: readonly ((who: SignedInPerson) => Promise<unknown>)[] = [
      ({ user }) => keeper.call(api.updateUser, { params: { id: user.id }, body: { status: 'disabled' } }),
      ({ user }) => keeper.call(api.updateUser, { params: { id: user.id }, body: { role: 1 } }),
      ({ user }) => keeper.call(api.deleteUser, { params: { id: user.id } }),
      ({ call }) => call(api.logout, {}),
    ]
    for (const end of ends) {
      const who = await w.signIn({ role: roleOf.admin })
      await who.call(api.getMe, {})
      await end(who)
      expect(await walk('stale', async () => `Bearer ${who.token}`)).toEqual([])
    }
  })

  test.each([1, 2, 4, 0, -3, 33])('the stored role %d is no administrator', async (role) => {
    const who = await w.signIn()
    await w.deps.write
      .updateTable('user')
      .set({ role: sql`${role}` })
      .where('id', '=', who.user.id)
      .execute()
    w.deps.sessions.forget('all')
    await expect(who.call(api.listUsers, {})).rejects.toMatchObject({ status: 403 })
  })
})
