/** Database faults that no caller caused: unreachable, too slow, corrupted, or disk full. */
import type { ErrorCode } from '@koedana/contract/errors.ts'

export type DatabaseFault = Extract<ErrorCode, 'databaseAway' | 'databaseDamaged' | 'storageFull'>

/** Codes of the operating system, PostgreSQL SQLSTATEs (appendix A of its manual) and SQLite result codes. */
const diskFullCodes = /^(ENOSPC|EDQUOT|53100|SQLITE_FULL|SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMSIZE))$/
/** The connection was lost or rejected. Connections to other servers fail with the same system codes. */
const systemConnectionCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/
const connectionCodes = /^(08...|57P0[1-3]|53300)$/
/** The connection works, but the statement took too long. A retry may do the same. */
const busyCodes = /^(53[024]00|57014|55P03|25P03|SQLITE_BUSY.*)$/
const corruptionCodes = /^(SQLITE_CORRUPT.*|SQLITE_NOTADB|XX00[12])$/
/** The driver has no codes for these errors. */
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/

/** Returns whether the database connection was lost. Ignores system codes, so it is safe for code that also talks to other servers. */
export const isConnectionLost = (cause: unknown): boolean =>
  cause instanceof Error && (connectionMessages.test(cause.message) || connectionCodes.test(codeOf(cause)))

/** Like `isConnectionLost`, for code that talks only to the database. */
export const isDatabaseLost = (cause: unknown): boolean =>
  cause instanceof AggregateError
    ? cause.errors.some(isDatabaseLost)
    : isConnectionLost(cause) || systemConnectionCodes.test(codeOf(cause))

export function databaseFaultOf(cause: unknown): DatabaseFault | undefined {
  if (cause instanceof AggregateError) return cause.errors.map(databaseFaultOf).find((fault) => fault)
  if (!(cause instanceof Error)) return undefined
  const code = codeOf(cause)
  if (diskFullCodes.test(code)) return 'storageFull'
  if (corruptionCodes.test(code)) return 'databaseDamaged'
  return isDatabaseLost(cause) || busyCodes.test(code) ? 'databaseAway' : undefined
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
