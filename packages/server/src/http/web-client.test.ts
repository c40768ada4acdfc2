import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handleErrors } from './errors.ts'
import { createGuard } from './guard.ts'
import { createRates } from './rates.ts'
import { serveWeb } from './web-client.ts'

let folder: string
let app: FastifyInstance
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-web-'))
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Koedana</title>')
  app = Fastify()
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const serve = async (first?: Readonly<Record<string, readonly string[]>>) => {
  if (first) await writeFile(join(folder, '.vite', 'first-files.json'), JSON.stringify(first))
  await serveWeb(app, { folder, subPath: '', guard: createGuard(undefined) })
}
const linkOf = async (url: string) => {
  const response = await app.inject({ url })
  expect(response.payload).toContain('<title>Koedana</title>')
  return response.headers.link
}

test('a page says which files it begins with, the script of the first paint before all', async () => {
  await serve({ '/': ['assets/a.js', 'assets/b.js'], '/works': ['assets/c.js'], '/work/*': ['assets/d.js'] })
  const boot = '</boot.js>; rel=preload; as=script'
  expect(await linkOf('/')).toBe(
    `${boot}, </assets/a.js>; rel=modulepreload; crossorigin; fetchpriority=low, </assets/b.js>; rel=modulepreload; crossorigin; fetchpriority=low`,
  )
  expect(await linkOf('/?from=home')).toBe(await linkOf('/'))
  expect(await linkOf('/works?genres=1')).toBe(
    `${boot}, </assets/c.js>; rel=modulepreload; crossorigin; fetchpriority=low`,
  )
  expect(await linkOf('/work/RJ01234567')).toBe(
    `${boot}, </assets/d.js>; rel=modulepreload; crossorigin; fetchpriority=low`,
  )
})

test.each(['/nothing', '/work', '/work/RJ1/files', '/works/x', '/constructor', '//work/RJ1'])(
  '%s says nothing',
  async (url) => {
    await serve({ '/works': ['assets/c.js'], '/work/*': ['assets/d.js'] })
    expect(await linkOf(url)).toBeUndefined()
  },
)

test('a file of another build is not found, instead of being a page', async () => {
  await serve()
  const { statusCode, payload } = await app.inject({ url: '/assets/old.js' })
  expect(statusCode).toBe(404)
  expect(payload).not.toContain('<title>Koedana</title>')
})

test('a page is only read, and says so to whoever would change it', async () => {
  handleErrors(app, () => [])
  await serve()
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    for (const url of ['/', '/works?q=a', '/nothing']) {
      const headers = { 'content-type': 'text/html' }
      const response = await app.inject({ method, url, headers, payload: '<a/>' })
      expect([response.statusCode, response.headers.allow], method + url).toEqual([405, 'GET, HEAD'])
    }
    for (const url of ['/assets/old.js', '/api/works', '/api/v3/nothing'])
      expect((await app.inject({ method, url })).statusCode, method + url).toBe(404)
  }
  expect((await app.inject({ method: 'HEAD', url: '/works' })).statusCode).toBe(200)
})

test('a compressed file is sent for the one it is made of, and has no address of its own', async () => {
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'a.js'), 'plain')
  await writeFile(join(folder, 'assets', 'a.js.br'), 'compressed')
  await serve()
  const get = (url: string, encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } })
  expect((await get('/assets/a.js', 'identity')).payload).toBe('plain')
  const { payload, headers } = await get('/assets/a.js', 'br')
  expect([payload, headers['content-encoding']]).toEqual(['compressed', 'br'])
  expect((await get('/assets/a.js.br', 'br')).statusCode).toBe(404)
})

test('a client that was built without them is served as it is', async () => {
  await serve()
  expect(await linkOf('/')).toBeUndefined()
})

test('an address that has read its share gets the page of a work without a preview', async () => {
  const share = { burst: 2, perSecond: 0.1 }
  const each = { perPerson: share, perAddress: share }
  const rates = createRates(() => 0, { read: each, write: each, credential: each, media: each })
  let lookups = 0
  const previewWork = async () => {
    lookups += 1
    return '<meta property="og:title" content="Rain" />'
  }
  await serveWeb(app, { folder, subPath: '', previewWork, guard: createGuard(rates) })
  for (let request = 0; request < 5; request++) await app.inject({ url: '/work/RJ90000001' })
  expect(lookups).toBe(2)
  expect(await linkOf('/work/RJ90000001')).toBeUndefined()
})
