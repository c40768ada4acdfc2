/**
 * Serves endpoints whose responses are cached from the second request on. A hit is found by the request text, before the query is
 * parsed. Responses are not stored if their sources changed meanwhile, or if they are personal.
 */
import type { Endpoint, ParsedRequest } from '@koedana/contract/kit/endpoint.ts'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { createAdmissionFilter } from './admission-filter.ts'
import {
  type Authenticate,
  type CachePolicy,
  type Context,
  type Handler,
  isBytes,
  jsonHeaders,
  jsonOf,
  type Person,
} from './context.ts'
import { readEncoding } from './errors.ts'
import type { Guard } from './guard.ts'
import { contextOf, parse } from './parse.ts'
import { changeHeadersOf } from './read-your-writes.ts'
import { type CachedResponse, cachedResponseOf, type Form, type ResponseCache } from './response-cache.ts'
import { securityHeaders } from './security-headers.ts'
import { send } from './send.ts'

export interface CachedSources<E extends Endpoint> {
  readonly endpoint: E
  readonly handler: Handler<E>
  readonly cached: CachePolicy
  readonly responses: ResponseCache
  readonly authenticate: Authenticate
  readonly guard: Guard
}

/** Longer URLs are found only by their canonical key. */
const maxTextLength = 600

export function serveCached<E extends Endpoint>(sources: CachedSources<E>): RouteHandlerMethod {
  const { endpoint, handler, cached, responses, authenticate, guard } = sources
  const makeResponse = createMaker(sources)
  const makeAndStore = createSharedMaker(sources, makeResponse)
  const wasRequested = createAdmissionFilter()

  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    lookup: CacheLookup,
  ): Promise<FastifyReply> {
    const { context, audience, isNew } = lookup
    const parsed = parse(endpoint, request)
    guard.count(parsed, context)
    const isPersonalRequest = audience === undefined || cached.isPersonal?.(parsed.query ?? {})
    if (isPersonalRequest && !cached.hasOwnTags) return send(request, reply, await handler(parsed, context))
    const made = await (isNew || isPersonalRequest
      ? makeResponse(parsed, context)
      : findOrKeep(parsed, lookup))
    return 'form' in made ? sendCached(request, reply, made) : send(request, reply, made.other)
  }

  async function findOrKeep(parsed: ParsedRequest<E>, { context, audience, text }: CacheLookup) {
    const key = keyOf(endpoint, parsed, `${audience} ${context.locale}`)
    const made = responses.find(key, cached.version()) ?? (await makeAndStore(key, parsed, context))
    if (text !== undefined) responses.remember(text, key)
    return made
  }

  function serve(request: FastifyRequest, reply: FastifyReply, person: Person | undefined) {
    guard.admit(endpoint, person)
    const context = contextOf(request, person)
    const audience = cached.audience(context)
    if (audience === undefined) return respond(request, reply, { context, audience, isNew: true })
    // Neither locales nor audiences contain a space, so the combination is unambiguous.
    const text = `${audience} ${context.locale} ${request.url}`
    const isShort = request.url.length <= maxTextLength
    const found = isShort ? responses.recall(text, cached.version()) : undefined
    if (found) return sendCached(request, reply, found)
    const isNew = !wasRequested(text)
    return respond(request, reply, { context, audience, isNew, text: isShort ? text : undefined })
  }

  return (request, reply) => {
    guard.knock(endpoint, request.ip)
    const person = authenticate(request.headers.authorization, request.ip)
    return person instanceof Promise
      ? person.then((known) => serve(request, reply, known))
      : serve(request, reply, person)
  }
}

interface CacheLookup {
  readonly context: Context
  readonly audience: string | undefined
  readonly text?: string | undefined
  readonly isNew: boolean
}

/** A response that is not JSON and therefore never cached. */
interface UncacheableResponse {
  readonly other: unknown
}

type Make<E extends Endpoint> = (
  parsed: ParsedRequest<E>,
  context: Context,
) => Promise<CachedResponse | UncacheableResponse>

function createMaker<E extends Endpoint>({ handler, cached }: CachedSources<E>): Make<E> {
  return async (parsed, context) => {
    const version = cached.version()
    const other = await handler(parsed, context)
    const body = jsonOf(other)
    const checksum = isBytes(other) ? other.checksum : undefined
    return body ? cachedResponseOf(body, version, checksum) : { other }
  }
}

/** Concurrent requests for the same response share one computation. */
function createSharedMaker<E extends Endpoint>({ cached, responses }: CachedSources<E>, make: Make<E>) {
  const begun = new Map<string, Promise<CachedResponse | UncacheableResponse>>()

  async function computeAndStore(
    key: string,
    parsed: ParsedRequest<E>,
    context: Context,
  ): Promise<CachedResponse | UncacheableResponse> {
    const respond = await make(parsed, context)
    // If a change occurred meanwhile, parts of the response may be older than others, so it is not stored.
    if ('form' in respond && cached.version() === respond.version) responses.keep(key, respond)
    return respond
  }

  return (
    key: string,
    parsed: ParsedRequest<E>,
    context: Context,
  ): Promise<CachedResponse | UncacheableResponse> => {
    // The version is part of the key: a request after a change must not get data from before it.
    const name = `${cached.version()} ${key}`
    const known = begun.get(name)
    if (known) return known
    const made = computeAndStore(key, parsed, context).finally(() => begun.delete(name))
    begun.set(name, made)
    return made
  }
}

/** Returns the canonical key. Parsing orders the fields by schema and drops unknown ones, so equivalent requests share a key. */
function keyOf(endpoint: Endpoint, { params, query }: RequestParts, audience: string): string {
  return `${endpoint.method} ${endpoint.path} ${audience} ${JSON.stringify([params, query])}`
}

type RequestParts = Pick<ParsedRequest<Endpoint>, 'params' | 'query'>

/** Sends a cached response, bypassing the framework for speed: most requests end here. */
function sendCached(request: FastifyRequest, reply: FastifyReply, respond: CachedResponse): FastifyReply {
  const matchedTag = respond.heldAs(request.headers['if-none-match'])
  const own = ['x-request-id', request.id, ...changeHeadersOf(reply)]
  const response = reply.hijack().raw
  if (matchedTag !== undefined) {
    response.writeHead(304, [...commonHeaders, 'etag', matchedTag, ...own]).end()
    return reply
  }
  const form = respond.form(readEncoding(request.headers['accept-encoding']))
  response.writeHead(200, [...headersOf(form), ...own])
  if (request.method === 'HEAD') response.end()
  else response.end(form.bytes)
  return reply
}

/** Header names and values alternating, as `writeHead` accepts them. */
const commonHeaders: readonly string[] = Object.entries({
  ...securityHeaders,
  ...withoutType(jsonHeaders),
}).flat()

function headersOf({ bytes, encoding, etag }: Form): string[] {
  const headers = [...commonHeaders, 'etag', etag, 'content-type', jsonHeaders['content-type']]
  headers.push('content-length', String(bytes.length))
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  return headers
}

function withoutType({ 'content-type': _, ...rest }: typeof jsonHeaders) {
  return rest
}
