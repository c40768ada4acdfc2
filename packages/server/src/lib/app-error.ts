/** The one error that carries a public meaning; everything else is a fault of ours and answered as `internal`. */
import type { ErrorCode } from '@koedana/contract/errors.ts'

export class AppError extends Error {
  readonly code: ErrorCode
  /** `query.minPrice` → message key. */
  readonly fields: Readonly<Record<string, string>> | undefined

  constructor(code: ErrorCode, more: { fields?: Record<string, string>; cause?: unknown } = {}) {
    super(code, { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
  }
}
