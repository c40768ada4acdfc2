/**
 * Mounts compatibility APIs, whose paths and formats are defined by other programs. A closed API and unknown paths below it respond
 * with 404.
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
import { acceptJson, acceptText, rejectLargeBody } from './bodies.ts'
import { type Bytes, type Context, noStoreHeaders, type Person } from './context.ts'
import { sharedHeaders } from './cors-headers.ts'
import { type DoorSocket, detachedServer, mountSocket } from './door-socket.ts'
import { describeFailure, type Failure } from './errors.ts'
import { contextOf, rawQuery } from './parse.ts'
import { send } from './send.ts'
import type { MountOptions } from './serve.ts'
import { serverUrlOf } from './sub-path.ts'

export interface DoorRequest {
  /** The URL of this server as the caller sees it, without a trailing slash. */
  readonly origin: string
  readonly params: Readonly<Record<string, string>>
  /** The first value of each parameter. Form values are included and take precedence over the URL. */
  readonly query: Readonly<Record<string, string>>
  readonly listOf: (name: string) => readonly string[]
  /** Undefined without a body. Otherwise unvalidated JSON. */
  readonly body: unknown
}

export interface DoorRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'PROPFIND'
  /** The path below the base of the API, with `:name` and `*`; `''` is the base itself. A trailing slash is ignored. */
  readonly path: string
  readonly access: Extract<Access, 'public' | 'user'>
  readonly rate: CountedClass
  /** Maximum body size in bytes. Defaults to 64 KiB, or 128 KiB for APIs with forms. */
  readonly bodyBytes?: number
  /** Whether the URL may contain credentials, as players and images need it. */
  readonly isForPlayers?: true
  /** Whether a public route returns more to authenticated callers. Credentials that are sent must be valid. */
  readonly isForVisitors?: true
  /** Returns bytes, a value to send as JSON, or undefined for no content. */
  readonly handle: (request: DoorRequest, context: Context) => unknown
}

export interface Door {
  /** The base path, such as `/kikoeru`; `''` mounts the routes among this server's own. */
  readonly base: string
  /**
   * Whether pages of any origin may call it and use its responses. The API uses no cookies, so such a page gains no rights from the
   * browser it runs in.
   */
  readonly isForOtherOrigins?: true
  /** Whether repeated slashes count as one: clients join a base URL and a path that both have one. */
  readonly mergesSlashes?: true
  readonly isOpen: () => boolean
  /** Whether clients send forms instead of URL parameters, including the credentials. */
  readonly hasForms?: true
  /** Whether clients send text instead of JSON, with any content type. */
  readonly readsText?: true
  /** Whether bodies are parsed as JSON or forms, and other types are ignored, as Express does. */
  readonly readsLooseBodies?: true
  /** Methods that a read-only API rejects with 403 for authenticated callers, without reading the body. */
  readonly refusedMethods?: readonly string[]
  readonly routes: readonly DoorRoute[]
  /** Creates the Socket.IO endpoint on a server that never listens. Absent for APIs without one. */
  readonly socket?: (server: Server) => DoorSocket
  /** Returns the caller, or undefined for a visitor. Throws `unauthenticated`. */
  readonly authenticate: (presented: PresentedCredentials) => Promise<Person | undefined>
  /** Formats an error as the clients of this API expect it. The query may choose a format. */
  readonly refuse: (failure: Failure, query: DoorRequest['query']) => Bytes
}

export interface PresentedCredentials {
  readonly authorization: string | undefined
  /** Empty if the URL may not contain credentials. */
  readonly query: DoorRequest['query']
  readonly params: DoorRequest['params']
  readonly caller: { readonly address: string; readonly userAgent: string }
}

/** Returns a function that collapses repeated slashes in paths of the APIs that need it. Queries stay unchanged. */
export function createSlashMerger(doors: readonly Door[]): (url: string) => string {
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
  mounting: MountOptions,
): Promise<void> {
  for (const door of doors) {
    await mountDoor(app, door, mounting)
    if (door.socket) await mountSocket(app, door.socket(detachedServer()), mounting)
  }
}

