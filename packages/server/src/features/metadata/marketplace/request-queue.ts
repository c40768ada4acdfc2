/**
 * The only request queue to the marketplace. Calls are sent one after another at the configured pace, retried if that may help, and
 * paused after repeated failures.
 */

import { setTimeout as sleepFor } from 'node:timers/promises'
import type { MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import type { TaskReason } from '@koedana/contract/tasks.ts'
import type { Log } from '../../../lib/log.ts'
import type { Outbound, OutboundResponse } from '../../../lib/outbound.ts'
import { OutboundError } from '../../../lib/outbound-error.ts'
import { absent, fault, found, type LookupResult } from '../source.ts'
import {
  afterFault,
  afterRefusal,
  type Breaker,
  backOffMs,
  breakerStateOf,
  closedBreaker,
  maxWaitMs,
  remainingGapMs,
  retryAfterMs,
} from './pace.rules.ts'
import {
  type BodyResult,
  type CallFailure,
  pictureTroubleOf,
  troubleOf,
  type Verdict,
  verdictOf,
} from './parse/response.rules.ts'

export interface RequestQueueSources extends PaceSources {
  readonly outbound: Outbound
  readonly log: Log
  /** Returns a number from 0 up to but not including 1. */
  readonly random?: () => number
  readonly timeoutMs?: number
}

export interface QueuedRequest<T> {
  readonly url: string
  readonly sort: RequestType
  readonly headers?: Readonly<Record<string, string>>
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
  readonly judge?: (status: number) => Verdict
  readonly read: (received: OutboundResponse) => BodyResult<T>
}

export interface RequestQueue {
  /** Rejects only with the signal's reason after an abort. */
  readonly send: <T>(wanted: QueuedRequest<T>) => Promise<LookupResult<T>>
}

const tries = 3
/** Maximum number of concurrent calls if no pace is set. */
const tracks = 8

export function createRequestQueue(sources: RequestQueueSources): RequestQueue {
  const pace = createPace(sources)
  const lasts: Promise<unknown>[] = Array.from({ length: tracks }, () => Promise.resolve())
  let next = 0
  return {
    send: (wanted) => {
      // Without a pace, as for a mirror in the local network, calls run concurrently.
      next = hasPace(sources.settings(), wanted.sort) ? 0 : (next + 1) % tracks
      const turn = (lasts[next] ?? Promise.resolve()).then(() => takeTurn(sources, pace, wanted))
      lasts[next] = turn.catch(() => undefined)
      return orAborted(turn, wanted.signal)
    },
  }
}

const hasPace = ({ gapMs, pageGapMs }: MarketplaceSettings, sort: RequestType) =>
  gapMs > 0 || (sort === 'page' && pageGapMs > 0)

async function takeTurn<T>(
  sources: RequestQueueSources,
  pace: Pace,
  wanted: QueuedRequest<T>,
): Promise<LookupResult<T>> {
  const { settings, random = Math.random, log } = sources
  const { signal, sort } = wanted
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    const state = pace.state(sort)
    if (!settings().enabled) return fault('marketplaceOff')
    if (state === 'open') return fault(pace.reasonOf(sort))
    await pace.wait(sort, signal)
    const outcome = await sendOnce(sources, wanted)
    pace.went(sort)
    if (outcome.kind !== 'trouble' || !outcome.isSilence) pace.recovered(sort)
    if (outcome.kind !== 'trouble') return outcome
    const { reason, retryAfter } = outcome
    log.info({ path: pathOf(wanted.url), reason, attempt }, 'the marketplace gave no response')
    if (!outcome.isSilence) return fault(reason)
    const isOver = !outcome.isPassing || attempt === tries || state === 'probing'
    if (isOver) pace.failed(sort, reason)
    const isBearable = pace.rest(sort, retryAfter ?? (isOver ? 0 : backOffMs(attempt, random())))
    if (isOver || !isBearable) return fault(reason)
  }
}

/** Returns only the path for the log, since a URL may contain a user name and a password. */
const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '')

type AttemptResult<T> =
  | Exclude<LookupResult<T>, { kind: 'fault' }>
  | (CallFailure & { readonly retryAfter?: number | undefined })

