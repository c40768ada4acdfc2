/** Rows stay listed until the page is left, so that unfollowing can be undone. */
import type { Follow } from '@koedana/contract/follows.ts'

/** Prepends new items of the response; returns the same array if there are none. */
export function prependNew(kept: readonly Follow[], received: readonly Follow[]): readonly Follow[] {
  const known = new Set(kept.map(rowKey))
  const fresh = received.filter((follow) => !known.has(rowKey(follow)))
  return fresh.length === 0 ? kept : [...fresh, ...kept]
}

export const rowKey = ({ kind, id }: Pick<Follow, 'kind' | 'id'>): string => `${kind} ${id}`
