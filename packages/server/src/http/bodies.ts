/** Reads request bodies as text and JSON. Bodies with another encoding are rejected before they are parsed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { decodeUtf8 } from '../lib/utf8.rules.ts'

/**
 * Rejects a body whose declared length is over the limit of its route. Call it before any rate limit counts the request: such a
 * body always gets 413. Throws `tooLarge`.
 */
export function rejectLargeBody(
  { method, headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
): void {
  if (method === 'GET' || method === 'HEAD') return
  if (Number(headers['content-length'] ?? 0) <= routeOptions.bodyLimit) return
  // The client would still send the body, but nothing will read it.
  void reply.header('connection', 'close')
  throw new AppError('tooLarge')
}

type Done = (error: Error | null, body?: unknown) => void

/** Accepts bodies of this type as text. Compressed bodies and invalid UTF-8 are rejected. */
export function acceptText(
  app: FastifyInstance,
  type: string,
  read: (request: FastifyRequest, text: string, done: Done) => void,
): void {
  app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, bytes, done) => {
    const coding = request.headers['content-encoding']
    if (coding && coding.toLowerCase() !== 'identity') return done(new AppError('unsupportedType'))
    const text = decodeUtf8(bytes)
    if (text === undefined) return done(new AppError('malformed', { fields: { body: 'textExpected' } }))
    read(request, text, done)
  })
}

/**
 * Accepts only JSON bodies. Objects with very many fields are rejected: they are slow to parse for their size, and no endpoint
 * needs them.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  // The framework would otherwise accept plain text.
  app.removeContentTypeParser('text/plain')
  acceptJson(app)
}

/** Parses JSON bodies. With `mayBeEmpty`, an empty body is undefined. */
export function acceptJson(app: FastifyInstance, { mayBeEmpty = false } = {}): void {
  app.removeContentTypeParser('application/json')
  const parse = app.getDefaultJsonParser('error', 'error')
  acceptText(app, 'application/json', (request, text, done) => {
    if (mayBeEmpty && text.trim() === '') done(null, undefined)
    else if (hasManyFields(text)) done(new AppError('tooLarge'))
    else void parse(request, text, done)
  })
}

const maxFields = 20_000

/** Counts `:` and `{`, including those inside strings. */
export function hasManyFields(body: string): boolean {
  if (body.length < maxFields) return false
  return count(body, ':') + count(body, '{') > maxFields
}

function count(body: string, sign: string): number {
  let found = 0
  for (let at = body.indexOf(sign); at >= 0 && found <= maxFields; at = body.indexOf(sign, at + 1)) found += 1
  return found
}
