/** A kept answer on its way out, past the framework's own sending: this is what most requests come to. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Form } from './answer-cache.ts'
import { jsonHeaders } from './json-bytes.ts'
import { readEncoding } from './negotiated.ts'
import { securityHeaders } from './security-headers.ts'

export function sendKept(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const held = answer.heldAs(request.headers['if-none-match'])
  const response = reply.hijack().raw
  if (held !== undefined) {
    response.writeHead(304, [...common, 'etag', held]).end()
    return reply
  }
  const form = answer.form(readEncoding(request.headers['accept-encoding']))
  response.writeHead(200, headersOf(form))
  if (request.method === 'HEAD') response.end()
  else response.end(form.bytes)
  return reply
}

/** Names and values in turn, as they go onto the wire. */
const common: readonly string[] = Object.entries({ ...securityHeaders, ...withoutType(jsonHeaders) }).flat()

function headersOf({ bytes, encoding, etag }: Form): string[] {
  const headers = [...common, 'etag', etag, 'content-type', jsonHeaders['content-type']]
  headers.push('content-length', String(bytes.length))
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  return headers
}

function withoutType({ 'content-type': _, ...rest }: typeof jsonHeaders) {
  return rest
}
