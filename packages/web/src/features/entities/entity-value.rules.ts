/** What the number beside an entity is, by the order that it explains. */
import { defaultEntitySort, type EntitySort } from '@koedana/contract/entities.ts'
import { ratingSorts } from '@koedana/contract/field-lists.ts'

/** `rating` has decimals, a `count` is whole; undefined if the order needs no number of its own. */
export function valueFormOf(sort: EntitySort = defaultEntitySort): 'rating' | 'count' | undefined {
  if (ratingSorts.includes(sort)) return 'rating'
  return sort.startsWith('average') || sort.startsWith('total') ? 'count' : undefined
}

/** An alphabet has no winners. */
export const isRanking = (sort: EntitySort = defaultEntitySort): boolean => sort !== 'nameAsc'
