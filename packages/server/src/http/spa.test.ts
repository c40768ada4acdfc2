import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveWeb } from './spa.ts'

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
  await serveWeb(app, folder)
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
    `${boot}, </assets/a.js>; rel=modulepreload; crossorigin, </assets/b.js>; rel=modulepreload; crossorigin`,
  )
  expect(await linkOf('/?from=home')).toBe(await linkOf('/'))
  expect(await linkOf('/works?genres=1')).toBe(`${boot}, </assets/c.js>; rel=modulepreload; crossorigin`)
  expect(await linkOf('/work/RJ01234567')).toBe(`${boot}, </assets/d.js>; rel=modulepreload; crossorigin`)
})

test.each(['/nothing', '/work', '/work/RJ1/files', '/works/x', '/constructor', '//work/RJ1'])(
  '%s says nothing',
  async (url) => {
    await serve({ '/works': ['assets/c.js'], '/work/*': ['assets/d.js'] })
    expect(await linkOf(url)).toBeUndefined()
  },
)

test('a client that was built without them is served as it is', async () => {
  await serve()
  expect(await linkOf('/')).toBeUndefined()
})
