// @module-tag large
/** Calls every route of every compatibility API with every kind of caller: callers without the right must be rejected. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import {
  appScopes,
  type CompatibilityApiName,
  compatibilityApiNames,
} from '@koedana/contract/app-passwords.ts'
import { roleOf, workKeyOf } from '@koedana/contract/values.ts'
import type { InjectOptions } from 'fastify'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compatibilityApisOf } from '../../compatibility-apis.ts'
import type { Door, DoorRoute } from '../../http/door.ts'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

const work = 'RJ01000001'

/** Routes that reveal nothing personal, or that log in. */
const open = [
  ...['/kikoeru', ''].flatMap((base) => [`GET ${base}/api/health`, `POST ${base}/api/auth/me`]),
  ...['/kikoeru', ''].map((base) => `POST ${base}/api/auth/reg`),
  'GET /kikoeru/with/:secret/api/health',
  ...['', '.view'].flatMap((end) =>
    ['GET', 'POST'].map((method) => `${method} /rest/getOpenSubsonicExtensions${end}`),
  ),
  ...['/status', '/ping', '/healthcheck'].map((path) => `GET /abs${path}`),
  // Visitors may see some covers; others need a token for that cover.
  'GET /abs/api/items/:id/cover',
  ...['/login', '/auth/refresh', '/logout'].map((path) => `POST /abs${path}`),
  ...['', '/:folder', '/:folder/*'].map((path) => `OPTIONS /dav${path}`),
]

interface Caller {
  readonly username?: string
  /** The password that is part of the URL in each request. */
  readonly secret?: string
  readonly tokenOf?: (door: CompatibilityApiName) => string
}

const doorNameOf = ({ base }: Door): CompatibilityApiName =>
  base === '/rest'
    ? 'subsonic'
    : base === '/feeds'
      ? 'feed'
      : (compatibilityApiNames.find((one) => base === `/${one}`) ?? 'kikoeru')

interface RouteUnderTest {
  readonly door: Door
  readonly route: DoorRoute
}

const nameOf = ({ door, route }: RouteUnderTest) => `${route.method} ${door.base}${route.path}`

