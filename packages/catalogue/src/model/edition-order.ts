/** The order of the editions of a group: of those that match a filter the best is shown. */
import type { Locale } from '@koedana/contract/values.ts'
import { has } from '../memory/bits.ts'
import { type CountedBits, numberOf } from '../memory/counted-bits.ts'

/** The order of one language. The bits are the works that some edition of their group goes before. */
export interface EditionOrder extends CountedBits {
  /** The ordinal of the next better edition for each of them, by its number; that one may have a better one itself. */
  readonly better: Uint32Array
}

export type EditionOrders = Readonly<Record<Locale, EditionOrder>>

/** Whether some better edition matches. */
export function givesWay(
  order: EditionOrder,
  ordinal: number,
  matches: (better: number) => boolean,
): boolean {
  for (let at = ordinal; has(order.bits, at); ) {
    at = order.better[numberOf(order, at)]!
    if (matches(at)) return true
  }
  return false
}
