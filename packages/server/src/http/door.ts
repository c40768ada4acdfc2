/**
 * Mounts the doors for apps of others: addresses and shapes that are not ours to choose. A door that is closed is not
 * there, and neither is what it does not know.
 */
import type { Server } from 'node:http'
import { parse as splitForm } from 'node:querystring'
import type { Access, CountedClass, RawQuery } from '@koedana/contract/kit/endpoint.ts'
import type {
  FastifyContextConfig,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { readJson, readTexts, rejectLargeBody } from './bodies.ts'
import { type Bytes, type Context, ownHeaders, type Person } from './context.ts'
import { type DoorSocket, detachedServer, mountSocket } from './door-socket.ts'
import { describeFailure, type Failure } from './errors.ts'
import { contextOf, rawQuery } from './parse.ts'
import { send } from './send.ts'
import type { Mounting } from './serve.ts'
import { sharedHeaders } from './shared-headers.ts'
import { siteOf } from './sub-path.ts'

export interface DoorRequest {
  /** The address of this server as the caller has it, without a slash behind it. */
  readonly origin: string
  readonly params: Readonly<Record<string, string>>
  /** The first value of a name that is repeated. What a form says is here too, before the address. */
  readonly query: Readonly<Record<string, string>>
  /** Returns all values of a name. */
  readonly listOf: (name: string) => readonly string[]
  /** It is undefined for none. It is whatever JSON a stranger sent. */
  readonly body: unknown
}

export interface DoorRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'PROPFIND'
  /** The path below the door's address, with `:name` and `*`; `''` is that address. A slash behind it is the same address. */
  readonly path: string
  readonly access: Extract<Access, 'public' | 'user'>
  readonly rate: CountedClass
  /** The most bytes of a body; the usual number without it. */
  readonly bodyBytes?: number
  /** Whether what says who calls may stand in the address, as players and pictures need it. */
  readonly isForPlayers?: true
  /** Whether a public route serves more to a caller who is signed in. Credentials that are sent must be valid. */
  readonly isForVisitors?: true
  /** Bytes, a value that is sent as JSON, or undefined for nothing. */
  readonly handle: (request: DoorRequest, context: Context) => unknown
}

export interface Door {
  /** The address below the origin, as `/kikoeru`; `''` is the origin, where its routes stand among our own. */
  readonly base: string
  /**
   * Whether pages of any origin may call it and show what it sends: nothing here is authenticated by cookies, so no page
   * gains a right by the browser that it runs in.
   */
  readonly isForOtherOrigins?: true
  /** Whether several slashes in a row are one: clients join a base address and a path that both have one. */
  readonly mergesSlashes?: true
  readonly isOpen: () => boolean
  /** Whether its clients send forms instead of addresses, what says who calls among it. */
  readonly hasForms?: true
  /** Whether its clients send texts instead of JSON, of whatever type they say that those are. */
  readonly readsText?: true
  /** Whether bodies are read as JSON objects or forms, and those of any other type are ignored, as Express does. */
  readonly readsLooseBodies?: true
  /**
   * The methods that would change something at a door where nothing can be: refused to all who may come in, and no body
   * is read.
   */
  readonly refusedMethods?: readonly string[]
  readonly routes: readonly DoorRoute[]
  /** Makes its Socket.IO endpoint over a server that never listens; absent without one. */
  readonly socket?: (server: Server) => DoorSocket
  /** Finds who calls. Undefined for a visitor; throws `unauthenticated`. */
  readonly authenticate: (presented: Presented) => Promise<Person | undefined>
  /** Says what went wrong as the clients of this door read it, who may have requested one form of it or another. */
  readonly refuse: (failure: Failure, query: DoorRequest['query']) => Bytes
}

export interface Presented {
  readonly authorization: string | undefined
  /** Empty where an address may not say who calls. */
  readonly query: DoorRequest['query']
  readonly params: DoorRequest['params']
  readonly caller: { readonly address: string; readonly userAgent: string }
}

