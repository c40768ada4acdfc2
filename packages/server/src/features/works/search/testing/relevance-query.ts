/** Defines what a search must find, and what must come first. */
import type { WorkName } from './relevance-works.ts'

export type RelevanceQuery =
  | { readonly q: string; readonly inOrder: readonly WorkName[] }
  | {
      readonly q: string
      /** The complete result, in any order except for `first`. */
      readonly found: readonly WorkName[]
      readonly first?: readonly WorkName[]
    }

export type RelevanceGroups = Readonly<Record<string, readonly RelevanceQuery[]>>
