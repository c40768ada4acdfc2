import type { AgeCategory, EntityKind } from '@koedana/contract/values.ts'
import type { WorksSearch } from '../filter-url.rules.ts'

/** A field that is undefined is removed. */
export type FilterPatch = { readonly [K in keyof WorksSearch]?: WorksSearch[K] | undefined }
export type ChangeFilter = (patch: FilterPatch) => void

export const excludedFields = {
  makers: 'excludedMakers',
  series: 'excludedSeries',
  artists: 'excludedArtists',
  illustrators: 'excludedIllustrators',
  genres: 'excludedGenres',
} as const satisfies Record<EntityKind, keyof WorksSearch>

export const matchFields = {
  makers: 'makersMatch',
  series: 'seriesMatch',
  artists: 'artistsMatch',
  illustrators: 'illustratorsMatch',
  genres: 'genresMatch',
} as const satisfies Record<EntityKind, keyof WorksSearch>

/** Includes the entity, and removes it from the exclusions. */
export function withIncluded(search: WorksSearch, kind: EntityKind, id: string): FilterPatch {
  return {
    [kind]: withItem(search[kind], id),
    [excludedFields[kind]]: withoutItem(search[excludedFields[kind]], id),
  }
}

export function withExcluded(search: WorksSearch, kind: EntityKind, id: string): FilterPatch {
  return {
    [excludedFields[kind]]: withItem(search[excludedFields[kind]], id),
    [kind]: withoutItem(search[kind], id),
  }
}

export function withoutEntity(search: WorksSearch, kind: EntityKind, id: string): FilterPatch {
  return {
    [kind]: withoutItem(search[kind], id),
    [excludedFields[kind]]: withoutItem(search[excludedFields[kind]], id),
  }
}

export type AgeFilterState = 'included' | 'excluded'

export const ageFilterStateOf = (search: WorksSearch, age: AgeCategory): AgeFilterState | undefined => {
  if (search.ageCategories?.includes(age)) return 'included'
  return search.excludedAgeCategories?.includes(age) ? 'excluded' : undefined
}

/** Choosing the same state again removes it. */
export function withAgeFilter(search: WorksSearch, age: AgeCategory, wish: AgeFilterState): FilterPatch {
  const { ageCategories, excludedAgeCategories } = search
  const next = ageFilterStateOf(search, age) === wish ? undefined : wish
  const changed = (list: typeof ageCategories, isIn: boolean) =>
    isIn ? withItem(list, age) : withoutItem(list, age)
  return {
    ageCategories: changed(ageCategories, next === 'included'),
    excludedAgeCategories: changed(excludedAgeCategories, next === 'excluded'),
  }
}

export function withItem<T>(list: readonly T[] | undefined, item: T): T[] {
  return [...new Set([...(list ?? []), item])]
}

/** Returns undefined instead of an empty list, so that the URL omits the field. */
export function withoutItem<T>(list: readonly T[] | undefined, item: T): T[] | undefined {
  const left = (list ?? []).filter((one) => one !== item)
  return left.length > 0 ? left : undefined
}
