/** The policy: what a ceiling and a viewer's own choices leave of the catalogue. */
import type { Viewer } from '@koedana/catalogue/query.ts'
import type { AgeCategory, AgeFilterMode, Locale, Policy } from '@koedana/contract/values.ts'

/** What viewers choose for themselves, below the ceiling. */
export interface OwnChoices {
  readonly ageFilterMode?: AgeFilterMode | undefined
  readonly policy?: Policy | undefined
}

export interface Asking {
  readonly ceiling: AgeCategory
  readonly locale: Locale
  readonly choices: OwnChoices
}

/** Own choices only ever take away. */
export function viewerOf({ ceiling, locale, choices }: Asking): Viewer {
  const chosen = agesOfMode[choices.ageFilterMode ?? 'no_limit']
  const listed = choices.policy === 'strict' ? agesBelow.r15 : agesBelow.r18
  return { ages: agesBelow[ceiling] & chosen & listed, excluded: [], locale }
}

/** The index counts ages from 1; bit a is age a. */
export const ageNumbers: Readonly<Record<AgeCategory, 1 | 2 | 3>> = { all: 1, r15: 2, r18: 3 }

const agesBelow: Readonly<Record<AgeCategory, number>> = { all: 0b0010, r15: 0b0110, r18: 0b1110 }
const agesOfMode: Readonly<Record<AgeFilterMode, number>> = {
  all_ages_only: 0b0010,
  adults_only: 0b1000,
  no_limit: 0b1110,
}
