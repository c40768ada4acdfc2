/** The browser's files. Every page is index.html; the client finds its own way, and sends unknown paths home. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, onSendHookHandler, RouteHandlerMethod } from 'fastify'

const immutable = 'public, max-age=31536000, immutable'

export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return
  await app.register(fastifyStatic, {
    root: folder,
    // The first page has headers of its own, as all pages.
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.includes('/assets/') ? immutable : 'no-cache')
    },
  })
  const page: RouteHandlerMethod = (_request, reply) => reply.sendFile('index.html')
  app.get('/oauth/*', { onSend: keepToItself }, page)
  const links = await readLinks(folder)
  app.get('/*', (request, reply) => {
    if (request.url.startsWith('/api/')) return reply.callNotFound()
    const [path = '/'] = request.url.split('?', 1)
    const link = links.get(path) ?? links.get(`${path.slice(0, path.lastIndexOf('/'))}/*`)
    if (link) void reply.header('link', link)
    return reply.sendFile('index.html')
  })
}

/** The `Link` header of each page: the files it begins with, as the build wrote them down. A page may be `/work/*`. */
async function readLinks(folder: string): Promise<ReadonlyMap<string, string>> {
  const file = join(folder, '.vite', 'first-files.json')
  if (!existsSync(file)) return new Map()
  const first: Readonly<Record<string, readonly string[]>> = JSON.parse(await readFile(file, 'utf8'))
  const linkTo = (name: string) => `</${name}>; rel=modulepreload; crossorigin`
  const boot = '</boot.js>; rel=preload; as=script'
  return new Map(
    Object.entries(first).map(([page, files]) => [page, [boot, ...files.map(linkTo)].join(', ')]),
  )
}

/** The address of a page that a provider of drives leads back to has a code in it: it is told to nobody and kept nowhere. */
const keepToItself: onSendHookHandler = (_request, reply, payload, done) => {
  void reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  done(null, payload)
}
