/** Combines the age limit and a viewer's own filters into what the viewer may see. */
import type { Excluded, Viewer } from '@koedana/catalogue/model/query.ts'
import {
  type AgeCategory,
  type AgeFilterMode,
  type EntityKind,
  entityKinds,
  type Locale,
  type Policy,
  policies,
  type ViewerFilters,
} from '@koedana/contract/values.ts'

/** Returns the key of a public ID. IDs of merged entities and old IDs of works resolve to their current target. */
export type FindKey = (kind: EntityKind | 'works', id: string) => number | undefined

export interface ViewerInput {
  readonly ceiling: AgeCategory
  readonly locale: Locale
  /** All of them apply together. */
  readonly choices: readonly ViewerFilters[]
  readonly findKey: FindKey
}

/** Returns the viewer. Own filters can only hide more, never reveal. */
export const viewerOf = ({ ceiling, locale, choices, findKey }: ViewerInput): Viewer => ({
  ages: agesOf({ ceiling, choices }),
  excluded: choices.every(hidesNothing)
    ? []
    : entityKinds.flatMap((kind) => excludedOf(kind, choices, findKey)),
  locale,
})

export function agesOf({ ceiling, choices }: Pick<ViewerInput, 'ceiling' | 'choices'>): number {
  let ages = agesUpTo[ceiling]
  for (const { ageFilterMode } of choices) ages &= agesOfMode[ageFilterMode ?? 'no_limit']
  return policyOf(choices) === 'strict' ? ages & agesUpTo.r15 : ages
}

/** Returns whether own filters hide nothing beyond the age limit. */
export const hidesNothingMore = (viewer: Viewer, belowCeiling: Viewer): boolean =>
  viewer.ages === belowCeiling.ages && viewer.excluded.length === 0

export function policyOf(choices: readonly ViewerFilters[]): Policy {
  const chosen = choices.flatMap(({ policy }) => policy ?? [])
  return policies.find((policy) => chosen.includes(policy)) ?? defaultPolicy
}

const defaultPolicy: Policy = 'moderate'

const hidesNothing = (choices: ViewerFilters) =>
  entityKinds.every((kind) => choices[hiddenParameterOf[kind]] === undefined)

/** Unknown IDs hide nothing: they may have been merged or deleted. */
function excludedOf(kind: EntityKind, choices: readonly ViewerFilters[], findKey: FindKey): Excluded[] {
  if (choices.every((chosen) => chosen[hiddenParameterOf[kind]] === undefined)) return []
  const ids = new Set(choices.flatMap((chosen) => chosen[hiddenParameterOf[kind]] ?? []))
  const keys = [...ids].flatMap((id) => findKey(kind, id) ?? []).sort((a, b) => a - b)
  return keys.length === 0 ? [] : [{ kind, keys }]
}

export const hiddenParameterOf = {
  makers: 'hiddenMakers',
  series: 'hiddenSeries',
  artists: 'hiddenArtists',
  illustrators: 'hiddenIllustrators',
  genres: 'hiddenGenres',
} as const satisfies Record<EntityKind, keyof ViewerFilters>

/** The index numbers ages from 1; bit a is age a. */
export const ageNumbers: Readonly<Record<AgeCategory, 1 | 2 | 3>> = { all: 1, r15: 2, r18: 3 }

export const isAgeIn = (ages: number, age: AgeCategory): boolean => (ages & (1 << ageNumbers[age])) !== 0

const agesUpTo: Readonly<Record<AgeCategory, number>> = { all: 0b0010, r15: 0b0110, r18: 0b1110 }
const agesOfMode: Readonly<Record<AgeFilterMode, number>> = {
  all_ages_only: 0b0010,
  adults_only: 0b1000,
  no_limit: 0b1110,
}
