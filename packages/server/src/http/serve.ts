/** Mounts the endpoints of the contract: admit, parse at the border, hand to the feature, answer. */
import { basePath } from '@koedana/contract/api.ts'
import type { Endpoint, ObjectSchema, Parsed, Schema } from '@koedana/contract/kit/endpoint.ts'
import { type RawQuery, readQuery } from '@koedana/contract/kit/query.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { AppError } from '../lib/app-error.ts'
import { type Bytes, type Handler, isBytes } from './context.ts'
import { admit } from './guard.ts'
import { localeOf } from './sentences.ts'

/** An endpoint with its handler, the handler's type forgotten. */
export interface Route {
  readonly endpoint: Endpoint
  readonly mount: (app: FastifyInstance) => void
}

export function route<E extends Endpoint>(endpoint: E, handler: Handler<E>): Route {
  return { endpoint, mount: (app) => mount(app, endpoint, handler) }
}

function mount<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  app.route({
    method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
    url: basePath + endpoint.path,
    handler: async (request, reply) => {
      admit(endpoint, request.headers.authorization)
      const answer = await handler(parse(endpoint, request), {
        method: request.method,
        headers: request.headers,
        locale: localeOf(request.headers['accept-language']),
      })
      return isBytes(answer) ? sendBytes(reply, answer) : sendJson(reply, answer)
    },
  })
}

function parse<E extends Endpoint>(endpoint: E, request: FastifyRequest): Parsed<E>
function parse(endpoint: Endpoint, request: FastifyRequest): Record<keyof Parsed<Endpoint>, unknown> {
  const { params, query, body } = endpoint
  return {
    params: params && resolvePath(params, record(request.params)),
    query: query && check('query', query, readQuery(query, rawQuery(request.query))),
    body: body && check('body', body, request.body),
  }
}

/** A path whose parts cannot be right leads nowhere: it is not a malformed request. */
function resolvePath(schema: ObjectSchema, value: unknown): Record<string, unknown> {
  const result = v.safeParse(schema, value)
  if (!result.success) throw new AppError('notFound')
  return result.output
}

/** Refuses with the name of every wrong field and the message key that explains it. */
function check<S extends Schema | ObjectSchema>(part: string, schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const fields: Record<string, string> = {}
  for (const issue of result.issues) {
    const path = v.getDotPath(issue)
    fields[path ? `${part}.${path.replace(/\.\d+$/, '')}` : part] ??= issue.message
  }
  throw new AppError('malformed', { fields })
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function rawQuery(value: unknown): RawQuery {
  const raw: Record<string, string | string[]> = {}
  for (const [key, one] of Object.entries(record(value))) {
    if (typeof one === 'string') raw[key] = one
    else if (Array.isArray(one)) raw[key] = one.filter((text) => typeof text === 'string')
  }
  return raw
}

function sendJson(reply: FastifyReply, answer: unknown): FastifyReply {
  void reply.header('cache-control', 'private, no-cache')
  return answer === undefined ? reply.status(204).send() : reply.send(answer)
}

function sendBytes(reply: FastifyReply, answer: Bytes): FastifyReply {
  void reply.status(answer.status).headers({ ...answer.headers })
  return reply.send(answer.body)
}
