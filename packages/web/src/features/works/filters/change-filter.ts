/** How the panel and the chips change what is asked. */
import type { EntityKind } from '@koedana/contract/values.ts'
import type { WorksSearch } from '../filter-url.rules.ts'

/** A field that is undefined is taken off. */
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

/** Taken out of the other list as well: a thing cannot be both. */
export function including(search: WorksSearch, kind: EntityKind, id: string): FilterPatch {
  return {
    [kind]: withItem(search[kind], id),
    [excludedFields[kind]]: withoutItem(search[excludedFields[kind]], id),
  }
}

export function excluding(search: WorksSearch, kind: EntityKind, id: string): FilterPatch {
  return {
    [excludedFields[kind]]: withItem(search[excludedFields[kind]], id),
    [kind]: withoutItem(search[kind], id),
  }
}

export function releasing(search: WorksSearch, kind: EntityKind, id: string): FilterPatch {
  return {
    [kind]: withoutItem(search[kind], id),
    [excludedFields[kind]]: withoutItem(search[excludedFields[kind]], id),
  }
}

export function withItem<T>(list: readonly T[] | undefined, item: T): T[] {
  return [...new Set([...(list ?? []), item])]
}

/** Undefined rather than empty: an address without the field. */
export function withoutItem<T>(list: readonly T[] | undefined, item: T): T[] | undefined {
  const left = (list ?? []).filter((one) => one !== item)
  return left.length > 0 ? left : undefined
}
