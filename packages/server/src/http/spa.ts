/** The browser's files. Every page is index.html; the client finds its own way, and sends unknown paths home. */
import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, onSendHookHandler, RouteHandlerMethod } from 'fastify'

const immutable = 'public, max-age=31536000, immutable'

export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.includes('/assets/') ? immutable : 'no-cache')
    },
  })
  const page: RouteHandlerMethod = (_request, reply) => reply.sendFile('index.html')
  app.get('/oauth/*', { onSend: keepToItself }, page)
  app.get('/*', (request, reply) =>
    request.url.startsWith('/api/') ? reply.callNotFound() : reply.sendFile('index.html'),
  )
}

/** The address of a page that a provider of drives leads back to has a code in it: it is told to nobody and kept nowhere. */
const keepToItself: onSendHookHandler = (_request, reply, payload, done) => {
  void reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  done(null, payload)
}
