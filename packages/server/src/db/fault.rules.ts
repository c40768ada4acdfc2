/** Faults of the database that are nobody's mistake: it is away, too slow, damaged, or its disk is full. */
import type { ErrorCode } from '@koedana/contract/errors.ts'

export type DatabaseFault = Extract<ErrorCode, 'databaseAway' | 'databaseDamaged' | 'storageFull'>

/** Codes of the system, of PostgreSQL (SQLSTATE, appendix A of its manual) and of SQLite's result codes. */
const full = /^(ENOSPC|EDQUOT|53100|SQLITE_FULL|SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMSIZE))$/
/** The connection is gone, or cannot be made; of the codes, those of the system are also those of other servers. */
const lostBySystem = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/
const lost = /^(08...|57P0[1-3]|53300)$/
/** The connection stands, and the statement took too long: it may the next time as well. */
const busy = /^(53[024]00|57014|55P03|25P03|SQLITE_BUSY.*)$/
const damaged = /^(SQLITE_CORRUPT.*|SQLITE_NOTADB|XX00[12])$/
/** The driver has no code for these. */
const lostWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/

/**
 * Returns whether the connection to the database was lost: whoever spoke to other servers too cannot go by the system's
 * codes.
 */
export const isConnectionLost = (cause: unknown): boolean =>
  cause instanceof Error && (lostWords.test(cause.message) || lost.test(codeOf(cause)))

/** The same, of what spoke to the database alone. */
export const isDatabaseLost = (cause: unknown): boolean =>
  cause instanceof AggregateError
    ? cause.errors.some(isDatabaseLost)
    : isConnectionLost(cause) || lostBySystem.test(codeOf(cause))

/** Returns undefined for every other error. */
export function databaseFaultOf(cause: unknown): DatabaseFault | undefined {
  if (cause instanceof AggregateError) return cause.errors.map(databaseFaultOf).find((fault) => fault)
  if (!(cause instanceof Error)) return undefined
  const code = codeOf(cause)
  if (full.test(code)) return 'storageFull'
  if (damaged.test(code)) return 'databaseDamaged'
  return isDatabaseLost(cause) || busy.test(code) ? 'databaseAway' : undefined
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
