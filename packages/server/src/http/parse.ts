/** Validates requests against the contract. Rejections name the wrong fields. */
import { parse as splitQuery } from 'node:querystring'
import {
  type Endpoint,
  type ObjectSchema,
  type ParsedRequest,
  type RawQuery,
  readQuery,
  type Schema,
} from '@koedana/contract/kit/endpoint.ts'
import { unknownFields } from '@koedana/contract/kit/unknown-fields.ts'
import { viewerFilterEntries } from '@koedana/contract/values.ts'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { AppError } from '../lib/app-error.ts'
import type { Context, Person } from './context.ts'
import { readLocale } from './errors.ts'
import { serverUrlOf } from './sub-path.ts'

/** Validates path, query and body of a request. Throws `notFound` for an invalid path, otherwise `malformed`. */
export function parse<E extends Endpoint>(endpoint: E, request: FastifyRequest): ParsedRequest<E>
export function parse(
  endpoint: Endpoint,
  request: FastifyRequest,
): Record<keyof ParsedRequest<Endpoint>, unknown> {
  const { params, query, body } = endpoint
  const parts = rawQuery(request.url)
  rejectUnknownParameters(endpoint, parts)
  return {
    params: params && resolvePath(params, record(request.params)),
    query: query && checkQuery(query, readQuery(query, parts)),
    body: body ? check('body', body, replaceArrays(body, request.body)) : rejectBody(request.body),
  }
}

/** Returns the context that handlers receive. */
export function contextOf(request: FastifyRequest, person: Person | undefined): Context {
  const { method, headers, ip: address, socket, raw, subPath } = request
  const peer = socket.remoteAddress ?? ''
  const locale = readLocale(headers['accept-language'])
  const { httpVersion } = raw
  const signal = () => disconnectSignal(request)
  const isGone = () => socket.destroyed
  const origin = serverUrlOf(request)
  return { method, headers, locale, person, address, peer, origin, subPath, httpVersion, signal, isGone }
}

function disconnectSignal({ raw }: FastifyRequest): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (raw.socket.destroyed) gone.abort()
  })
  return gone.signal
}

/** Invalid path parameters are 404, not a malformed request. */
function resolvePath(schema: ObjectSchema, value: unknown): Record<string, unknown> {
  const result = v.safeParse(schema, value)
  if (!result.success) throw new AppError('notFound')
  return result.output
}

/**
 * Rejects unknown query parameters, because they would have no effect. Endpoints with loose queries are exempt, and viewer filters
 * are allowed on every GET.
 */
function rejectUnknownParameters({ method, query }: Endpoint, parts: RawQuery): void {
  if (query?.type === 'loose_object') return
  const isKnown = (name: string) =>
    (query && Object.hasOwn(query.entries, name)) ||
    (method === 'GET' && Object.hasOwn(viewerFilterEntries, name))
  const unknown = Object.keys(parts).filter((name) => !isKnown(name))
  if (unknown.length === 0) return
  throw new AppError('malformed', { fields: unknownIn('query', unknown) })
}

/** Rejects a non-empty body where the endpoint takes none, because it would have no effect. */
function rejectBody(value: unknown): undefined {
  if (value === undefined || value === null) return
  const names = Object.keys(record(value))
  const isObject = typeof value === 'object' && !Array.isArray(value)
  if (isObject && names.length === 0) return
  throw new AppError('malformed', { fields: isObject ? unknownIn('body', names) : { body: 'fieldUnknown' } })
}

const unknownIn = (part: string, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.slice(0, maxReported).map((name) => [`${part}.${name}`, 'fieldUnknown']))

const maxReported = 20

/** Replaces arrays by null where an object is expected: a schema whose fields are all optional would accept an array as empty. */
function replaceArrays(schema: unknown, value: unknown): unknown {
  const { entries, wrapped, type } = record(schema)
  if (wrapped !== undefined) return replaceArrays(wrapped, value)
  if ((entries === undefined && type !== 'record') || typeof value !== 'object') return value
  if (value === null || Array.isArray(value)) return null
  const given = record(value)
  for (const [name, entry] of Object.entries(record(entries))) {
    if (Object.hasOwn(given, name)) given[name] = replaceArrays(entry, given[name])
  }
  return given
}

/**
 * Validates only the fields that are present or required, for speed: a search has about fifty fields, and most requests use about
 * five.
 */
function checkQuery(schema: ObjectSchema, value: Record<string, unknown>): Record<string, unknown> {
  if ('pipe' in schema) return check('query', schema, value)
  const checked: Record<string, unknown> = {}
  for (const key of namesIn(schema, value)) {
    const entry = schema.entries[key]
    const result = entry && v.safeParse(entry, value[key])
    if (result?.success) checked[key] = result.output
    else if (result) rejectQuery(schema, value)
  }
  return checked
}

