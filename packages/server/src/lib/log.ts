/**
 * Structured logs. Never a token, a password or a signed link: request lines carry the path without its query.
 */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type Log = Logger

export function createLog(level: string, to?: DestinationStream): Log {
  const { hooks, list } = createRecentErrors()
  const options = { level, base: null, hooks }
  const log = to ? pino(options, to) : pino(options)
  recent.set(log, list)
  return log
}

const recent = new WeakMap<Log, () => readonly RecentError[]>()

/** Returns what a log and its children warned of lately, the latest first. */
export const recentErrorsOf = (log: Log): readonly RecentError[] => recent.get(log)?.() ?? []

/**
 * Returns the part of a URL that may be logged: signatures and filters live in the query, and apps of podcasts bring a
 * secret in the path, as does an app of kikoeru that signs in nowhere. So do those of audiobookshelf, whose sounds are
 * heard by whoever knows the id of a play.
 */
export function loggablePath(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  const [, base] = withSecret.exec(decoded(path)) ?? []
  return base === undefined ? path : `/${base}/…`
}

const withSecret = /^\/*(feeds|kikoeru\/+with|abs\/+(?:api|public)\/+session)\//

/** Decodes as the router does; what it cannot read leads nowhere. */
function decoded(path: string): string {
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
  /** Returns the latest first. */
  readonly list: () => readonly RecentError[]
  readonly hooks: NonNullable<LoggerOptions['hooks']>
}

const mostErrors = 50
const levels: ReadonlyMap<number, RecentError['level']> = new Map([
  [40, 'warn'],
  [50, 'error'],
  [60, 'fatal'],
])

/** The last warnings and errors of a log, in memory, without what would be private in them. */
function createRecentErrors(): RecentErrors {
  const kept: RecentError[] = []
  return {
    list: () => kept.toReversed(),
    hooks: {
      logMethod(args, log, number) {
        const level = levels.get(number)
        if (level) kept.push({ at: new Date().toISOString(), level, text: textOf(args) })
        if (kept.length > mostErrors) kept.shift()
        log.apply(this, args)
      },
    },
  }
}

/**
 * Returns what happened, in our own words, and the kind of the failure. Its message is left to the log: that may hold
 * whatever a library had in hand, as an address with a password or a row.
 */
export function textOf(args: readonly unknown[]): string {
  const [first, second] = args
  const said = typeof first === 'string' ? first : typeof second === 'string' ? second : ''
  const kind = kindOf(first)
  return [withoutSecrets(said), kind === undefined ? '' : `(${kind})`].filter((part) => part !== '').join(' ')
}

function kindOf(logged: unknown): string | undefined {
  if (logged instanceof Error) return 'code' in logged && isCode(logged.code) ? logged.code : logged.name
  const isHolder = typeof logged === 'object' && logged !== null && 'err' in logged
  return isHolder && logged.err instanceof Error ? kindOf(logged.err) : undefined
}

const isCode = (code: unknown): code is string => typeof code === 'string' && /^\w{1,60}$/.test(code)

const longestText = 300

/** Returns the text without users and queries of addresses, and without anything as long as a token. */
function withoutSecrets(text: string): string {
  return text
    .replaceAll(/(\w:\/\/)[^\s/@]*@/g, '$1')
    .replaceAll(/(\/\S*?)[?#]\S*/g, '$1')
    .replaceAll(/[\w-]{24,}/g, '…')
    .slice(0, longestText)
}
