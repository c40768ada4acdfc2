/** Which edition of a group goes before which, so that of those that pass a filter the best can be told. */
import type { Locale } from '@koedana/contract/values.ts'
import { has } from '../memory/bits.ts'
import { type CountedBits, numberOf } from '../memory/counted-bits.ts'

/** Of one language. The bits are the works that some edition of their group goes before. */
export interface EditionOrder extends CountedBits {
  /** For each of them, by its number, the ordinal of the next better edition, which may have a better one itself. */
  readonly better: Uint32Array
}

export type EditionOrders = Readonly<Record<Locale, EditionOrder>>

/** Whether some better edition passes. */
export function givesWay(order: EditionOrder, ordinal: number, passes: (better: number) => boolean): boolean {
  for (let at = ordinal; has(order.bits, at); ) {
    at = order.better[numberOf(order, at)]!
    if (passes(at)) return true
  }
  return false
}
