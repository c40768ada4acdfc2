/** Bodies as texts, and as JSON: what is something else is refused before it is read as such. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { utf8Of } from '../lib/utf8.rules.ts'

/**
 * Rejects a body whose declared length is over the limit of its route. Call it before anything counts the request: such a
 * body gets 413 whatever else is wrong with the request. Throws `tooLarge`.
 */
export function rejectLargeBody(
  { method, headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
): void {
  if (method === 'GET' || method === 'HEAD') return
  if (Number(headers['content-length'] ?? 0) <= routeOptions.bodyLimit) return
  // The client is about to send the body all the same, and nobody reads it.
  void reply.header('connection', 'close')
  throw new AppError('tooLarge')
}

type Done = (error: Error | null, body?: unknown) => void

/** Takes bodies of this type as texts. A body that is compressed, or no UTF-8, is none. */
export function readTexts(
  app: FastifyInstance,
  type: string,
  read: (request: FastifyRequest, text: string, done: Done) => void,
): void {
  app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, bytes, done) => {
    const coding = request.headers['content-encoding']
    if (coding && coding.toLowerCase() !== 'identity') return done(new AppError('unsupportedType'))
    const text = utf8Of(bytes)
    if (text === undefined) return done(new AppError('malformed', { fields: { body: 'textExpected' } }))
    read(request, text, done)
  })
}

/**
 * Everything of our own is JSON: anything else is refused. An object of very many fields is slow to read, far more
 * than its bytes are: nothing that an endpoint takes has so many.
 */
export function readJsonBodies(app: FastifyInstance): void {
  // The framework would hand on a text as it is.
  app.removeContentTypeParser('text/plain')
  readJson(app)
}

/** Returns undefined for an empty body where `mayBeEmpty`. */
export function readJson(app: FastifyInstance, { mayBeEmpty = false } = {}): void {
  app.removeContentTypeParser('application/json')
  const parse = app.getDefaultJsonParser('error', 'error')
  readTexts(app, 'application/json', (request, text, done) => {
    if (mayBeEmpty && text.trim() === '') done(null, undefined)
    else if (hasManyFields(text)) done(new AppError('tooLarge'))
    else void parse(request, text, done)
  })
}

const mostFields = 20_000

/** Counts the signs of JSON, some of which may stand in texts. */
export function hasManyFields(body: string): boolean {
  if (body.length < mostFields) return false
  return count(body, ':') + count(body, '{') > mostFields
}

function count(body: string, sign: string): number {
  let found = 0
  for (let at = body.indexOf(sign); at >= 0 && found <= mostFields; at = body.indexOf(sign, at + 1))
    found += 1
  return found
}
