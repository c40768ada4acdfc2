/** The one translator from what went wrong to what the caller hears. */
import { type ErrorBody, type ErrorCode, errorStatus } from '@koedana/contract/errors.ts'
import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { readLocale } from './negotiated.ts'
import { sentences } from './sentences.ts'

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((cause: FastifyError | AppError, request, reply) => {
    const error = cause instanceof AppError ? cause : new AppError(codeOf(cause), { cause })
    if (error.code === 'internal') request.log.error({ err: cause, requestId: request.id }, 'request failed')
    void reply.header('cache-control', 'no-store')
    if (error.retryAfterSeconds) void reply.header('retry-after', String(error.retryAfterSeconds))
    return reply.status(errorStatus[error.code]).send(bodyOf(error, request.headers['accept-language']))
  })
  app.setNotFoundHandler((request, reply) =>
    reply
      .status(404)
      .header('cache-control', 'no-store')
      .send(bodyOf(new AppError('notFound'), request.headers['accept-language'])),
  )
}

function bodyOf(error: AppError, acceptLanguage: string | undefined): ErrorBody {
  const sentence = sentences[readLocale(acceptLanguage)][error.code]
  const { code, fields, allowed } = error
  return { error: sentence, code, ...(fields ? { fields } : {}), ...(allowed ? { allowed } : {}) }
}

/** The framework's own refusals (a body that is too large, a wrong content type) by their status. */
function codeOf(cause: FastifyError): ErrorCode {
  const status = cause.statusCode ?? 500
  const known = Object.keys(errorStatus)
    .filter(isErrorCode)
    .find((code) => errorStatus[code] === status)
  return known ?? (status >= 400 && status < 500 ? 'malformed' : 'internal')
}

const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(errorStatus, name)
