/** The only error with a public meaning. All other errors are sent to clients as `internal`. */
import type { ErrorCode } from '@koedana/contract/errors.ts'

interface AppErrorDetails {
  readonly fields?: Readonly<Record<string, string>>
  readonly allowed?: Readonly<Record<string, string[]>>
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Readonly<Record<string, string>> | undefined
  /** `query.sort` → the allowed values. */
  readonly allowed: Readonly<Record<string, string[]>> | undefined

  /** Seconds after which a retry may succeed. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, more: AppErrorDetails = {}) {
    super(code, { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.allowed = more.allowed
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** Wrong command-line arguments, or a fault that the person running the command must fix. The message explains it. */
export class UsageError extends Error {}