/** Returns a function that makes one slash of several in paths below the APIs that want it. Queries stay as they are. */
export function mergeSlashesBelow(doors: readonly Door[]): (url: string) => string {
  const bases = doors.flatMap(({ base, mergesSlashes }) => (mergesSlashes ? [`${base}/`] : []))
  return (url) => {
    if (!bases.some((base) => url.startsWith(base))) return url
    const [path = '', ...query] = url.split('?')
    return [path.replaceAll(/\/{2,}/g, '/'), ...query].join('?')
  }
}

export async function mountDoors(
  app: FastifyInstance,
  doors: readonly Door[] = [],
  mounting: Mounting,
): Promise<void> {
  for (const door of doors) {
    await mountDoor(app, door, mounting)
    if (door.socket) await mountSocket(app, door.socket(detachedServer()), mounting)
  }
}

async function mountDoor(app: FastifyInstance, door: Door, mounting: Mounting): Promise<void> {
  await app.register(
    async (scope) => {
      addMethods(scope, door)
      // Clients of others send the type of a body without one.
      if (!door.readsText) readJson(scope, { mayBeEmpty: true })
      else readAnyText(scope)
      if (door.hasForms) readForms(scope)
      if (door.readsLooseBodies) readLooseBodies(scope)
      scope.addHook('onRequest', async (request, reply) => {
        if (door.isOpen()) {
          if (door.isForOtherOrigins) shareWithOrigins(request, reply)
          return
        }
        if (door.base !== '') throw new AppError('notFound')
        // Among our own addresses, what is closed gets a response as any other that nobody has.
        reply.callNotFound()
        return reply
      })
      scope.setErrorHandler((cause: FastifyError | AppError, request, reply) =>
        send(request, reply, door.refuse(describeFailure(cause, request), queryOf(valuesOf(request)))),
      )
      for (const one of door.routes) mountRoute(scope, door, { ...one, ...mounting })
      if (door.base === '') {
        if (door.isForOtherOrigins) mountPreflights(scope, door, mounting)
        return
      }
      const refuse = async (request: FastifyRequest) => {
        if (!door.refusedMethods?.includes(request.method)) return
        mounting.guard.knock(changing, request.ip)
        mounting.guard.admit(changing, await door.authenticate(presentedBy(request, {})))
        throw new AppError('forbidden')
      }
      // The pages of the client would be served below.
      scope.all('/*', { onRequest: refuse, config: configOf(door) }, async (request, reply) => {
        if (door.isForOtherOrigins && isPreflight(request)) return preflight(reply, mounting, request)
        throw new AppError('notFound')
      })
    },
    { prefix: door.base },
  )
}

/** Routes of these compatibility APIs take requests that pages of other sites send; see `refuseOtherSites`. */
const configOf = (door: Door): FastifyContextConfig =>
  door.isForOtherOrigins ? { admitsOtherOrigins: door.isOpen } : {}

/** Any page may read the response (Fetch, "CORS protocol"), and pages that embed only such resources may show it. */
function shareWithOrigins(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(sharedHeaders)
  if (!isPreflight(request)) return
  const named = request.headers['access-control-request-headers'] ?? ''
  void reply.headers({
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    // A wildcard does not cover `Authorization`.
    'access-control-allow-headers': /^[\w-]+(, ?[\w-]+)*$/.test(named) && named.length <= 1_000 ? named : '*',
    'access-control-max-age': '7200',
    vary: 'Access-Control-Request-Headers',
  })
}

const isPreflight = ({ method }: FastifyRequest) => method === 'OPTIONS'

/** A browser asks without credentials what it may send: the answer is the same for every address. */
function preflight(reply: FastifyReply, { guard }: Mounting, { ip }: FastifyRequest): FastifyReply {
  guard.knock({ access: 'public', rate: 'read' }, ip)
  return reply.status(204).send()
}

/** At the origin only the routes of this API are its own. */
function mountPreflights(scope: FastifyInstance, door: Door, mounting: Mounting): void {
  const urls = new Set(door.routes.flatMap(({ path }) => urlsOf(path)))
  for (const url of urls) scope.options(url, async (request, reply) => preflight(reply, mounting, request))
}

const urlsOf = (path: string): readonly string[] =>
  path.endsWith('*') ? [path] : path === '' ? ['/'] : [path, `${path}/`]

