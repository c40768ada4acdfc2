/** The entity whose page the list of works is. */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import type { HistoryState } from '@tanstack/react-router'
import type { WorksSearch } from './filter-url.rules.ts'
import { excludedFields } from './filters/change-filter.ts'

export interface HeadEntity {
  readonly kind: EntityKind
  readonly id: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entity whose page the list was when one came to it. What is pressed on it later makes it nobody else's. */
    readonly head?: HeadEntity | 'none'
    /** The list was opened before it was known which filter it begins with. */
    readonly awaitsFilter?: boolean
  }
}

/** Returns undefined unless its entity is the only one of its kind in the filter. */
export function headEntityOf(search: WorksSearch, { head }: HistoryState): HeadEntity | undefined {
  if (head === 'none') return undefined
  return head ? filteredAlone(search, head.kind, head.id) : onlyEntityOf(search)
}

/**
 * The state to send along with a change of the filter, so that no heading comes between the hand and what it presses.
 */
export const keptHead = (search: WorksSearch, state: HistoryState): HistoryState => ({
  head: state.head ?? onlyEntityOf(search) ?? 'none',
})

/** Returns the only entity of its kind in the filter, if none of that kind is excluded. Makers come first, genres last. */
function onlyEntityOf(search: WorksSearch): HeadEntity | undefined {
  for (const kind of entityKinds) {
    const [id] = search[kind] ?? []
    const found = id === undefined ? undefined : filteredAlone(search, kind, id)
    if (found) return found
  }
  return undefined
}

function filteredAlone(search: WorksSearch, kind: EntityKind, id: string): HeadEntity | undefined {
  const [only, ...others] = search[kind] ?? []
  const isAlone = only === id && others.length === 0 && (search[excludedFields[kind]] ?? []).length === 0
  return isAlone ? { kind, id } : undefined
}
