import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { basePath } from '@koedana/contract/base-path.ts'
import type { Endpoint } from '@koedana/contract/kit/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEngine } from '../testing/engines.ts'
import { mounted, type RequestIds, requestOf } from '../testing/requests.ts'
import { startTestServer, type World } from '../testing/test-server.ts'

const objects: RequestIds = { userId: 'none', keyId: 'none', sessionId: 'none', announcementId: 'none' }
const changing = mounted.filter(([, { method }]: readonly [string, Endpoint]) => method !== 'GET')
const elsewhere = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
]

eachEngine((engine) => {
  let w: World
  let published: World
  beforeAll(async () => {
    w = await startTestServer(engine)
    published = await startTestServer(engine, { publicUrl: 'https://shelf.example' })
  })
  afterAll(async () => {
    await w.close()
    await published.close()
  })

  test.each(changing)('%s is refused to a page of another site', async (name, endpoint) => {
    for (const headers of elsewhere) {
      const response = await w.app.inject({ ...requestOf([name, endpoint], objects), headers })
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject({ code: 'foreignOrigin' })
    }
  })

  test('a request names one host: a proxy in front may have gone by another', async () => {
    const { port } = await listening(w)
    const said = await say(port, `GET ${basePath}/about HTTP/1.1\r\nHost: a\r\nhost: b\r\n`)
    expect(said).toMatch(/^HTTP\/1\.1 400 /)
    expect(said).toContain('"code":"malformed"')
  })

  test('an address that names its host is that path of that host', async () => {
    const { port } = await listening(published)
    const ask = (host: string, path: string) =>
      say(port, `GET http://${host}${path} HTTP/1.1\r\nHost: localhost\r\n`)
    expect(await ask('shelf.example', `${basePath}/about`)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask('rebound.example', `${basePath}/about`)).toContain('"code":"unknownHost"')
    const refused = await ask('shelf.example', `${basePath}/auth/login`)
    expect(refused).toMatch(/^HTTP\/1\.1 405 /)
    expect(refused).toMatch(/\nallow: POST\r/)
  })

  const mint = (at: World, headers: Record<string, string>) =>
    at.app.inject({ method: 'POST', url: `${basePath}/auth/guest`, headers })
  const guests = async () => {
    const users = await w.deps.db.selectFrom('user').select('key').where('role', '=', 2).execute()
    return users.length
  }

  test('no other site makes guests here; own pages, apps and scripts do', async () => {
    const before = await guests()
    for (const headers of elsewhere) await mint(w, headers)
    expect(await guests()).toBe(before)
    const own = [
      {},
      { host: 'nas.local:8330', origin: 'http://nas.local:8330' },
      { host: '192.168.1.5:8330', origin: 'http://192.168.1.5:8330' },
      { 'sec-fetch-site': 'same-origin', host: '127.0.0.1:8330', origin: 'https://proxied.example' },
    ]
    for (const headers of own) expect((await mint(w, headers)).statusCode).toBe(201)
    expect(await guests()).toBe(before + own.length)
  })

  test('a page that is published is its own behind a proxy that adds no header', async () => {
    const headers = { host: '127.0.0.1:8330', origin: 'https://shelf.example' }
    expect((await mint(published, headers)).statusCode).toBe(201)
    expect((await mint(w, headers)).statusCode).toBe(403)
  })

  test('with PUBLIC_URL no other name leads here, and those of the house still do', async () => {
    const statusOf = async (at: World, host: string) =>
      (await at.app.inject({ url: `${basePath}/home`, headers: { host } })).statusCode
    for (const host of ['rebound.example', 'shelf.example.evil.example:8330']) {
      expect(await statusOf(published, host)).toBe(403)
      expect(await statusOf(w, host)).toBe(200)
    }
    for (const host of [
      'shelf.example',
      '192.168.1.5:8330',
      '[::1]:8330',
      'nas.local',
      'localhost',
      'koedana',
    ]) {
      expect(await statusOf(published, host)).toBe(200)
    }
    const refused = await published.app.inject({
      url: '/',
      headers: { host: 'rebound.example', 'accept-language': 'ja-JP' },
    })
    expect(refused.json()).toMatchObject({ code: 'unknownHost' })
    expect(refused.json().error).toMatch(/アドレス/)
  })

  test('other sites may read what is public to everybody: nobody shows them the response', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const response = await w.app.inject({ url: `${basePath}/home`, headers })
    expect(response.statusCode).toBe(200)
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  })
})

async function listening({ app }: World): Promise<{ readonly port: number }> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address
}

function say(port: number, head: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head}Connection: close\r\n\r\n`)
  return text(socket)
}
