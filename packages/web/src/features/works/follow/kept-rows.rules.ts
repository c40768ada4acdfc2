/** Rows that stay where they are until the page is left, so that whom one no longer follows can be followed again there. */
import type { Follow } from '@koedana/contract/follows.ts'

/** Puts what is new in the response before what stands already; returns the same array if nothing is. */
export function withNew(kept: readonly Follow[], received: readonly Follow[]): readonly Follow[] {
  const known = new Set(kept.map(rowKey))
  const fresh = received.filter((follow) => !known.has(rowKey(follow)))
  return fresh.length === 0 ? kept : [...fresh, ...kept]
}

export const rowKey = ({ kind, id }: Pick<Follow, 'kind' | 'id'>): string => `${kind} ${id}`