const changing = { access: 'user', rate: 'write' } as const

/** Methods of other protocols than HTTP itself; a body that is refused is not read. */
function addMethods(scope: FastifyInstance, { routes, refusedMethods = [] }: Door): void {
  const add = (method: string, hasBody: boolean) => {
    if (!scope.supportedMethods.includes(method)) scope.addHttpMethod(method, { hasBody })
  }
  for (const { method } of routes) add(method, true)
  for (const method of refusedMethods) add(method, false)
}

function mountRoute(
  scope: FastifyInstance,
  door: Door,
  { method, path, handle, isForPlayers, isForVisitors, bodyBytes, guard, ...counted }: DoorRoute & Mounting,
): void {
  const callers = new WeakMap<FastifyRequest, Person | undefined>()
  const findCaller = async (request: FastifyRequest) => {
    const query = isForPlayers || door.hasForms ? queryOf(valuesOf(request)) : {}
    const presented = presentedBy(request, query)
    const isAnonymous = counted.access === 'public' && !isForVisitors
    const person = isAnonymous ? undefined : await door.authenticate(presented)
    guard.admit(counted, person)
    callers.set(request, person)
  }
  for (const url of urlsOf(path)) {
    scope.route({
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url,
      config: configOf(door),
      bodyLimit: bodyBytes ?? (door.hasForms ? mostFormBytes : mostBytes),
      onRequest: async (request, reply) => {
        rejectLargeBody(request, reply)
        guard.knock(counted, request.ip)
        if (!door.hasForms) await findCaller(request)
      },
      // A form says who calls.
      ...(door.hasForms && { preHandler: findCaller }),
      handler: async (request, reply) => {
        const presented = requestOf(request)
        // Nothing has such a name, and PostgreSQL refuses to look for it.
        if (Object.values(presented.params).some((one) => one.includes('\0'))) throw new AppError('notFound')
        const made = await handle(presented, contextOf(request, callers.get(request)))
        return send(request, reply, made, ownHeaders)
      },
    })
  }
}

const presentedBy = ({ ip, headers, params }: FastifyRequest, query: Presented['query']): Presented => ({
  authorization: headers.authorization,
  query,
  params: textsOf(params),
  caller: { address: ip, userAgent: headers['user-agent'] ?? '' },
})

function requestOf(request: FastifyRequest): DoorRequest {
  const values = valuesOf(request)
  return {
    origin: siteOf(request),
    params: textsOf(request.params),
    query: queryOf(values),
    listOf: (name) => [values[name] ?? []].flat(),
    body: request.body instanceof Form ? undefined : request.body,
  }
}

/** What a form says counts before what the address does. */
const valuesOf = ({ url, body }: FastifyRequest): RawQuery =>
  body instanceof Form ? { ...rawQuery(url), ...body.values } : rawQuery(url)

const mostBytes = 64 * 1024
/** A queue or a playlist of a thousand songs. */
const mostFormBytes = 128 * 1024

/** Marks what is not JSON, so that no JSON is taken for it. */
class Form {
  readonly values: RawQuery

  constructor(text: string) {
    this.values = splitForm(text, '&', '=', { maxKeys: 0 })
  }
}

function readAnyText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  readTexts(scope, '*', (_request, text, done) => done(null, text))
}

function readLooseBodies(scope: FastifyInstance): void {
  readTexts(scope, 'application/x-www-form-urlencoded', (_request, text, done) =>
    done(null, { ...splitForm(text, '&', '=', { maxKeys: 1_000 }) }),
  )
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _bytes, done) => done(null, undefined))
}

function readForms(scope: FastifyInstance): void {
  readTexts(scope, 'application/x-www-form-urlencoded', (_request, text, done) => done(null, new Form(text)))
}

const queryOf = (raw: RawQuery) =>
  textsOf(
    Object.fromEntries(
      Object.entries(raw).map(([name, value]) => [name, typeof value === 'string' ? value : value?.[0]]),
    ),
  )

const textsOf = (values: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof values === 'object' && values !== null ? values : {}).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  )
