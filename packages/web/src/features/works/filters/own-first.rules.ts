/** Which part of the filter panel is drawn for a press at once. */
import type { WorksSearch } from '../filter-url.rules.ts'

export type OwnFields = readonly (keyof WorksSearch)[]

/**
 * Returns the filter that a section is drawn for: the latest of its own fields, and of the others those it was drawn for
 * before. It is the same object as `later` unless a field of its own was changed, so that the section is not drawn again.
 */
export function ownFirst(search: WorksSearch, later: WorksSearch, own: OwnFields): WorksSearch {
  const isSame = own.every((field) => JSON.stringify(search[field]) === JSON.stringify(later[field]))
  if (isSame) return later
  const latest = Object.fromEntries(own.map((field) => [field, search[field]]))
  return { ...later, ...latest }
}
