/**
 * Mounts the Socket.IO endpoint of a compatibility API. All requests, including WebSocket upgrades, pass the same hooks as any
 * other (host check, rate limits) before the library gets them.
 */
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from './context.ts'
import { sharedHeaders } from './cors-headers.ts'
import { contextOf } from './parse.ts'
import type { MountOptions } from './serve.ts'

export interface DoorSocket {
  readonly paths: readonly string[]
  readonly isOpen: () => boolean
  readonly receive: (request: IncomingMessage, response: ServerResponse, context: Context) => void
  readonly upgrade: (request: IncomingMessage, connection: UpgradedConnection, context: Context) => void
  readonly close: () => Promise<void>
}

export interface UpgradedConnection {
  readonly socket: Duplex
  readonly head: Buffer
}

/** Returns a server that never listens. The library requires one, but its requests come from the routes below. */
export const detachedServer = (): Server => createServer()

export async function mountSocket(
  app: FastifyInstance,
  door: DoorSocket,
  { guard }: MountOptions,
): Promise<void> {
  const upgrades = new WeakMap<IncomingMessage, UpgradedConnection>()
  const urls = door.paths.flatMap((path) => [path, `${path}/`])
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!door.isOpen()) {
      reply.callNotFound()
      return reply
    }
    guard.knock({ access: 'public', rate: 'read' }, request.ip)
  }
  const handle = (request: FastifyRequest, reply: FastifyReply): void => {
    const { raw } = reply.hijack()
    const context = contextOf(request, undefined)
    const connection = upgrades.get(request.raw)
    if (connection) {
      door.upgrade(request.raw, connection, context)
      return
    }
    const headers = { ...reply.getHeaders(), ...sharedHeaders, 'cache-control': 'no-store' }
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value)
    if (request.method === 'OPTIONS') raw.writeHead(204, preflightHeaders).end()
    else door.receive(request.raw, raw, context)
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The library reads the body itself.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const url of urls)
      scope.route({
        method: ['GET', 'POST', 'OPTIONS'],
        url,
        exposeHeadRoute: false,
        config: { admitsOtherOrigins: door.isOpen },
        onRequest: admit,
        handler: handle,
      })
  })
  acceptUpgrades(app, door, upgrades)
  app.addHook('preClose', door.close)
}

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Content-Type',
}

/**
 * Routes WebSocket handshakes to the endpoint. Requests for other protocols, such as `h2c` by some HTTP clients, stay ordinary
 * requests (RFC 9110 §7.8).
 */
function acceptUpgrades(
  app: FastifyInstance,
  { paths }: DoorSocket,
  upgrades: WeakMap<IncomingMessage, UpgradedConnection>,
): void {
  const isOurs = ({ url = '', headers }: IncomingMessage) =>
    headers.upgrade?.toLowerCase() === 'websocket' &&
    paths.some((path) => url.replace(/\?.*$/s, '').replace(/\/$/, '').endsWith(path))
  Object.assign(app.server, { shouldUpgradeCallback: isOurs })
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    // The framework sends errors through the response. On success, the library writes to the socket directly.
    response.assignSocket(request.socket)
    response.once('finish', () => socket.end())
    app.routing(request, response)
  })
}
