/** How bodies are read: not larger than their endpoint needs, and refused unread where reading would take long. */
import type { Endpoint } from '@koedana/contract/kit/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/app-error.ts'

const usualBytes = 64 * 1024
/** A name, a password, a code. */
const credentialBytes = 16 * 1024

export const bodyLimitOf = ({ bodyBytes, rate }: Endpoint): number =>
  bodyBytes ?? (rate === 'credential' ? credentialBytes : usualBytes)

/**
 * Everything here is JSON: whoever sends something else hears so. An object of very many fields is slow to read, far more
 * than its bytes are: nothing that an endpoint takes has so many.
 */
export function readJsonBodies(app: FastifyInstance): void {
  // The framework would hand on a text as it is.
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (hasManyFields(body)) done(new AppError('tooLarge'), undefined)
    else void parse(request, body, done)
  })
}

const mostFields = 20_000

/** By the signs of JSON, some of which may stand in texts. */
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
