/** The browser's files. Every page is index.html; the client finds its own way, and sends unknown paths home. */
import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

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
  app.get('/*', (request, reply) =>
    request.url.startsWith('/api/') ? reply.callNotFound() : reply.sendFile('index.html'),
  )
}
