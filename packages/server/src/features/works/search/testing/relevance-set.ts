import type { RelevanceGroups } from './relevance-query.ts'
import { relevanceRomaji, relevanceSpellings } from './relevance-spellings.ts'
import { relevanceFields, relevanceOrder, relevanceTerms } from './relevance-words.ts'

export const relevanceGroups: RelevanceGroups = {
  ...relevanceOrder,
  ...relevanceFields,
  ...relevanceTerms,
  ...relevanceSpellings,
  ...relevanceRomaji,
}
