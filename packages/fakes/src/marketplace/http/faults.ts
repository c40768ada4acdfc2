/** Decides what goes wrong, where and how often: by order of arrival and a seeded chance, so that a run can be repeated. */
import { createChance } from '../world/chance.ts'
import type { RouteName } from './request-log.ts'

/**
 * `tooMany` 429 · `unavailable` 503 with a page · `error` 500 · `page` a page with 200 where JSON or a picture belongs ·
 * `hang` waits, then responds · `cut` breaks off in the middle of the body · `drop` closes without a word ·
 * `missing` 404 and `forbidden` 403, with a page · `empty` 200 with no body · `garbled` 200 with JSON that does not end.
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
  /** The routes where it strikes; everywhere without them. */
  readonly routes?: readonly RouteName[]
  /** Restricts it to paths that, with their query, contain this: an id, say. */
  readonly holding?: string
  /** The first and the last that fail of those requests it concerns, counted from 1. */
  readonly from?: number
  readonly to?: number
  /** Strikes each time that this many of them have come. */
  readonly every?: number
  /** 0 to 1, of those left. */
  readonly chance?: number
  /** The value of the header of a refusal: seconds, or any text. The header is absent without it. */
  readonly retryAfter?: number | string
  /** The length of a `hang`; 12 seconds if absent. */
  readonly milliseconds?: number
}

export interface FaultPlan {
  readonly faults?: readonly Fault[]
  readonly limit?: RequestLimit
  readonly seed?: number
}

export interface RequestLimit {
  /** More within a second are 429. */
  readonly perSecond: number
  /** Null sends no header. */
  readonly retryAfter: number | null
  /** These routes are counted together; all of them without it. */
  readonly routes?: readonly RouteName[]
}

export interface RoutedRequest {
  readonly route: RouteName
  readonly path: string
  /** Milliseconds. */
  readonly at: number
}

/** Returns what happens to a request; undefined if the response is as it should be. */
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
    // All that are concerned count, also while another fault strikes.
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

/** Counts the requests of a second; refused ones do not count. */
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
