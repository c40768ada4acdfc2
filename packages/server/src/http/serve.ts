/** Mounts the endpoints of the contract: admit, parse at the border, hand to the feature, answer. */
import { basePath } from '@koedana/contract/base-path.ts'
import type { Endpoint } from '@koedana/contract/kit/endpoint.ts'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import type { TellOfActs } from './acts.ts'
import type { AnswerCache } from './answer-cache.ts'
import { bodyLimitOf } from './bodies.ts'
import { serveCached } from './cached.ts'
import type { Cached, Handler } from './context.ts'
import type { Guard } from './guard.ts'
import { jsonHeaders, ownHeaders } from './json-bytes.ts'
import { contextOf, parse } from './parse.ts'
import type { Authenticate, Person } from './person.ts'
import { send } from './send.ts'

/** An endpoint with its handler, the handler's type forgotten. */
export interface Route {
  readonly endpoint: Endpoint
  readonly mount: (app: FastifyInstance, sources: Mounting) => void
}

/** What all routes share. */
export interface Mounting {
  readonly answers: AnswerCache
  readonly authenticate: Authenticate
  readonly guard: Guard
  /** Nobody is told without it. */
  readonly tellOfActs?: TellOfActs
}

/** With `cached`, answers are kept and shared by those whom it names alike. */
export function route<E extends Endpoint>(endpoint: E, handler: Handler<E>, cached?: Cached<E>): Route {
  return {
    endpoint,
    mount: (app, mounting) => {
      app.route({
        method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
        url: basePath + endpoint.path,
        bodyLimit: bodyLimitOf(endpoint),
        ...(cached
          ? { handler: serveCached({ endpoint, handler, cached, ...mounting }) }
          : serveFresh({ endpoint, handler, ...mounting })),
      })
    },
  }
}

interface Fresh<E extends Endpoint> extends Mounting {
  readonly endpoint: E
  readonly handler: Handler<E>
}

function serveFresh<E extends Endpoint>({
  endpoint,
  handler,
  authenticate,
  guard,
  tellOfActs,
}: Fresh<E>): Pick<RouteOptions, 'onRequest' | 'handler'> {
  const { access, method, status } = endpoint
  const headers = access === 'public' && method === 'GET' ? jsonHeaders : ownHeaders
  const callers = new WeakMap<FastifyRequest, Person | undefined>()

  /** Before the body is read: whoever may not ask has nothing parsed. */
  const onRequest = async (request: FastifyRequest) => {
    guard.knock(endpoint, request.ip)
    const person = access === 'signed' ? undefined : await authenticate(request.headers.authorization)
    guard.admit(endpoint, person)
    callers.set(request, person)
  }

  const answer: RouteHandlerMethod = async (request, reply) => {
    const person = callers.get(request)
    const asked = parse(endpoint, request)
    const context = contextOf(request, person)
    guard.count(asked, context)
    const tell = await tellOfActs?.(endpoint, asked, context)
    const made = await handler(asked, context)
    tell?.()
    if (status) void reply.status(status)
    return send(request, reply, made, headers)
  }

  return { onRequest, handler: answer }
}
