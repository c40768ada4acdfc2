/**
 * The one lane to the marketplace: calls go one after another, in their order and at its pace, are tried again where
 * that may help, and stop altogether for a while when nothing comes back.
 */
import { setTimeout as sleepFor } from 'node:timers/promises'
import type { MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import { type Log, loggablePath } from '../../../lib/log.ts'
import type { Outbound, Received } from '../../../lib/outbound.ts'
import { OutboundError } from '../../../lib/outbound-error.ts'
import { type Answer, absent, fault, found } from './answers.ts'
import {
  afterFault,
  afterRefusal,
  type Breaker,
  backOffMs,
  breakerStateOf,
  closedBreaker,
  gapLeft,
  longestWaitMs,
  retryAfterMs,
} from './pace.rules.ts'
import { type Reading, type Trouble, troubleOf, verdictOf } from './reply.rules.ts'

export interface LaneSources {
  readonly settings: () => MarketplaceSettings
  readonly outbound: Outbound
  readonly now: () => Date
  readonly log: Log
  /** From 0 to below 1. */
  readonly random?: () => number
  /** Milliseconds; rejects when the signal is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** How long one answer may take, milliseconds. */
  readonly timeoutMs?: number
}

export interface Wanted<T> {
  readonly url: string
  /** Pages of lists are for people: between two of them is a longer gap. */
  readonly isPage?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
  /** What the body of an answer means. */
  readonly read: (received: Received) => Reading<T>
}

export interface Lane {
  /** Rejects with the signal's reason once it is aborted, and never otherwise. */
  readonly ask: <T>(wanted: Wanted<T>) => Promise<Answer<T>>
}

const tries = 3

export function createLane(sources: LaneSources): Lane {
  const pace = createPace(sources)
  let last: Promise<unknown> = Promise.resolve()
  return {
    ask: (wanted) => {
      const turn = last.then(() => takeTurn(sources, pace, wanted))
      last = turn.catch(() => undefined)
      return orAborted(turn, wanted.signal)
    },
  }
}

async function takeTurn<T>(sources: LaneSources, pace: Pace, wanted: Wanted<T>): Promise<Answer<T>> {
  const { settings, random = Math.random, log } = sources
  for (let attempt = 1; ; attempt += 1) {
    wanted.signal?.throwIfAborted()
    const state = pace.state()
    if (!settings().enabled || state === 'open') return fault('marketplaceSilent')
    await pace.wait(wanted)
    const outcome = await askOnce(sources, wanted)
    pace.went(wanted)
    if (outcome.kind !== 'trouble' || !outcome.isSilence) pace.recovered()
    if (outcome.kind !== 'trouble') return outcome
    log.info(
      { path: loggablePath(wanted.url), reason: outcome.reason, attempt },
      'the marketplace did not answer',
    )
    if (!outcome.isSilence) return fault(outcome.reason)
    const isOver = !outcome.isPassing || attempt === tries || state === 'probing'
    if (!pace.rest(outcome.retryAfter ?? (isOver ? 0 : backOffMs(attempt, random()))))
      return fault(outcome.reason)
    if (isOver) {
      pace.failed()
      return fault(outcome.reason)
    }
  }
}

interface Pace {
  readonly state: () => 'closed' | 'open' | 'probing'
  /** Until it is this one's time. */
  readonly wait: (wanted: Pick<Wanted<unknown>, 'isPage' | 'signal'>) => Promise<void>
  readonly went: (wanted: Pick<Wanted<unknown>, 'isPage'>) => void
  readonly recovered: () => void
  readonly failed: () => void
  /** Nothing goes out for so long; false where that is longer than anybody would wait. */
  readonly rest: (ms: number) => boolean
}

function createPace({ settings, now, sleep = sleepMs }: LaneSources): Pace {
  const time = () => now().getTime()
  let breaker: Breaker = closedBreaker
  let [lastCall, lastPage]: (number | undefined)[] = []
  let restUntil = 0
  return {
    state: () => breakerStateOf(breaker, time()),
    wait: async ({ isPage, signal }) => {
      const { gapMs, pageGapMs } = settings()
      const gap = gapLeft(lastCall, gapMs, time())
      const pageGap = isPage ? gapLeft(lastPage, pageGapMs, time()) : 0
      const rest = Math.min(longestWaitMs, restUntil - time())
      const ms = Math.max(gap, pageGap, rest)
      if (ms > 0) await sleep(ms, signal)
      signal?.throwIfAborted()
    },
    went: ({ isPage }) => {
      lastCall = time()
      if (isPage) lastPage = lastCall
    },
    recovered: () => {
      breaker = closedBreaker
    },
    failed: () => {
      breaker = afterFault(breaker, time())
    },
    rest: (ms) => {
      if (ms > longestWaitMs) breaker = afterRefusal(breaker, time() + ms)
      else restUntil = time() + ms
      return ms <= longestWaitMs
    },
  }
}

const sleepMs = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  sleepFor(ms, undefined, signal ? { signal } : {})

type Tried<T> =
  | Exclude<Answer<T>, { kind: 'fault' }>
  | (Trouble & { readonly retryAfter?: number | undefined })

async function askOnce<T>(sources: LaneSources, wanted: Wanted<T>): Promise<Tried<T>> {
  const { settings, outbound, now, timeoutMs = 20_000 } = sources
  const { proxyUrl, allowedHosts } = settings()
  const { url, headers = {}, maxBytes, signal, read } = wanted
  try {
    const received = await outbound.get(url, { headers, maxBytes, signal, timeoutMs, proxyUrl, allowedHosts })
    const verdict = verdictOf(received.status)
    if (verdict.kind === 'absent') return absent
    const reading = verdict.kind === 'answered' ? read(received) : verdict
    if (reading.kind === 'read') return found(reading.value)
    if (reading.kind === 'absent') return absent
    const asked = retryAfterMs(received.headers['retry-after'], now().getTime())
    return { ...reading, retryAfter: asked }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof OutboundError) return troubleOf(error.fault)
    throw error
  }
}

/** Whoever waits for a turn stops waiting at once; the turn itself is passed over when it comes. */
function orAborted<T>(turn: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return turn
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
