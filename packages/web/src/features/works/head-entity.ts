/** The entity whose page the work list is. */
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
    /** The entity of the list when it was opened. Later filter changes do not turn it into another entity's page. */
    readonly head?: HeadEntity | 'none'
    /** The list was opened before its default filter was known. */
    readonly awaitsFilter?: boolean
  }
}

/** Returns undefined unless the entity is the only one of its kind in the filter. */
export function headEntityOf(search: WorksSearch, { head }: HistoryState): HeadEntity | undefined {
  if (head === 'none') return undefined
  return head ? filteredAlone(search, head.kind, head.id) : onlyEntityOf(search)
}

/** Returns the history state for a filter change, which prevents a new heading from shifting the layout. */
export const headStateOf = (search: WorksSearch, state: HistoryState): HistoryState => ({
  head: state.head ?? onlyEntityOf(search) ?? 'none',
})

/** Returns the only included entity of its kind, if none of that kind is excluded. Checks makers first, genres last. */
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
