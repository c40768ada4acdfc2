/** A page of works as ready cards, with the exact total: the one way every list of works is made. */

import { type PageQuery, queryOf } from '../../domain/query.rules.ts'
import { choosesNothing } from '../../domain/viewer.rules.ts'
import { type Popularity, popularPeriodOf, soldOf } from './popularity.ts'
import type { WorkSources } from './sources.ts'
import type { Caller } from './viewers.ts'

export interface Listed {
  /** Ready JSON. */
  readonly items: Buffer[]
  readonly total: number
  /** How many more the viewer's ceiling would allow, were it not for their own choices. */
  readonly hidden: number
  /** Only in the order `popular`. */
  readonly popularity: Popularity | undefined
}

export async function listCards(
  { catalogue, dictionary, viewers, cards }: WorkSources,
  page: PageQuery,
  caller: Caller,
): Promise<Listed> {
  const viewer = viewers.viewer(caller, page.filter)
  const everything = viewers.belowCeiling(caller)
  const current = catalogue.current()
  const plain = queryOf(page, dictionary.findKey)
  const period = plain.sort === 'popular' ? popularPeriodOf(current, plain, viewer) : undefined
  const query = period === undefined ? plain : { ...plain, period: period ?? 'all' }
  const { keys, total } = current.list(query, viewer)
  const hidden = choosesNothing(viewer, everything) ? 0 : current.count(query, everything) - total
  const found = await cards.find([...keys], viewers.cardView(caller, page.filter))
  const shown = [...keys].filter((_, at) => found[at] !== undefined)
  return {
    items: found.filter((card) => card !== undefined),
    total,
    hidden: Math.max(0, hidden),
    popularity: period === undefined ? undefined : soldOf(current, shown, period),
  }
}
