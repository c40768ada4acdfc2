/** Answers that are not kept. */
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Bytes, isBytes, jsonHeaders, jsonOf, type ownHeaders } from './context.ts'
import { readEncoding } from './errors.ts'
import { compressQuickly, smallestCompressed } from './response-cache.ts'

export type JsonHeaders = typeof jsonHeaders | typeof ownHeaders

export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  response: unknown,
  headers: JsonHeaders = jsonHeaders,
): FastifyReply {
  const json = jsonOf(response)
  if (json) return sendJson(request, reply.headers(headers), json)
  if (isBytes(response)) return sendBytes(reply, response)
  return reply.status(204).header('cache-control', headers['cache-control']).send()
}

function sendJson(request: FastifyRequest, reply: FastifyReply, body: Uint8Array): FastifyReply {
  const encoding = readEncoding(request.headers['accept-encoding'])
  if (encoding === 'identity' || body.length < smallestCompressed) return reply.send(body)
  return reply.header('content-encoding', encoding).send(compressQuickly(body, encoding))
}

function sendBytes(reply: FastifyReply, response: Bytes): FastifyReply {
  if (response.body instanceof Readable) response.body.once('error', () => cutOff(reply))
  return reply
    .status(response.status)
    .headers({ ...response.headers })
    .send(response.body)
}

/** Nor does the listener get what the system has taken to send: that may be megabytes. */
function cutOff({ raw: { socket } }: FastifyReply): void {
  // Only a connection by TCP can be reset.
  if (socket instanceof Socket && socket.remoteAddress !== undefined) socket.resetAndDestroy()
}
