/** The order of suggestions, which the arrow keys follow. */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import type { SuggestedEntity, suggest, WorkCard } from '@koedana/contract/works.ts'
import type * as v from 'valibot'

export type SuggestResponse = v.InferOutput<typeof suggest.response>

export type Suggestion =
  | { readonly type: 'jump'; readonly id: string }
  | { readonly type: 'work'; readonly work: WorkCard }
  | { readonly type: 'entity'; readonly entity: SuggestedEntity }

export interface SuggestionGroup {
  readonly name: 'jump' | 'works' | EntityKind
  /** `position` counts from 1 across all groups. */
  readonly items: readonly { readonly position: number; readonly suggestion: Suggestion }[]
}

/** Returns the work whose ID was typed, then works, then entities by kind; empty groups are omitted. */
export function suggestionGroups({ jump, works, entities }: SuggestResponse): SuggestionGroup[] {
  const groups: { name: SuggestionGroup['name']; suggestions: Suggestion[] }[] = [
    { name: 'jump', suggestions: jump === null ? [] : [{ type: 'jump', id: jump }] },
    { name: 'works', suggestions: works.map((work) => ({ type: 'work', work })) },
    ...entityKinds.map((kind) => ({ name: kind, suggestions: ofKind(entities, kind) })),
  ]
  let position = 0
  return groups
    .filter(({ suggestions }) => suggestions.length > 0)
    .map(({ name, suggestions }) => ({
      name,
      items: suggestions.map((suggestion) => ({ position: ++position, suggestion })),
    }))
}

function ofKind(entities: readonly SuggestedEntity[], kind: EntityKind): Suggestion[] {
  return entities.filter((entity) => entity.kind === kind).map((entity) => ({ type: 'entity', entity }))
}
