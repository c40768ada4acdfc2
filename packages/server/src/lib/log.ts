/** Structured logs. They never contain tokens, passwords or signed links: request lines have the path without its query. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type Log = Logger

export function createLog(level: string, to?: DestinationStream): Log {
  const { hooks, list } = createRecentErrors()
  const options = { level, base: null, hooks }
  const log = to ? pino(options, to) : pino(options)
  recentErrorsByLog.set(log, list)
  return log
}

const recentErrorsByLog = new WeakMap<Log, () => readonly RecentError[]>()

/** Returns the recent warnings and errors of a log and its children, newest first. */
export const recentErrorsOf = (log: Log): readonly RecentError[] => recentErrorsByLog.get(log)?.() ?? []

/**
 * Returns the loggable part of a URL. The query is dropped because it contains signatures and filters. Podcast feed URLs and
 * kikoeru URLs without login contain a secret in the path. So do audiobookshelf sessions, whose audio is public to anyone who knows
 * the session ID.
 */
export function loggablePath(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  const [, base] = secretPathPattern.exec(decodePath(path)) ?? []
  return base === undefined ? path : `/${base}/…`
}

const secretPathPattern = /^\/*(feeds|kikoeru\/+with|abs\/+(?:api|public)\/+session)\//

/** Decodes like the router. Undecodable paths match no route, so they are returned as they are. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export interface RecentError {
  readonly at: string
  readonly level: 'warn' | 'error' | 'fatal'
  readonly text: string
}

export interface RecentErrors {
  /** Returns the newest first. */
  readonly list: () => readonly RecentError[]
  readonly hooks: NonNullable<LoggerOptions['hooks']>
}

const maxErrors = 50
const levels: ReadonlyMap<number, RecentError['level']> = new Map([
  [40, 'warn'],
  [50, 'error'],
  [60, 'fatal'],
])

/** Keeps the last warnings and errors of a log in memory, without private details. */
function createRecentErrors(): RecentErrors {
  const kept: RecentError[] = []
  return {
    list: () => kept.toReversed(),
    hooks: {
      logMethod(args, log, number) {
        const level = levels.get(number)
        if (level) kept.push({ at: new Date().toISOString(), level, text: textOf(args) })
        if (kept.length > maxErrors) kept.shift()
        log.apply(this, args)
      },
    },
  }
}

/**
 * Returns our own log text and the kind of the error. The error's message is left out: a library may have put a password or a row
 * into it.
 */
export function textOf(args: readonly unknown[]): string {
  const [first, second] = args
  const message = typeof first === 'string' ? first : typeof second === 'string' ? second : ''
  const kind = kindOf(first)
  return [redactSecrets(message), kind === undefined ? '' : `(${kind})`]
    .filter((part) => part !== '')
    .join(' ')
}

function kindOf(logged: unknown): string | undefined {
  if (logged instanceof Error) return 'code' in logged && isCode(logged.code) ? logged.code : logged.name
  const isHolder = typeof logged === 'object' && logged !== null && 'err' in logged
  return isHolder && logged.err instanceof Error ? kindOf(logged.err) : undefined
}

const isCode = (code: unknown): code is string => typeof code === 'string' && /^\w{1,60}$/.test(code)

const maxTextLength = 300

/** Removes credentials and queries from URLs, and any run of characters as long as a token. */
function redactSecrets(text: string): string {
  return text
    .replaceAll(/(\w:\/\/)[^\s/@]*@/g, '$1')
    .replaceAll(/(\/\S*?)[?#]\S*/g, '$1')
    .replaceAll(/[\w-]{24,}/g, '…')
    .slice(0, maxTextLength)
}
