/** What goes wrong, where and how often: decided by order of arrival and a seeded chance, so that a run can be told again. */
import { createChance } from '../world/chance.ts'
import type { RouteName } from './request-log.ts'

/**
 * `tooMany` 429 · `unavailable` 503 with a page · `error` 500 · `page` a page with 200 where JSON or a picture belongs ·
 * `hang` waits, then answers · `cut` breaks off in the middle of the body · `drop` closes without a word ·
 * `empty` 200 with no body · `garbled` 200 with JSON that does not end.
 */
export type FaultKind =
  | 'tooMany'
  | 'unavailable'
  | 'error'
  | 'page'
  | 'hang'
  | 'cut'
  | 'drop'
  | 'empty'
  | 'garbled'

export interface Fault {
  readonly kind: FaultKind
  /** Everywhere without it. */
  readonly routes?: readonly RouteName[]
  /** Only where the path with its query holds this: an id, say. */
  readonly holding?: string
  /** Of those requests it concerns, counted from 1: the first and the last that fail. */
  readonly from?: number
  readonly to?: number
  /** Every so many of them. */
  readonly every?: number
  /** 0 to 1, of those left. */
  readonly chance?: number
  /** Only of `tooMany` and `unavailable`: seconds, or any text. No header without it. */
  readonly retryAfter?: number | string
  /** Only of `hang`; 12 seconds without it. */
  readonly milliseconds?: number
}

export interface FaultPlan {
  readonly faults?: readonly Fault[]
  /** More within a second are 429. `retryAfter` null sends no header. */
  readonly limit?: { readonly perSecond: number; readonly retryAfter: number | null }
  readonly seed?: number
}

export interface Asked {
  readonly route: RouteName
  readonly path: string
  /** Milliseconds. */
  readonly at: number
}

/** What happens to a request; undefined where it is answered as it should be. */
export type FaultJudge = (asked: Asked) => Fault | undefined

export function createFaultJudge({ faults = [], limit, seed = 1 }: FaultPlan): FaultJudge {
  const chance = createChance(seed)
  const counts = faults.map(() => 0)
  let recent: number[] = []
  return (asked) => {
    if (limit) {
      recent = recent.filter((at) => at > asked.at - 1000)
      if (recent.length >= limit.perSecond)
        return { kind: 'tooMany', ...(limit.retryAfter === null ? {} : { retryAfter: limit.retryAfter }) }
      recent.push(asked.at)
    }
    // All that are concerned count, also while another fault strikes.
    const striking = faults.filter((fault, at) => {
      if (!concerns(fault, asked)) return false
      const nth = (counts[at] ?? 0) + 1
      counts[at] = nth
      return (
        strikes(fault, nth) && (fault.chance === undefined || chance.of(nth, `fault ${at}`) < fault.chance)
      )
    })
    return striking[0]
  }
}

const concerns = ({ routes, holding }: Fault, { route, path }: Asked): boolean =>
  (routes?.includes(route) ?? true) && (holding === undefined || path.includes(holding))

const strikes = ({ from = 1, to = Number.POSITIVE_INFINITY, every = 1 }: Fault, nth: number): boolean =>
  nth >= from && nth <= to && (nth - from) % every === 0
