/** Finds entities by typed text: every word must be part of the name, in any of its spellings. */
import type { Catalogue } from '@koedana/catalogue/catalogue.ts'
import { type Viewer, withViewerNames } from '@koedana/catalogue/model/query.ts'
import { termsOf } from '@koedana/catalogue/text/terms.rules.ts'
import type { EntityKind } from '@koedana/contract/values.ts'

/** Returns undefined if the text has no search terms, which means no restriction. */
export function findEntityKeysByText(
  { findEntities }: Pick<Catalogue, 'findEntities'>,
  kind: EntityKind,
  { text, viewer }: { readonly text: string | undefined; readonly viewer: Viewer },
): ReadonlySet<number> | undefined {
  const find = withViewerNames(findEntities, viewer)
  const { terms } = termsOf(text ?? '')
  const wanted = terms.filter(({ isExcluded }) => !isExcluded)
  if (wanted.length === 0) return undefined
  const [first, ...rest] = wanted.map(
    ({ spellings }) => new Set(spellings.flatMap((spelling) => [...find(kind, spelling)])),
  )
  const found = [...(first ?? [])].filter((key) => rest.every((more) => more.has(key)))
  return new Set(found)
}
