/** Families of translations: an original, its record in a language, and one translator's edition. */
import { type MarketCase, originalIndexOf } from './cases.ts'
import type { Edition, Translation } from './market-work.ts'
import { idAt } from './numbering.ts'

export function translationOf(index: number, kind: MarketCase): Translation {
  const original = originalIndexOf(index)
  const [originalId, parentId, childId] = [idAt(original), idAt(original + 1), idAt(original + 2)]
  if (isOriginal(kind)) return { ...none, role: 'original', childIds: [childId] }
  const lang = languageOf(original)
  if (kind === 'translationParent')
    return { role: 'parent', originalId, parentId: null, childIds: [childId], lang }
  if (kind === 'translationChild') return { role: 'child', originalId, parentId, childIds: [], lang }
  return none
}

export function editionsOf(index: number, kind: MarketCase): Edition[] {
  if (!isOriginal(kind) && kind !== 'translationParent' && kind !== 'translationChild') return []
  const original = originalIndexOf(index)
  const editionId = 10_000 + original
  const lang = languageOf(original)
  return [
    { id: idAt(original), editionId, order: 1, label: '日本語', lang: 'JPN' },
    { id: idAt(original + 2), editionId, order: 7, label: lang === 'ENG' ? 'English' : '简体中文', lang },
  ]
}

const isOriginal = (kind: MarketCase): boolean => kind === 'originalListed' || kind === 'originalKeyed'

const languageOf = (original: number): 'CHI_HANS' | 'ENG' => (original % 100 === 20 ? 'CHI_HANS' : 'ENG')

const none: Translation = { role: 'none', originalId: null, parentId: null, childIds: [], lang: null }
