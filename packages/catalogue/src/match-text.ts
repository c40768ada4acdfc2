/** Terms asked of one work, said plainly: for the rows of the delta. */
import { entityKinds } from '@koedana/contract/values.ts'
import type { WorkRow } from './row.ts'
import type { FindEntities } from './search.ts'
import { keyRangesOf } from './text/id-prefix.rules.ts'
import type { Term, Terms } from './text/terms.rules.ts'

export function matchesTerms(row: WorkRow, { terms }: Terms, findEntities: FindEntities): boolean {
  return terms.every((term) => hasTerm(row, term, findEntities) !== term.isExcluded)
}

/** 0 is the best: see `Search.tiers`. */
export function tierOf(row: WorkRow, { terms, wholes }: Terms): number {
  const wanted = terms.filter(({ isExcluded }) => !isExcluded)
  const isNamed = wholes.some((whole) =>
    keyRangesOf(whole).some(({ first, last }) => first === row.key && last === row.key),
  )
  if (isNamed) return 0
  const isTitle = wanted.every(({ spellings }) => spellings.some((spelling) => inTexts(row, spelling)))
  if (!isTitle) return 3
  if (wholes.some((whole) => row.texts.includes(whole))) return 0
  return wholes.some((whole) => row.texts.some((text) => text.startsWith(whole))) ? 1 : 2
}

function hasTerm(row: WorkRow, { spellings }: Term, findEntities: FindEntities): boolean {
  return spellings.some(
    (spelling) =>
      inTexts(row, spelling) ||
      keyRangesOf(spelling).some(({ first, last }) => first <= row.key && row.key <= last) ||
      entityKinds.some((kind) => {
        const keys = new Set(findEntities(kind, spelling))
        return row.entities[kind].some((key) => keys.has(key))
      }),
  )
}

const inTexts = ({ texts }: WorkRow, spelling: string) => texts.some((text) => text.includes(spelling))
