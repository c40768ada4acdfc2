/** The one error that carries a public meaning; everything else is a fault of ours and sent as `internal`. */
import type { ErrorCode } from '@koedana/contract/errors.ts'

interface More {
  readonly fields?: Readonly<Record<string, string>>
  readonly allowed?: Readonly<Record<string, string[]>>
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

export class AppError extends Error {
  readonly code: ErrorCode
  /** `query.minPrice` → message key. */
  readonly fields: Readonly<Record<string, string>> | undefined
  /** `query.sort` → the words it may be. */
  readonly allowed: Readonly<Record<string, string[]>> | undefined

  /** The time after which it may work. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, more: More = {}) {
    super(code, { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.allowed = more.allowed
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** Wrong words on the command line, or something only the person at it can mend; the message says what. */
export class UsageError extends Error {}
