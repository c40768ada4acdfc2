import type { WorkSet } from '@koedana/catalogue/model/query.ts'
import type { WorkFilter } from '@koedana/contract/filters.ts'
import type { Person } from '../http/context.ts'

/**
 * Returns the sets of works for the personal conditions of a filter; an empty list if it has none. Callers without an account have
 * no marks.
 */
export type FindPersonalSets = (
  filter: WorkFilter,
  caller: { readonly person: Person | undefined },
) => Promise<readonly WorkSet[]>
