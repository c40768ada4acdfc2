import type { Socket } from 'node:net'
import { type ErrorBody, type ErrorCode, errorStatus } from '@koedana/contract/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { databaseFaultOf } from '../db/fault.rules.ts'
import { AppError } from '../lib/app-error.ts'
import { negotiateEncoding } from './encoding.rules.ts'
import { errorMessages, localeOf } from './error-messages.ts'
import { memoized } from './memoized.ts'
import { securityHeaders } from './security-headers.ts'
import type { FindMethods } from './serve.ts'
import { formatWait } from './wait.rules.ts'

export function handleErrors(app: FastifyInstance, offered: FindMethods): void {
  app.setErrorHandler((cause: FastifyError | AppError, request, reply) => {
    const isAbsent = cause instanceof AppError && cause.code === 'notFound'
    return isAbsent ? sendNotFound(cause, request, reply) : sendError(cause, request, reply)
  })
  app.setNotFoundHandler((request, reply) => sendNotFound(new AppError('notFound'), request, reply))

  /**
   * Responds with 405 if the path exists for other methods, otherwise with the error. A path may also match a pattern of this
   * method by accident: `/auth/login` is not an entity.
   */
  function sendNotFound(cause: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const methods = offered(request.url)
    if (methods.length === 0 || methods.includes(request.method)) return sendError(cause, request, reply)
    return sendError(new AppError('methodNotAllowed'), request, reply.header('allow', methods.join(', ')))
  }
}

/** Errors that the administrator must fix, so they are logged. */
const isServerFault = ({ code }: AppError): boolean =>
  ['internal', 'storageAway', 'databaseAway', 'storageFull'].includes(code)

const corruptionMessage = 'the database is damaged: `koedana doctor` says what of it, and what to do'

/** Handles errors that the framework raises before routing, when no hook has run yet. */
export function sendFrameworkError(cause: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void sendError(cause, request, reply.headers(securityHeaders))
}

function sendError(
  cause: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = failureOf(cause, request)
  const wait = retryAfterOf(error)
  if (wait !== undefined) void reply.header('retry-after', String(wait))
  return reply
    .status(errorStatus[error.code])
    .header('cache-control', 'no-store')
    .send(bodyOf(error, request.headers['accept-language']))
}

/** Maps a cause to an error whose code may be public. Details that only the administrator needs go to the log. */
function failureOf(cause: FastifyError | AppError, request: FastifyRequest): AppError {
  // ECONNRESET may also come from the database. It is a client disconnect only if the client's connection was destroyed before
  // the request was complete.
  const { destroyed, complete } = request.raw
  const isCutOff = cause.code === 'ECONNRESET' && destroyed && !complete
  const error = cause instanceof AppError ? cause : isCutOff ? new AppError('timedOut') : toAppError(cause)
  if (isCutOff) request.log.debug('request cut off')
  if (isServerFault(error)) request.log.error({ err: cause }, 'request failed')
  if (error.code === 'databaseDamaged') {
    request.log.error({ found: cause.message }, corruptionMessage)
  }
  return error
}

export interface Failure {
  readonly code: ErrorCode
  readonly status: number
  readonly sentence: string
}

/** Returns the same for a compatibility API, which formats errors itself. */
export function describeFailure(cause: FastifyError | AppError, request: FastifyRequest): Failure {
  const error = failureOf(cause, request)
  const { error: sentence } = bodyOf(error, request.headers['accept-language'])
  return { code: error.code, status: errorStatus[error.code], sentence }
}

function bodyOf(error: AppError, acceptLanguage: string | undefined): ErrorBody {
  const { code, fields, allowed } = error
  const locale = readLocale(acceptLanguage)
  const wait = retryAfterOf(error)
  const sentence = errorMessages[locale][code]
  const filledSentence = wait === undefined ? sentence : sentence.replace('{wait}', formatWait(wait, locale))
  return { error: filledSentence, code, ...(fields ? { fields } : {}), ...(allowed ? { allowed } : {}) }
}

const defaultWaitSeconds = 60
/** The database is retried with every request. */
const databaseRetryAfterSeconds = 5

function retryAfterOf({ code, retryAfterSeconds }: AppError): number | undefined {
  const status = errorStatus[code]
  return status === 429 || status === 503 ? (retryAfterSeconds ?? defaultWaitSeconds) : undefined
}

const bodyFaults: Readonly<Record<string, string>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'required',
  FST_ERR_CTP_INVALID_JSON_BODY: 'jsonExpected',
}

/** Maps database faults, and the framework's own rejections by their status (body too large, wrong content type). */
function toAppError(cause: FastifyError): AppError {
  const stored = databaseFaultOf(cause)
  if (stored) {
    const isSoon = stored !== 'databaseDamaged'
    return new AppError(stored, {
      cause,
      ...(isSoon ? { retryAfterSeconds: databaseRetryAfterSeconds } : {}),
    })
  }
  const status = cause.statusCode ?? 500
  const known = Object.keys(errorStatus)
    .filter(isErrorCode)
    .find((code) => errorStatus[code] === status)
  const fault = bodyFaults[cause.code]
  const fields = fault === undefined ? {} : { fields: { body: fault } }
  return new AppError(known ?? (status >= 400 && status < 500 ? 'malformed' : 'internal'), {
    cause,
    ...fields,
  })
}

const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(errorStatus, name)

/**
 * For requests that are not valid HTTP: a response is still sent if the connection is open, in the default language because no
 * header was read.
 */
interface ProtocolError {
  readonly code: ErrorCode
  /** The reason phrase of the status line. */
  readonly reason: string
}

const malformed: ProtocolError = { code: 'malformed', reason: 'Bad Request' }
const protocolErrors: Readonly<Record<string, ProtocolError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'timedOut', reason: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: { code: 'headersTooLarge', reason: 'Request Header Fields Too Large' },
}

export function respondToBrokenHttp(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(responseTo(protocolErrors[error.code ?? ''] ?? malformed))
  socket.destroy(error)
}

/** Responds to a connection without reading a request, and closes it. */
export function respondAndEnd(socket: Socket, code: 'tooManyRequests'): void {
  socket.on('error', () => undefined)
  socket.end(responseTo({ code, reason: 'Too Many Requests' }), () => socket.destroy())
}

/** Handles requests with an unknown `Expect` header as usual, instead of failing them. */
export function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

function responseTo({ code, reason }: ProtocolError): string {
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

/** Returns the locale of the `Accept-Language` header. Memoized, because browsers send few different values. */
export const readLocale = memoized(localeOf)
export const readEncoding = memoized(negotiateEncoding)
