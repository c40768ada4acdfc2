/** Tests this API at the root: it hides none of our own routes, and apps configured with its own path get the same responses there. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { afterHeader, roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compatibilityApisOf } from '../../../compatibility-apis.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { methodsOf, mounted, requestOf } from '../../../testing/requests.ts'
import { type SignedInPerson, startTestServer, type World } from '../../../testing/test-server.ts'

const nobodys = { userId: 'user', keyId: 'key', sessionId: 'session', announcementId: 'announcement' }
const pages = [
  '/',
  '/works',
  '/work/RJ01000001',
  '/account',
  '/api',
  '/api/',
  '/api/nothing',
  '/api/v3/nothing',
]

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let webFolder: string
  beforeEach(async () => {
    webFolder = mkdtempSync(join(tmpdir(), 'koedana-web-'))
    writeFileSync(join(webFolder, 'index.html'), '<title>Koedana</title>')
    w = await startTestServer(engine, { webFolder, hasDoors: true })
    admin = await w.signIn({ role: roleOf.admin })
  })
  afterEach(async () => {
    await w.close()
    rmSync(webFolder, { recursive: true })
  })

  const open = (kikoeru: boolean, kikoeruAtRoot: boolean) =>
    admin.call(api.updateSiteSettings, { body: { doors: { kikoeru }, kikoeruAtRoot } })

  const send = async (method: Method, url: string, payload?: object) => {
    const { statusCode, headers, body } = await w.app.inject({ method, url, ...(payload && { payload }) })
    const { 'x-request-id': _id, date: _date, [afterHeader]: _after, ...same } = headers
    return { statusCode, headers: same, body }
  }

  const rootRoutes = () => {
    const door = compatibilityApisOf(w.deps).find(({ base }) => base === '')
    return (door?.routes ?? []).map(({ method, path }) => ({
      method:
        method === 'GET' || method === 'POST' || method === 'PUT' || method === 'DELETE' ? method : 'GET',
      path: path.replace(/:\w+/g, '1').replace('*', 'rain'),
    }))
  }

  test('no address of ours gets a response in another way', async () => {
    const ours = mounted.flatMap((walked) =>
      methodsOf(walked[1]).map((method) => ({ ...requestOf(walked, nobodys), method })),
    )
    const responses = async () => {
      const made = []
      for (const { method, url, payload } of ours)
        made.push([method, url, (await send(method, url, payload)).statusCode])
      for (const url of pages) made.push(['GET', url, await send('GET', url)])
      return made
    }
    await open(true, false)
    const before = await responses()
    await open(true, true)
    expect(await responses()).toEqual(before)
    const routes = rootRoutes()
    expect(routes.length).toBeGreaterThan(20)
    for (const { path } of routes) {
      expect(path).toMatch(/^\/api\/[a-zA-Z]+/)
      expect(path.startsWith(basePath)).toBe(false)
    }
  })

  test('where it is not wanted, its addresses are as those that nobody has', async () => {
    const nothing = Object.fromEntries(
      await Promise.all(
        (['GET', 'POST', 'PUT', 'DELETE'] as const).map(async (method) => [
          method,
          await send(method, '/api/nothing', method === 'GET' ? undefined : {}),
        ]),
      ),
    )
    for (const [door, atRoot] of [
      [false, false],
      [true, false],
      // The API itself is switched off.
      [false, true],
    ] as const) {
      await open(door, atRoot)
      for (const { method, path } of rootRoutes())
        expect([path, await send(method, path, method === 'GET' ? undefined : {})]).toEqual([
          path,
          nothing[method],
        ])
    }
    await open(true, true)
    expect((await send('GET', '/api/health')).body).toBe('OK')
    expect((await send('GET', '/api/works')).statusCode).toBe(401)
    expect((await send('GET', '/api/playlists')).body).toBe(nothing.GET?.body)
  })

  test('a token of one address is one of the other, and it is for administrators to say where', async () => {
    await open(true, true)
    const owner = await w.signIn({ username: 'listener' })
    const { password } = await owner.call(api.createAppPassword, {
      body: { name: 'phone', scopes: ['kikoeru'] },
    })
    const { body } = await send('POST', '/api/auth/me', { name: 'listener', password })
    const { token }: { token: string } = JSON.parse(body)
    const statusAt = async (url: string) =>
      (await w.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode
    expect([await statusAt('/api/works'), await statusAt('/kikoeru/api/works')]).toEqual([200, 200])
    await expect(
      owner.call(api.updateSiteSettings, { body: { kikoeruAtRoot: false } }),
    ).rejects.toMatchObject({ status: 403 })
    await open(true, false)
    expect([await statusAt('/api/works'), await statusAt('/kikoeru/api/works')]).toEqual([404, 200])
  })
})