/** Returns the request, with the caller's credentials in the form that this API expects. */
function requestOf(
  { door, route }: RouteUnderTest,
  { username = 'nobody', secret, tokenOf }: Caller,
): InjectOptions {
  const path = `${door.base}${route.path}`
    .replace(':secret', secret ?? 'guessed')
    .replaceAll(/:\w+/g, work)
    .replace('*', 'a')
  const login = new URLSearchParams({ u: username, ...(secret !== undefined && { p: secret }) })
  const basic = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`
  const bearer = tokenOf && `Bearer ${tokenOf(doorNameOf(door))}`
  const authorization = door.base === '/dav' ? secret && basic : bearer
  return {
    method: route.method,
    url: door.base === '/rest' && secret !== undefined ? `${path}?${login}` : path,
    headers: { depth: '0', ...(authorization && { authorization }) },
  }
}

const Token = v.union([
  v.pipe(
    v.object({ token: v.string() }),
    v.transform(({ token }) => token),
  ),
  v.pipe(
    v.object({ user: v.object({ token: v.string() }) }),
    v.transform(({ user }) => user.token),
  ),
])

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let root: string
  beforeEach(async () => {
    w = await startTestServer(engine, { hasDoors: true })
    await w.make([{ id: work, name: 'Rain', ageCategory: 'all' }])
    root = await mkdtemp(join(tmpdir(), 'koedana-doors-'))
    await putInLibrary(w.deps.write, [work], root)
    await writeFile(join(root, `${workKeyOf(work)}.mp3`), 'a sound')
    admin = await w.signIn({ role: roleOf.admin })
    await openDoors(true)
  })
  afterEach(async () => {
    await w.close()
    await rm(root, { recursive: true })
  })

  const openDoors = (isOpen: boolean) => {
    const doors = { kikoeru: isOpen, subsonic: isOpen, feed: isOpen, abs: isOpen, dav: isOpen }
    return admin.call(api.updateSiteSettings, { body: { doors, kikoeruAtRoot: true } })
  }

  const everywhere = (): RouteUnderTest[] =>
    compatibilityApisOf(w.deps).flatMap((door) => door.routes.map((route) => ({ door, route })))
  const guarded = () => everywhere().filter((at) => !open.includes(nameOf(at)))

  const tokenAt = async (url: string, name: string, username: string, password: string) => {
    const response = await w.app.inject({ method: 'POST', url, payload: { [name]: username, password } })
    return v.parse(Token, response.json())
  }

  const enter = async (username: string, scopes: readonly (typeof appScopes)[number][]) => {
    const owner = await w.signIn({ username, password: 'lantern moss 7' })
    const made = await owner.call(api.createAppPassword, { body: { name: 'phone', scopes: [...scopes] } })
    return { owner, id: made.id, secret: made.password }
  }

  /** Adds a user whose app password is valid for all APIs. */
  const welcome = async (username: string) => {
    const { owner, id, secret } = await enter(username, appScopes)
    const kikoeru = await tokenAt('/kikoeru/api/auth/me', 'name', username, secret)
    const abs = await tokenAt('/abs/login', 'username', username, secret)
    const tokenOf = (door: CompatibilityApiName) => (door === 'abs' ? abs : kikoeru)
    return { owner, id, caller: { username, secret, tokenOf }, kikoeru, abs }
  }

  const failure = /status="failed".*<error code="(\d+)"/s
  /** Login attempts are counted by address, so each request gets another one. */
  let addresses = 0
  /** Returns the error code of a Subsonic error, whose HTTP status is 200; otherwise the HTTP status. */
  const saidTo = async (at: RouteUnderTest, caller: Caller) => {
    addresses += 1
    const remoteAddress = `192.0.${addresses >> 8}.${addresses & 255}`
    const { statusCode, body } = await w.app.inject({ ...requestOf(at, caller), remoteAddress })
    const code = at.door.base === '/rest' && statusCode === 200 ? failure.exec(body)?.[1] : undefined
    return code === undefined ? statusCode : `failed ${code}`
  }
  /** Repeated guesses are rate limited, hence 429. */
  const refused = [401, 429, 'failed 10', 'failed 40', 'failed 0']

  const takenFrom = async (caller: Caller) => {
    const taken: (readonly [name: string, said: number | string])[] = []
    for (const at of guarded()) {
      const said = await saidTo(at, caller)
      if (!refused.includes(said)) taken.push([nameOf(at), said])
    }
    return taken
  }

  test('what is open to everybody is known', () => {
    const all = everywhere().map(nameOf)
    expect(open.filter((one) => !all.includes(one))).toEqual([])
    expect(
      everywhere()
        .filter(({ route }) => route.access === 'public')
        .map(nameOf)
        .toSorted(),
    ).toEqual(open.toSorted())
    expect(guarded().length).toBeGreaterThan(300)
  })

  test('nobody is let in without a right of this very door', async () => {
    const own = await enter('own', appScopes)
    const guest = await w.signIn({ role: roleOf.guest })
    const good = await welcome('listener')
    const other = await enter('other', ['kikoeru'])
    const callers: readonly (readonly [string, Caller])[] = [
      ['nobody', {}],
      ['the token of a guest', { tokenOf: () => guest.token }],
      // Only two APIs accept the account password, and they issue a token for it.
      [
        'what opens our own API',
        { username: 'own', secret: 'lantern moss 7', tokenOf: () => own.owner.token },
      ],
      [
        'the token of another door, a secret under the name of somebody else',
        {
          username: 'other',
          secret: 'guessed',
          tokenOf: (door) => (door === 'abs' ? good.kikoeru : good.abs),
        },
      ],
    ]
    for (const [name, caller] of callers) expect([name, await takenFrom(caller)]).toEqual([name, []])
    // A password for one API is valid for that API only, including in the URL.
    const strange = { username: 'other', secret: other.secret, tokenOf: () => 'nothing' }
    const taken = await takenFrom(strange)
    expect(taken.filter(([name]) => !name.includes('/kikoeru/with/'))).toEqual([])
    expect(taken.map(([name]) => name)).toContain('GET /kikoeru/with/:secret/api/works')
  })

  test('whoever has one gets a response everywhere', async () => {
    const { caller } = await welcome('listener')
    const last = ({ route }: RouteUnderTest) => Number(route.path.includes('logout'))
    const requested = guarded().filter((at) => nameOf(at) !== 'POST /api/auth/logout')
    for (const at of requested.toSorted((a, b) => last(a) - last(b))) {
      const said = await saidTo(at, caller)
      // Most requests here are incomplete, so only server errors and authentication errors count.
      const isFine =
        typeof said === 'number' ? said < 500 && said !== 401 && said !== 429 : said !== 'failed 40'
      const isForAdmins = at.route.path.startsWith('/startScan')
      const mayBeRefused = isForAdmins || (at.door.base === '/dav' && at.route.method === 'GET')
      expect([nameOf(at), said, isFine]).toEqual([nameOf(at), said, true])
      if (!mayBeRefused)
        expect([nameOf(at), said]).not.toEqual([nameOf(at), said === 403 ? 403 : 'failed 50'])
    }
  })

  test.each([
    [
      'a revoked app password',
      ({ owner, id }: Awaited<ReturnType<typeof welcome>>) =>
        owner.call(api.revokeAppPassword, { params: { id } }),
    ],
    [
      'a disabled account',
      ({ owner }: Awaited<ReturnType<typeof welcome>>) =>
        admin.call(api.updateUser, { params: { id: owner.user.id }, body: { status: 'disabled' } }),
    ],
    [
      'a removed account',
      ({ owner }: Awaited<ReturnType<typeof welcome>>) =>
        admin.call(api.deleteUser, { params: { id: owner.user.id } }),
    ],
  ] as const)('%s opens nothing any more', async (_, end) => {
    const person = await welcome('listener')
    for (const at of guarded().filter(({ route }) => route.path === '/ping'))
      expect(await saidTo(at, person.caller)).toBe(200)
    await end(person)
    const taken = (await takenFrom(person.caller)).filter(([, said]) => said !== 403 && said !== 'failed 50')
    expect(taken).toEqual([])
  })

  test('a closed door is not there, for anybody', async () => {
    const { caller } = await welcome('listener')
    await openDoors(false)
    const all = everywhere()
    for (const at of all)
      for (const one of [caller, {}]) expect([nameOf(at), await saidTo(at, one)]).toEqual([nameOf(at), 404])
  })
})
