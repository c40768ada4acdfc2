/** Formats floors, types and times as the marketplace does. */

import type { MarketLocale } from '../world/genres.ts'
import type { Market } from '../world/market.ts'
import { dateOf, type MarketWork } from '../world/market-work.ts'

/** Returns the work's own floor, whichever was requested. */
export function floorOf({ age, isBook, floor }: Pick<MarketWork, 'age' | 'isBook' | 'floor'>): string {
  if (floor !== undefined) return floor
  if (isBook) return age === 3 ? 'girls-drama' : 'garumani'
  return age === 3 ? 'maniax' : 'home'
}

/** Floors that ask for the age first. */
export const adultFloors: readonly string[] = [
  'maniax',
  'girls',
  'bl',
  'books',
  'pro',
  'girls-drama',
  'bl-drama',
  'girls-pro',
  'bl-pro',
]

export const isSold = ({ state }: MarketWork): boolean => state === 'sold'

export const isToCome = ({ state }: MarketWork): boolean => state === 'announced' || state === 'reserved'

export const categoryOf = ({ isBook }: MarketWork): string => (isBook ? 'books' : 'doujin')

export function typeName(locale: MarketLocale): string {
  return {
    ja_JP: 'ボイス・ASMR',
    en_US: 'Voice / ASMR',
    zh_CN: '音声・ASMR',
    zh_TW: '聲音・ASMR',
    ko_KR: '보이스・ASMR',
  }[locale]
}

/** In Japan's time zone. Some works are released in the afternoon. */
export const releaseTime = ({ index, releaseDay }: MarketWork): string =>
  timeOf(releaseDay, index % 5 === 0 ? '16:00:00' : '00:00:00')

export const timeOf = (day: number, time: string): string => `${dateOf(day)} ${time}`

export const thousands = (number: number): string => number.toLocaleString('en-US')

export interface ResponseContext {
  readonly market: Market
  readonly locale: MarketLocale
  /** Host of pages and pictures, such as `127.0.0.1:4280`. URLs in records start with `//`. */
  readonly host: string
}
