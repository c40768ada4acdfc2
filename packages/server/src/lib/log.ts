/** Structured logs. Never a token, a password or a signed link: request lines carry the path without its query. */
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

export const createLog = (level: string, to?: DestinationStream): Log =>
  to ? pino({ level, base: null }, to) : pino({ level, base: null })

/** The part of a URL that may be logged: signatures and filters live in the query. */
export const loggablePath = (url: string) => url.split('?', 1)[0] ?? ''
