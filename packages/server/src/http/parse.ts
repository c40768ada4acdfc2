/** The border: what a request says in the types the contract declares, or a refusal that names the field. */
import type { Endpoint, ObjectSchema, Parsed, Schema } from '@koedana/contract/kit/endpoint.ts'
import { type RawQuery, readQuery } from '@koedana/contract/kit/query.ts'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { AppError } from '../lib/app-error.ts'
import type { Context } from './context.ts'
import { readLocale } from './negotiated.ts'

export function parse<E extends Endpoint>(endpoint: E, request: FastifyRequest): Parsed<E>
export function parse(endpoint: Endpoint, request: FastifyRequest): Record<keyof Parsed<Endpoint>, unknown> {
  const { params, query, body } = endpoint
  return {
    params: params && resolvePath(params, record(request.params)),
    query: query && check('query', query, readQuery(query, rawQuery(request.query))),
    body: body && check('body', body, request.body),
  }
}

export function contextOf({ method, headers }: FastifyRequest): Context {
  return { method, headers, locale: readLocale(headers['accept-language']) }
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
