/** Answers that are not kept. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressQuickly, smallestCompressed } from './compress.ts'
import { type Bytes, isBytes } from './context.ts'
import { jsonHeaders, jsonOf } from './json-bytes.ts'
import { readEncoding } from './negotiated.ts'

export function send(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  const json = jsonOf(answer)
  if (json) return sendJson(request, reply, json)
  if (isBytes(answer)) return sendBytes(reply, answer)
  return reply.status(204).header('cache-control', jsonHeaders['cache-control']).send()
}

function sendJson(request: FastifyRequest, reply: FastifyReply, body: Uint8Array): FastifyReply {
  void reply.headers(jsonHeaders)
  const encoding = readEncoding(request.headers['accept-encoding'])
  if (encoding === 'identity' || body.length < smallestCompressed) return reply.send(body)
  return reply.header('content-encoding', encoding).send(compressQuickly(body, encoding))
}

function sendBytes(reply: FastifyReply, answer: Bytes): FastifyReply {
  return reply
    .status(answer.status)
    .headers({ ...answer.headers })
    .send(answer.body)
}
