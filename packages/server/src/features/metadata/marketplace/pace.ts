/** Keeps to the pace of the marketplace: what was asked when, and for how long nothing is to be asked. */
import { setTimeout as sleepFor } from 'node:timers/promises'
import type { MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import {
  afterFault,
  afterRefusal,
  type Breaker,
  breakerStateOf,
  closedBreaker,
  gapLeft,
  longestWaitMs,
} from './pace.rules.ts'

export interface PaceSources {
  readonly settings: () => MarketplaceSettings
  readonly now: () => Date
  /** Milliseconds; rejects when the signal is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/** Records, numbers and pages come from one server, pictures from another: each may fall silent alone. */
export type Sort = 'json' | 'page' | 'picture'

export interface Pace {
  readonly state: (sort: Sort) => ReturnType<typeof breakerStateOf>
  /** Waits until its time has come. */
  readonly wait: (sort: Sort, signal: AbortSignal | undefined) => Promise<void>
  readonly went: (sort: Sort) => void
  readonly recovered: (sort: Sort) => void
  readonly failed: (sort: Sort) => void
  /** Nothing is asked for so long; false where that is longer than anybody would wait. */
  readonly rest: (sort: Sort, ms: number) => boolean
}

export function createPace({ settings, now, sleep = sleepMs }: PaceSources): Pace {
  const time = () => now().getTime()
  const way = () => wayOf(settings())
  let servers = newServers(way())
  const serverOf = (sort: Sort) => {
    // What was silent on one way may speak on another.
    if (servers.way !== way()) servers = newServers(way())
    return sort === 'picture' ? servers.pictures : servers.words
  }
  let lastCall: number | undefined
  let lastPage: number | undefined
  return {
    state: (sort) => breakerStateOf(serverOf(sort).breaker, time()),
    wait: async (sort, signal) => {
      const { gapMs, pageGapMs } = settings()
      const gap = gapLeft(lastCall, gapMs, time())
      const pageGap = sort === 'page' ? gapLeft(lastPage, pageGapMs, time()) : 0
      const rest = Math.min(longestWaitMs, serverOf(sort).restUntil - time())
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
    failed: (sort) => {
      const server = serverOf(sort)
      server.breaker = afterFault(server.breaker, time())
    },
    rest: (sort, ms) => {
      const server = serverOf(sort)
      if (ms > longestWaitMs) server.breaker = afterRefusal(server.breaker, time() + ms)
      else server.restUntil = time() + ms
      return ms <= longestWaitMs
    },
  }
}

const newServers = (way: string) => ({ way, words: newServer(), pictures: newServer() })

const wayOf = ({ baseUrl, proxyUrl, allowedHosts }: MarketplaceSettings) =>
  JSON.stringify([baseUrl, proxyUrl, allowedHosts])

const newServer = (): { breaker: Breaker; restUntil: number } => ({ breaker: closedBreaker, restUntil: 0 })

const sleepMs = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  sleepFor(ms, undefined, signal ? { signal } : {})
