import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PumpedBody } from '../lib/pumped-body.ts'
import { type Bytes, isBytes, jsonHeaders, jsonOf, type noStoreHeaders } from './context.ts'
import { readEncoding } from './errors.ts'
import { compressQuickly, minCompressedBytes } from './response-cache.ts'

export type JsonHeaders = typeof jsonHeaders | typeof noStoreHeaders

export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  response: unknown,
  headers: JsonHeaders = jsonHeaders,
): FastifyReply {
  const json = jsonOf(response)
  if (json) return sendText(request, reply.headers(headers), json)
  if (isBytes(response)) return sendBytes(reply, response)
  return reply.status(204).header('cache-control', headers['cache-control']).send()
}

export function sendText(request: FastifyRequest, reply: FastifyReply, body: Uint8Array): FastifyReply {
  const encoding = readEncoding(request.headers['accept-encoding'])
  if (encoding === 'identity' || body.length < minCompressedBytes) return reply.send(body)
  return reply.header('content-encoding', encoding).send(compressQuickly(body, encoding))
}

function sendBytes(reply: FastifyReply, response: Bytes): FastifyReply {
  const { body } = response
  if (body instanceof Readable) body.once('error', () => resetConnection(reply))
  if (body instanceof PumpedBody) return pumpBody(reply, response, body)
  return reply
    .status(response.status)
    .headers({ ...response.headers })
    .send(body)
}

/** Sends the body with its own pump. The framework would read it as a plain stream. */
function pumpBody(reply: FastifyReply, { status, headers }: Bytes, body: PumpedBody): FastifyReply {
  const { raw } = reply.headers({ ...headers }).hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(status)
  raw.once('close', () => body.destroy())
  const write = (piece: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      raw.write(piece, (error) => (error ? reject(error) : resolve()))
    })
  body.once('close', () => {
    if (!body.errored) raw.end()
  })
  void body.pump(write)
  return reply
}

/** Resets the connection when reading fails, so the client does not take buffered data, maybe megabytes, for a complete response. */
function resetConnection({ raw: { socket } }: FastifyReply): void {
  // Only TCP connections can be reset.
  if (socket instanceof Socket && socket.remoteAddress !== undefined) socket.resetAndDestroy()
}