async function mountDoor(app: FastifyInstance, door: Door, mounting: MountOptions): Promise<void> {
  await app.register(
    async (scope) => {
      addMethods(scope, door)
      // Clients of other programs send a content type without a body.
      if (!door.readsText) acceptJson(scope, { mayBeEmpty: true })
      else acceptAnyText(scope)
      if (door.hasForms) acceptForms(scope)
      if (door.readsLooseBodies) acceptLooseBodies(scope)
      scope.addHook('onRequest', async (request, reply) => {
        if (door.isOpen()) {
          if (door.isForOtherOrigins) shareWithOrigins(request, reply)
          return
        }
        if (door.base !== '') throw new AppError('notFound')
        // At the origin, a closed API responds like an unknown path.
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
        mounting.guard.knock(writeAccess, request.ip)
        mounting.guard.admit(writeAccess, await door.authenticate(presentedBy(request, {})))
        throw new AppError('forbidden')
      }
      // Without this route, the files of the web client would be served here.
      scope.all('/*', { onRequest: refuse, config: configOf(door) }, async (request, reply) => {
        if (door.isForOtherOrigins && isPreflight(request)) return preflight(reply, mounting, request)
        throw new AppError('notFound')
      })
    },
    { prefix: door.base },
  )
}

/** Lets these routes accept requests from pages of other sites; see `rejectOtherSites`. */
const configOf = (door: Door): FastifyContextConfig =>
  door.isForOtherOrigins ? { admitsOtherOrigins: door.isOpen } : {}

/** Lets any page read the response (Fetch, "CORS protocol"), and pages that require CORP embed it. */
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

/** Responds to a CORS preflight. It has no credentials, so the response is the same for every path. */
function preflight(reply: FastifyReply, { guard }: MountOptions, { ip }: FastifyRequest): FastifyReply {
  guard.knock({ access: 'public', rate: 'read' }, ip)
  return reply.status(204).send()
}

/** At the origin, only the routes of this API get preflights, not all paths. */
function mountPreflights(scope: FastifyInstance, door: Door, mounting: MountOptions): void {
  const urls = new Set(door.routes.flatMap(({ path }) => urlsOf(path)))
  for (const url of urls) scope.options(url, async (request, reply) => preflight(reply, mounting, request))
}

const urlsOf = (path: string): readonly string[] =>
  path.endsWith('*') ? [path] : path === '' ? ['/'] : [path, `${path}/`]

const writeAccess = { access: 'user', rate: 'write' } as const

/** Adds methods beyond HTTP itself. Bodies of rejected methods are not read. */
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
  {
    method,
    path,
    handle,
    isForPlayers,
    isForVisitors,
    bodyBytes,
    guard,
    ...counted
  }: DoorRoute & MountOptions,
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
      bodyLimit: bodyBytes ?? (door.hasForms ? maxFormBytes : maxBytes),
      onRequest: async (request, reply) => {
        rejectLargeBody(request, reply)
        guard.knock(counted, request.ip)
        if (!door.hasForms) await findCaller(request)
      },
      // With forms, the credentials are in the body.
      ...(door.hasForms && { preHandler: findCaller }),
      handler: async (request, reply) => {
        const presented = requestOf(request)
        // PostgreSQL rejects NUL characters, and no stored value contains one.
        if (Object.values(presented.params).some((one) => one.includes('\0'))) throw new AppError('notFound')
        const made = await handle(presented, contextOf(request, callers.get(request)))
        return send(request, reply, made, noStoreHeaders)
      },
    })
  }
}

const presentedBy = (
  { ip, headers, params }: FastifyRequest,
  query: PresentedCredentials['query'],
): PresentedCredentials => ({
  authorization: headers.authorization,
  query,
  params: textsOf(params),
  caller: { address: ip, userAgent: headers['user-agent'] ?? '' },
})

function requestOf(request: FastifyRequest): DoorRequest {
  const values = valuesOf(request)
  return {
    origin: serverUrlOf(request),
    params: textsOf(request.params),
    query: queryOf(values),
    listOf: (name) => [values[name] ?? []].flat(),
    body: request.body instanceof Form ? undefined : request.body,
  }
}

/** Form values take precedence over the URL. */
const valuesOf = ({ url, body }: FastifyRequest): RawQuery =>
  body instanceof Form ? { ...rawQuery(url), ...body.values } : rawQuery(url)

const maxBytes = 64 * 1024
/** Enough for a queue or a playlist of a thousand songs. */
const maxFormBytes = 128 * 1024

/** Distinguishes parsed forms from JSON bodies. */
class Form {
  readonly values: RawQuery

  constructor(text: string) {
    this.values = splitForm(text, '&', '=', { maxKeys: 0 })
  }
}

function acceptAnyText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  acceptText(scope, '*', (_request, text, done) => done(null, text))
}

function acceptLooseBodies(scope: FastifyInstance): void {
  acceptText(scope, 'application/x-www-form-urlencoded', (_request, text, done) =>
    done(null, { ...splitForm(text, '&', '=', { maxKeys: 1_000 }) }),
  )
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _bytes, done) => done(null, undefined))
}

function acceptForms(scope: FastifyInstance): void {
  acceptText(scope, 'application/x-www-form-urlencoded', (_request, text, done) => done(null, new Form(text)))
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
