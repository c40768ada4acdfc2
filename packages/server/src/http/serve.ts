/**
 * Mounts the endpoints of the contract: authorize, validate, call the handler, respond. Known paths with another method get 405,
 * unknown paths 404.
 */
import { basePath } from '@koedana/contract/base-path.ts'
import type { Endpoint } from '@koedana/contract/kit/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import * as v from 'valibot'
import { rejectLargeBody } from './bodies.ts'
import { serveCached } from './cached.ts'
import {
  type Authenticate,
  type CachePolicy,
  type Handler,
  jsonHeaders,
  noStoreHeaders,
  type Person,
  type RecordAction,
} from './context.ts'
import type { Guard } from './guard.ts'
import { contextOf, parse } from './parse.ts'
import type { ResponseCache } from './response-cache.ts'
import { send } from './send.ts'

/** An endpoint with its handler, whose type is erased. */
export interface Route {
  readonly endpoint: Endpoint
  readonly mount: (app: FastifyInstance, sources: MountOptions) => void
}

export interface MountOptions {
  readonly responses: ResponseCache
  readonly authenticate: Authenticate
  readonly guard: Guard
  /** Writes the audit log. Without it, nothing is recorded. */
  readonly recordAct?: RecordAction
}

/** Creates a route. With `cached`, responses are cached and shared by callers of the same audience. */
export function route<E extends Endpoint>(endpoint: E, handler: Handler<E>, cached?: CachePolicy): Route {
  return {
    endpoint,
    mount: (app, mounting) => {
      app.route({
        method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
        url: basePath + endpoint.path,
        bodyLimit: bodyLimitOf(endpoint),
        ...(cached
          ? { handler: serveCached({ endpoint, handler, cached, ...mounting }) }
          : serveUncached({ endpoint, handler, ...mounting })),
      })
    },
  }
}

interface UncachedSources<E extends Endpoint> extends MountOptions {
  readonly endpoint: E
  readonly handler: Handler<E>
}

function serveUncached<E extends Endpoint>({
  endpoint,
  handler,
  authenticate,
  guard,
  recordAct,
}: UncachedSources<E>): Pick<RouteOptions, 'onRequest' | 'handler'> {
  const { access, method, status } = endpoint
  const headers = access === 'public' && method === 'GET' ? jsonHeaders : noStoreHeaders
  const callers = new WeakMap<FastifyRequest, Person | undefined>()

  /** Checks access before the body is read, so nothing is parsed for unauthorized callers. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    rejectLargeBody(request, reply)
    guard.knock(endpoint, request.ip)
    const person =
      access === 'signed' ? undefined : await authenticate(request.headers.authorization, request.ip)
    guard.admit(endpoint, person)
    callers.set(request, person)
  }

  const response: RouteHandlerMethod = async (request, reply) => {
    const person = callers.get(request)
    const parsed = parse(endpoint, request)
    const context = contextOf(request, person)
    guard.count(parsed, context)
    const finishRecord = await recordAct?.(endpoint, parsed, context)
    const made = await handler(parsed, context)
    finishRecord?.()
    if (status) void reply.status(status)
    return send(request, reply, made, headers)
  }

  return { onRequest, handler: response }
}

const defaultBytes = 64 * 1024
const credentialBytes = 16 * 1024

export const bodyLimitOf = ({ bodyBytes, rate }: Endpoint): number =>
  bodyBytes ?? (rate === 'credential' ? credentialBytes : defaultBytes)

/** Returns the methods of a URL; an empty list if no endpoint has it. */
export type FindMethods = (url: string) => readonly string[]

/** Creates the lookup of methods for the given endpoints. */
export function createMethodFinder(endpoints: readonly Endpoint[]): FindMethods {
  return (url) => {
    const [path = ''] = url.split('?', 1)
    if (!path.startsWith(`${basePath}/`)) return []
    const parts = path.slice(basePath.length).split('/')
    const found = endpoints.filter((endpoint) => isOf(endpoint, parts)).map(({ method }) => method)
    return [...new Set(found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
  }
}

function isOf({ path, params }: Endpoint, parts: readonly string[]): boolean {
  const names = path.split('/')
  if (names.length !== parts.length) return false
  const given: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const part = parts[at] ?? ''
    if (name.startsWith(':')) given[name.slice(1)] = decoded(part)
    else if (name !== part) return false
  }
  return params === undefined || v.safeParse(params, given).success
}

/** The router rejects undecodable paths beforehand. Here, such text stays unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
