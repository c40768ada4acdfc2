/** Says what a search must find and what must come first. */
import type { WorkName } from './relevance-works.ts'

export type RelevanceQuery =
  | { readonly q: string; readonly inOrder: readonly WorkName[] }
  | {
      readonly q: string
      /** The whole result, in any order but for its head. */
      readonly found: readonly WorkName[]
      readonly first?: readonly WorkName[]
    }

/** The queries by what they are about. */
export type RelevanceGroups = Readonly<Record<string, readonly RelevanceQuery[]>>
