/** Whose page the list of works is. */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import type { WorksSearch } from './filter-url.rules.ts'
import { excludedFields } from './filters/change-filter.ts'

export interface HeadEntity {
  readonly kind: EntityKind
  readonly id: string
}

/** The only one of its kind that is asked for, while none of that kind is excluded. Makers come first, genres last. */
export function headEntityOf(search: WorksSearch): HeadEntity | undefined {
  for (const kind of entityKinds) {
    const [id, ...others] = search[kind] ?? []
    const isOnly = others.length === 0 && (search[excludedFields[kind]] ?? []).length === 0
    if (id !== undefined && isOnly) return { kind, id }
  }
  return undefined
}
