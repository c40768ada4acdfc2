/** Entities by what is typed: every word must be a part of the name, in any of its spellings. */
import type { Catalogue } from '@koedana/catalogue/catalogue.ts'
import { termsOf } from '@koedana/catalogue/text/terms.rules.ts'
import type { EntityKind } from '@koedana/contract/values.ts'

/** Undefined where nothing was typed: all of them. */
export function keysNamed(
  { findEntities }: Pick<Catalogue, 'findEntities'>,
  kind: EntityKind,
  text: string | undefined,
): ReadonlySet<number> | undefined {
  const { terms } = termsOf(text ?? '')
  const wanted = terms.filter(({ isExcluded }) => !isExcluded)
  if (wanted.length === 0) return undefined
  const [first, ...rest] = wanted.map(
    ({ spellings }) => new Set(spellings.flatMap((spelling) => [...findEntities(kind, spelling)])),
  )
  const found = [...(first ?? [])].filter((key) => rest.every((more) => more.has(key)))
  return new Set(found)
}
