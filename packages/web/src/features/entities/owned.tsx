import { useHomeWords } from '../../domain/home-words.ts'
import { useT } from '../../lib/i18n.ts'

/** How many of the works of an entity are here. Import it lazily: it stands in few rows, and brings its words. */
export function Owned(count: { readonly owned: number; readonly total: number }) {
  useHomeWords()
  const t = useT()
  return ` · ${t('works.owned', { ...count })}`
}
