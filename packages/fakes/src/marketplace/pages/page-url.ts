/** Parses page URLs: the floor, and the keys and values of the path. */

import { decoded, type FakeRequest } from '../http/exchange.ts'
import { adultFloors } from '../responses/forms.ts'
import { type MarketWork, womensFloors } from '../world/market-work.ts'

export interface PageUrl {
  readonly floor: string
  /** `order[0]` is stored as `order`; the last of several equal keys counts. */
  readonly keys: ReadonlyMap<string, string>
  /** Page number, from 1. */
  readonly page: number
}

/** Reads `/{floor}/…/=/key/value/key/value`. Segments are decoded separately, so that a name may contain a slash. */
export function parsePageUrl({ url }: FakeRequest): PageUrl {
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  const words = segments.slice(segments.indexOf('=') + 1).map(decoded)
  const keys = new Map<string, string>()
  for (let at = 0; at + 1 < words.length; at += 2)
    keys.set((words[at] ?? '').replace(/\[\d*\]$/, ''), (words[at + 1] ?? '').replace(/\.html$/, ''))
  const page = Number(keys.get('page') ?? '1')
  return { floor: segments[0] ?? 'home', keys, page: Number.isInteger(page) && page > 0 ? page : 1 }
}

/** Floors for women list their own works. Other adult floors list adult works, the rest all others. */
export function isOnFloor({ age, floor: own }: MarketWork, floor: string): boolean {
  const listed = floor.replace(/-touch$/, '')
  if (own !== undefined || womensFloors.some((one) => one === listed)) return own === listed
  return (age === 3) === adultFloors.includes(listed)
}

/** Visitors must confirm their age before adult floors. */
export const asksForAge = (floor: string, cookies: string): boolean =>
  adultFloors.includes(floor.replace(/-touch$/, '')) && !/(?:^|;\s*)adultchecked=1(?:;|$)/.test(cookies)
