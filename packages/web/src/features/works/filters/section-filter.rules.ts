/** Decides which section of the filter panel renders immediately after a press. */
import type { WorksSearch } from '../filter-url.rules.ts'

export type SectionFields = readonly (keyof WorksSearch)[]

/**
 * Returns the filter that a section is rendered with: the latest values of its own fields, and the deferred values of the others. Returns
 * `later` itself unless one of its own fields has changed, so that the section is not rendered again.
 */
export function filterForSection(search: WorksSearch, later: WorksSearch, own: SectionFields): WorksSearch {
  const isSame = own.every((field) => JSON.stringify(search[field]) === JSON.stringify(later[field]))
  if (isSame) return later
  const latest = Object.fromEntries(own.map((field) => [field, search[field]]))
  return { ...later, ...latest }
}
