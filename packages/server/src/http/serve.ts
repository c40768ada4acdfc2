/** Mounts the endpoints of the contract: admit, parse at the border, hand to the feature, answer. */
import { basePath } from '@koedana/contract/api.ts'
import type { Endpoint } from '@koedana/contract/kit/endpoint.ts'
import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import type { AnswerCache } from './answer-cache.ts'
import { serveCached } from './cached.ts'
import type { Cached, Handler } from './context.ts'
import { admit } from './guard.ts'
import { contextOf, parse } from './parse.ts'
import { send } from './send.ts'

/** An endpoint with its handler, the handler's type forgotten. */
export interface Route {
  readonly endpoint: Endpoint
  readonly mount: (app: FastifyInstance, answers: AnswerCache) => void
}

/** With `cached`, answers are kept and shared by those whom it names alike. */
export function route<E extends Endpoint>(endpoint: E, handler: Handler<E>, cached?: Cached<E>): Route {
  return {
    endpoint,
    mount: (app, answers) => {
      app.route({
        method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
        url: basePath + endpoint.path,
        handler: cached ? serveCached({ endpoint, handler, cached, answers }) : serveFresh(endpoint, handler),
      })
    },
  }
}

function serveFresh<E extends Endpoint>(endpoint: E, handler: Handler<E>): RouteHandlerMethod {
  return async (request, reply) => {
    admit(endpoint, request.headers.authorization)
    return send(request, reply, await handler(parse(endpoint, request), contextOf(request)))
  }
}
