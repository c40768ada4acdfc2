/** Faults of the database that are nobody's mistake: it is away, too slow, damaged, or its disk is full. */
import type { ErrorCode } from '@koedana/contract/errors.ts'

export type DatabaseFault = Extract<ErrorCode, 'databaseAway' | 'databaseDamaged' | 'storageFull'>

/** Codes of the system, of PostgreSQL (SQLSTATE, appendix A of its manual) and of SQLite's result codes. */
const full = /^(ENOSPC|EDQUOT|53100|SQLITE_FULL|SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMSIZE))$/
const away =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|08...|57P0[1-3]|53[0234]00|57014|55P03|25P03|SQLITE_BUSY.*)$/
const damaged = /^(SQLITE_CORRUPT.*|SQLITE_NOTADB|XX00[12])$/
/** The driver has no code for these. */
const awayWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * Whether a connection to the database was lost, and no other: the codes of the system are also those of other servers
 * that somebody spoke to.
 */
export const isConnectionLost = (cause: unknown): boolean =>
  cause instanceof Error &&
  (awayWords.test(cause.message) || ('code' in cause && /^(08...|57P0[1-3])$/.test(String(cause.code))))

/** Undefined for every other error. */
export function databaseFaultOf(cause: unknown): DatabaseFault | undefined {
  if (cause instanceof AggregateError) return cause.errors.map(databaseFaultOf).find((fault) => fault)
  if (!(cause instanceof Error)) return undefined
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  if (full.test(code)) return 'storageFull'
  if (damaged.test(code)) return 'databaseDamaged'
  return away.test(code) || awayWords.test(cause.message) ? 'databaseAway' : undefined
}
