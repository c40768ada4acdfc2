/**
 * The Socket.IO endpoint of audiobookshelf, at the root and below `/abs` (advplyr/audiobookshelf, server/SocketAuthority.js). A client
 * sends `auth` with its token, receives `init` or `auth_failed`, and from then on events about what it may see. Client events never
 * change anything.
 */
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { Context, Person } from '../../../../http/context.ts'
import type { DoorSocket } from '../../../../http/door-socket.ts'
import { absLoginPolicy, findBearer } from '../account.ts'
import { type Admission, createAdmission } from './admission.ts'
import { type Client, type Clients, createClients, emit, isSignedIn } from './clients.ts'
import { createEvents } from './events.ts'
import { relayRequest } from './relay-request.ts'
import type { SocketSources } from './sources.ts'

/** Connections per process, of all users. */
const maxConnections = 2_000
const signInMs = 30_000
const maxFailures = 5
/** Enough for a token. */
const maxMessageBytes = 4 * 1024
const paths = ['/socket.io', '/abs/socket.io'] as const

export function createAbsSocket(sources: SocketSources, server: HttpServer): DoorSocket {
  const { threads, access } = sources
  const isOpen = () => access.isOpen(absLoginPolicy.name)
  const io = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: maxMessageBytes,
    httpCompression: false,
    // With several threads, the first one owns all polling sessions, but an upgrade may reach any thread.
    allowUpgrades: (threads?.count ?? 1) === 1,
  })
  const admission = createAdmission()
  const contexts = new WeakMap<IncomingMessage, Context>()
  const stop = acceptClients(sources, { io, admission, contexts, isOpen })
  io.engine.on('connection', (connection: Socket['conn']) => {
    const { request } = connection
    admission.connected(request)
    connection.once('close', () => admission.settle(request))
  })
  const isRefused = (request: IncomingMessage, context: Context) => {
    contexts.set(request, context)
    if (/[?&]sid=/.test(request.url ?? '')) return false
    return io.engine.clientsCount >= maxConnections || !admission.admit(request, context.address)
  }
  return {
    paths,
    isOpen,
    receive: (request, response, context) => {
      if (threads?.relay) relayRequest(threads.relay, request, response)
      else if (isRefused(request, context)) response.writeHead(503, { 'retry-after': '30' }).end()
      else io.engine.handleRequest(request, response)
    },
    upgrade: (request, { socket, head }, context) => {
      if (isRefused(request, context)) socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n')
      else io.engine.handleUpgrade(request, socket, head)
    },
    close: async () => {
      await stop()
      await io.close()
    },
  }
}

interface Accepting {
  readonly io: Server
  readonly admission: Admission
  readonly contexts: WeakMap<IncomingMessage, Context>
  readonly isOpen: () => boolean
}

/** Starts accepting clients. Returns a function that stops the events. */
function acceptClients(sources: SocketSources, { io, admission, contexts, isOpen }: Accepting) {
  const clients = createClients()
  const events = createEvents(sources, clients)
  const stopFollowing = sources.sessions.onForgotten(() => void recheck(sources, clients, isOpen))
  const signIn = async (client: Client, token: unknown) => {
    const person = await personBy(sources, isOpen() ? token : undefined)
    if (!client.socket.connected) return
    if (!person) return refuse(client)
    const known = clients.admit(client, person)
    if (!known) return void client.socket.disconnect(true)
    admission.settle(client.socket.request)
    events.begin(known)
    emit(client, 'init', { userId: person.user.id, username: person.user.username })
    // If the session ended during the lookup, no other check would find it.
    await recheck(sources, clients, isOpen)
  }
  const connect = (socket: Socket) => {
    const context = contexts.get(socket.request)
    if (!context) return void socket.disconnect(true)
    const client: Client = { socket, context, person: undefined, failures: 0, queued: 0 }
    clients.add(client)
    const timer = setTimeout(() => isSignedIn(client) || socket.disconnect(true), signInMs).unref()
    socket.conn.on('drain', () => {
      client.queued = 0
    })
    socket.on('auth', (token: unknown) => void signIn(client, token))
    socket.on('ping', () => emit(client, 'pong', undefined))
    socket.on('disconnect', () => {
      clearTimeout(timer)
      clients.remove(client)
    })
  }
  // Older clients use the path of the URL as the namespace.
  for (const namespace of ['/', '/abs']) io.of(namespace).on('connection', connect)
  return async () => {
    stopFollowing()
    await events.close()
  }
}

async function personBy(sources: SocketSources, token: unknown): Promise<Person | undefined> {
  return typeof token === 'string' ? findBearer(sources, token).catch(() => undefined) : undefined
}

function refuse(client: Client): void {
  client.failures += 1
  emit(client, 'auth_failed', { message: 'Invalid token' })
  if (client.failures >= maxFailures) client.socket.disconnect(true)
}

/** Disconnects clients whose session has ended, and all clients if the API is switched off. */
async function recheck(
  { sessions }: Pick<SocketSources, 'sessions'>,
  clients: Clients,
  isOpen: () => boolean,
): Promise<void> {
  if (!isOpen()) for (const { socket } of clients.all()) socket.disconnect(true)
  for (const client of clients.signedIn()) {
    const person = await sessions.find(client.person.sessionId).catch(() => undefined)
    if (person) Object.assign(client, { person })
    else client.socket.disconnect(true)
  }
}
