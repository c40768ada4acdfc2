/** Who is asking, as the catalogue knows them. Until accounts exist everybody is a visitor under one ceiling. */
import type { Viewer } from '@koedana/catalogue/query.ts'
import type { AgeCategory, Locale } from '@koedana/contract/values.ts'
import { type OwnChoices, viewerOf } from './viewer.rules.ts'

export interface Visitors {
  /** Names all who may see the same: their ceiling. Their choices are part of what they ask. */
  readonly audience: () => string
  readonly viewer: (locale: Locale, choices?: OwnChoices) => Viewer
}

export const createVisitors = (ceiling: AgeCategory): Visitors => ({
  audience: () => `visitors:${ceiling}`,
  viewer: (locale, choices = {}) => viewerOf({ ceiling, locale, choices }),
})
