/** What is no HTTP is answered too, as far as the connection still hears: in the usual language, since no header was read. */
import type { Socket } from 'node:net'
import { type ErrorCode, errorStatus } from '@koedana/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { bodyOf } from './errors.ts'
import { securityHeaders } from './security-headers.ts'

interface Fault {
  readonly code: ErrorCode
  /** Of the status line. */
  readonly reason: string
}

const malformed: Fault = { code: 'malformed', reason: 'Bad Request' }
const faults: Readonly<Record<string, Fault>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'timedOut', reason: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: { code: 'headersTooLarge', reason: 'Request Header Fields Too Large' },
}

export function answerBrokenHttp(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(answerTo(faults[error.code ?? ''] ?? malformed))
  socket.destroy(error)
}

/** To a connection that nothing is read from. */
export function answerAndEnd(socket: Socket, code: 'tooManyRequests'): void {
  socket.on('error', () => undefined)
  socket.end(answerTo({ code, reason: 'Too Many Requests' }), () => socket.destroy())
}

/** An expectation that the server does not know is no reason to leave a request unanswered. */
export function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

function answerTo({ code, reason }: Fault): string {
  const body = JSON.stringify(bodyOf(new AppError(code), undefined))
  const headers = Object.entries({
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${errorStatus[code]} ${reason}\r\n${headers.join('')}\r\n${body}`
}
