/** Decides which requests fail, by order of arrival and a seeded random number, so that runs are reproducible. */
import { createChance } from '../world/chance.ts'
import type { RouteName } from './request-log.ts'

/**
 * `tooMany` 429 · `unavailable` 503 with a page · `error` 500 · `page` 200 with a page instead of JSON or a picture · `hang` waits,
 * then responds · `cut` breaks off in the middle of the body · `drop` closes the connection · `missing` 404 and `forbidden` 403, with a
 * page · `empty` 200 without a body · `garbled` 200 with truncated JSON.
 */
export type FaultKind =
  | 'tooMany'
  | 'unavailable'
  | 'error'
  | 'page'
  | 'hang'
  | 'cut'
  | 'drop'
  | 'missing'
  | 'forbidden'
  | 'empty'
  | 'garbled'

export interface Fault {
  readonly kind: FaultKind
  /** Routes that fail; all by default. */
  readonly routes?: readonly RouteName[]
  /** Only paths (with query) that contain this text, for example an ID. */
  readonly holding?: string
  /** First and last failing request, counted from 1. */
  readonly from?: number
  readonly to?: number
  /** Every n-th request fails. */
  readonly every?: number
  /** Probability from 0 to 1 for the remaining requests. */
  readonly chance?: number
  /** Value of the `Retry-After` header; absent by default. */
  readonly retryAfter?: number | string
  /** Duration of `hang`; 12 seconds by default. */
  readonly milliseconds?: number
}

export interface FaultPlan {
  readonly faults?: readonly Fault[]
  readonly limit?: RequestLimit
  readonly seed?: number
}

export interface RequestLimit {
  /** Further requests within a second get 429. */
  readonly perSecond: number
  /** Null sends no `Retry-After` header. */
  readonly retryAfter: number | null
  /** These routes share the limit; all by default. */
  readonly routes?: readonly RouteName[]
}

export interface RoutedRequest {
  readonly route: RouteName
  readonly path: string
  /** Milliseconds. */
  readonly at: number
}

/** Returns the fault of a request, or undefined for a normal response. */
export type FaultJudge = (request: RoutedRequest) => Fault | undefined

export function createFaultJudge({ faults = [], limit, seed = 1 }: FaultPlan): FaultJudge {
  const chance = createChance(seed)
  const counts = faults.map(() => 0)
  const isTooMuch = limit ? createGate(limit) : () => false
  return (request) => {
    if (isTooMuch(request)) {
      const retryAfter = limit?.retryAfter ?? undefined
      return retryAfter === undefined ? { kind: 'tooMany' } : { kind: 'tooMany', retryAfter }
    }
    // Faults count their requests even if another fault applies.
    const striking = faults.filter((fault, at) => {
      if (!concerns(fault, request)) return false
      const nth = (counts[at] ?? 0) + 1
      counts[at] = nth
      return (
        strikes(fault, nth) && (fault.chance === undefined || chance.of(nth, `fault ${at}`) < fault.chance)
      )
    })
    return striking[0]
  }
}

/** Counts the accepted requests of the last second. */
function createGate({ perSecond, routes }: RequestLimit): (request: RoutedRequest) => boolean {
  let recent: number[] = []
  return ({ route, at }) => {
    if (routes && !routes.includes(route)) return false
    recent = recent.filter((earlier) => earlier > at - 1000)
    if (recent.length >= perSecond) return true
    recent.push(at)
    return false
  }
}

const concerns = ({ routes, holding }: Fault, { route, path }: RoutedRequest): boolean =>
  (routes?.includes(route) ?? true) && (holding === undefined || path.includes(holding))

const strikes = ({ from = 1, to = Number.POSITIVE_INFINITY, every = 1 }: Fault, nth: number): boolean =>
  nth >= from && nth <= to && (nth - from) % every === 0
