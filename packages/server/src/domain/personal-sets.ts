/** The personal conditions of a filter, as whoever lists works needs them. */
import type { WorkSet } from '@koedana/catalogue/model/query.ts'
import type { WorkFilter } from '@koedana/contract/filters.ts'
import type { Person } from '../http/context.ts'

/** Returns the sets of the personal conditions of a filter: none if it has none. Who has no account marked nothing. */
export type FindPersonalSets = (
  filter: WorkFilter,
  caller: { readonly person: Person | undefined },
) => Promise<readonly WorkSet[]>