function namesIn(schema: ObjectSchema, value: Record<string, unknown>): readonly string[] {
  const names = Object.keys(value)
  for (const key of requiredFieldsOf(schema)) if (!(key in value)) names.push(key)
  return names
}

function rejectQuery(schema: ObjectSchema, value: Record<string, unknown>): never {
  const entries = Object.fromEntries(
    Object.entries(schema.entries).filter(([key]) => key in value || requiredFieldsOf(schema).includes(key)),
  )
  check('query', v.object(entries), value)
  throw new Error('a query whose fields are all right was refused')
}

const requiredFieldsCache = new WeakMap<ObjectSchema, readonly string[]>()

/** Returns the fields that are required or have a default. */
function requiredFieldsOf(schema: ObjectSchema): readonly string[] {
  const known = requiredFieldsCache.get(schema)
  if (known) return known
  const found = Object.entries(schema.entries).filter(([, entry]) => !mayBeLeftOut(entry))
  const names = found.map(([name]) => name)
  requiredFieldsCache.set(schema, names)
  return names
}

const mayBeLeftOut = (entry: v.ObjectEntries[string]): boolean =>
  entry.type === 'optional' && 'default' in entry && entry.default === undefined

/** Validates a value. Rejects with every wrong field and the message key that explains it. */
function check<S extends Schema | ObjectSchema>(part: string, schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value)
  const unknown = part === 'body' ? unknownFields(schema, value) : []
  if (result.success && unknown.length === 0) return result.output
  const fields = unknownIn(part, unknown)
  const allowed: Record<string, string[]> = {}
  for (const issue of result.issues ?? []) {
    const path = v.getDotPath(issue)?.replace(/\.\d+$/, '')
    const field = path ? `${part}.${path}` : part
    fields[field] ??= messageKeyOf(issue)
    const words = issue.type === 'picklist' ? allowedValuesOf(schema, path) : undefined
    if (words) allowed[field] = words
  }
  throw new AppError('malformed', Object.keys(allowed).length > 0 ? { fields, allowed } : { fields })
}

/** valibot has its own English messages for missing values and for wrong types without a custom message. */
function messageKeyOf({ type, input, path, message }: v.BaseIssue<unknown>): string {
  if (input === undefined && (type === 'object' || path === undefined)) return 'required'
  return isMessageKey(message) ? message : (keysByType[type] ?? 'valueUnknown')
}

const isMessageKey = (message: string): boolean => /^[a-zA-Z]+$/.test(message)

const keysByType: Readonly<Record<string, string>> = {
  object: 'objectExpected',
  record: 'objectExpected',
  array: 'listExpected',
  string: 'textExpected',
  number: 'numberExpected',
  boolean: 'booleanExpected',
}

/** Returns the allowed values of a field, if it has a closed list. */
function allowedValuesOf(schema: Schema | ObjectSchema, field: string | undefined): string[] | undefined {
  const entry = 'entries' in schema && field !== undefined ? schema.entries[field] : undefined
  let inner: unknown = entry
  while (typeof inner === 'object' && inner !== null) {
    if ('options' in inner && Array.isArray(inner.options)) return inner.options.map(String)
    inner = 'wrapped' in inner ? inner.wrapped : 'item' in inner ? inner.item : undefined
  }
  return undefined
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Parses the query of a URL into unvalidated values. */
export function rawQuery(url: string): RawQuery {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const text = url.slice(start + 1)
  return escapePattern.test(text) ? splitQuery(text, '&', '=', unlimitedKeys) : splitPlain(text)
}

/** A filter may repeat thousands of keys. The limit of the URL (16 KiB) bounds them. */
const unlimitedKeys = { maxKeys: 0 }

const escapePattern = /[%+]/

/**
 * Splits a query without escapes in half the time of the general parser. Most queries have none, and repeated names usually follow
 * each other.
 */
function splitPlain(text: string): RawQuery {
  const parts: Record<string, string | string[] | undefined> = Object.create(null)
  /** The values of the previous name, if it is repeated, and its prefix. */
  let values: string[] | undefined
  let beginning = ''
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    end = endOf(text, '&', at)
    if (end === at) continue
    if (values && text.startsWith(beginning, at)) {
      values.push(text.slice(at + beginning.length, end))
      continue
    }
    const part = text.slice(at, end)
    const nameEnd = endOf(part, '=', 0)
    const name = part.slice(0, nameEnd)
    const known = parts[name]
    const value = part.slice(nameEnd + 1)
    if (Array.isArray(known)) known.push(value)
    else parts[name] = known === undefined ? value : [known, value]
    const kept = parts[name]
    values = Array.isArray(kept) ? kept : undefined
    beginning = `${name}=`
  }
  return parts
}

/** Returns the index of the sign, or the end of the text. */
function endOf(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from)
  return found < 0 ? text.length : found
}
