/** Structured logs. Never a token, a password or a signed link: request lines carry the path without its query. */
import { type DestinationStream, type Logger, pino } from 'pino'
import { createRecentErrors, type RecentError } from './recent-errors.ts'

export type Log = Logger

export function createLog(level: string, to?: DestinationStream): Log {
  const { hooks, list } = createRecentErrors()
  const options = { level, base: null, hooks }
  const log = to ? pino(options, to) : pino(options)
  recent.set(log, list)
  return log
}

const recent = new WeakMap<Log, () => readonly RecentError[]>()

/** What a log and its children warned of lately, the latest first. */
export const recentErrorsOf = (log: Log): readonly RecentError[] => recent.get(log)?.() ?? []

/** The part of a URL that may be logged: signatures and filters live in the query. */
export const loggablePath = (url: string) => url.split('?', 1)[0] ?? ''