async function sendOnce<T>(
  sources: RequestQueueSources,
  wanted: QueuedRequest<T>,
): Promise<AttemptResult<T>> {
  const { settings, outbound, now, timeoutMs = 20_000 } = sources
  const { proxyUrl, allowedHosts } = settings()
  const { url, sort, headers = {}, maxBytes, signal, judge = verdictOf, read } = wanted
  try {
    const destination = sort === 'picture' ? 'marketplaceImages' : 'marketplace'
    const route = { destination, proxyUrl, allowedHosts } as const
    const received = await outbound.get(url, { ...route, headers, maxBytes, signal, timeoutMs })
    const verdict = judge(received.status)
    if (verdict.kind === 'absent') return absent
    const reading = verdict.kind === 'received' ? read(received) : verdict
    if (reading.kind === 'read') return found(reading.value)
    if (reading.kind === 'absent') return absent
    const delayMs = retryAfterMs(received.headers['retry-after'], now().getTime())
    return { ...reading, retryAfter: delayMs }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof OutboundError)) throw error
    return sort === 'picture' ? pictureTroubleOf(error.fault) : troubleOf(error.fault)
  }
}

/** An aborted caller stops waiting at once, and its turn is skipped later. */
function orAborted<T>(turn: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return turn
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

interface PaceSources {
  readonly settings: () => MarketplaceSettings
  readonly now: () => Date
  /** Waits this many milliseconds. Rejects if the signal is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/** `json` and `page` requests share one server, pictures have another. Each server has its own breaker. */
type RequestType = 'json' | 'page' | 'picture'

interface Pace {
  readonly state: (sort: RequestType) => ReturnType<typeof breakerStateOf>
  /** Waits until the next request may be sent. */
  readonly wait: (sort: RequestType, signal: AbortSignal | undefined) => Promise<void>
  readonly went: (sort: RequestType) => void
  readonly recovered: (sort: RequestType) => void
  readonly failed: (sort: RequestType, reason: TaskReason) => void
  /** Returns why requests fail while the breaker is open. */
  readonly reasonOf: (sort: RequestType) => TaskReason
  /** Delays requests by this many milliseconds. Returns false if it is longer than `maxWaitMs`: then the breaker opens instead. */
  readonly rest: (sort: RequestType, ms: number) => boolean
}

/** Tracks request times and delays to keep the configured pace. */
function createPace({ settings, now, sleep = sleepMs }: PaceSources): Pace {
  const time = () => now().getTime()
  const way = () => wayOf(settings())
  let servers = newServers(way())
  const serverOf = (sort: RequestType) => {
    // Another address or proxy may work, so changed settings reset the breakers.
    if (servers.way !== way()) servers = newServers(way())
    return sort === 'picture' ? servers.pictures : servers.words
  }
  let lastCall: number | undefined
  let lastPage: number | undefined
  return {
    state: (sort) => breakerStateOf(serverOf(sort).breaker, time()),
    wait: async (sort, signal) => {
      const { gapMs, pageGapMs } = settings()
      const gap = remainingGapMs(lastCall, gapMs, time())
      const pageGap = sort === 'page' ? remainingGapMs(lastPage, pageGapMs, time()) : 0
      const rest = Math.min(maxWaitMs, serverOf(sort).restUntil - time())
      const ms = Math.max(gap, pageGap, rest)
      if (ms > 0) await sleep(ms, signal)
      signal?.throwIfAborted()
    },
    went: (sort) => {
      lastCall = time()
      if (sort === 'page') lastPage = lastCall
    },
    recovered: (sort) => {
      serverOf(sort).breaker = closedBreaker
    },
    failed: (sort, reason) => {
      const server = serverOf(sort)
      server.isBlocked = reason === 'marketplaceBlocked'
      server.breaker = afterFault(server.breaker, time())
    },
    reasonOf: (sort) => (serverOf(sort).isBlocked ? 'marketplaceBlocked' : 'marketplaceSilent'),
    rest: (sort, ms) => {
      const server = serverOf(sort)
      if (ms > maxWaitMs) server.breaker = afterRefusal(server.breaker, time() + ms)
      else server.restUntil = time() + ms
      return ms <= maxWaitMs
    },
  }
}

const newServers = (way: string) => ({ way, words: newServer(), pictures: newServer() })

const wayOf = ({ baseUrl, proxyUrl, allowedHosts }: MarketplaceSettings) =>
  JSON.stringify([baseUrl, proxyUrl, allowedHosts])

interface ServerState {
  breaker: Breaker
  restUntil: number
  /** Whether the marketplace blocked this server in its last failure. */
  isBlocked: boolean
}

const newServer = (): ServerState => ({ breaker: closedBreaker, restUntil: 0, isBlocked: false })

const sleepMs = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  sleepFor(ms, undefined, signal ? { signal } : {})
