import type { RankedEntity } from '@koedana/contract/entities.ts'

export interface NameSuggestion {
  /** Undefined for an entity to create. */
  readonly id?: string
  readonly name: string
  readonly workCount?: number
}

export interface SuggestionInput {
  readonly found: readonly RankedEntity[]
  readonly taken: readonly string[]
  /** The typed name if it may be created; otherwise empty. */
  readonly created: string
}

/** Offers to create the name only if no entity has it already, ignoring case. */
export function suggestionsFor({ found, taken, created }: SuggestionInput): NameSuggestion[] {
  const free = found.filter(({ id }) => !taken.includes(id))
  const isThere = found.some(({ name }) => caseFolded(name) === caseFolded(created))
  return created === '' || isThere ? free : [...free, { name: created }]
}

const caseFolded = (name: string) => name.normalize('NFKC').toLowerCase()
