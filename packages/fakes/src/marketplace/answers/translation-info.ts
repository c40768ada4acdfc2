/** Which part of a translation a work is; the same keys in both calls, one more in the numbers. */
import type { MarketWork } from '../world/market-work.ts'

export function translationInfo({ translation }: MarketWork) {
  const { role, originalId, parentId, childIds, lang } = translation
  return {
    is_translation_agree: role === 'original',
    is_volunteer: false,
    is_original: role === 'original',
    is_parent: role === 'parent',
    is_child: role === 'child',
    is_translation_bonus_child: false,
    original_workno: originalId,
    parent_workno: parentId,
    child_worknos: childIds,
    lang,
    translation_bonus_langs: [],
    translation_status_for_translator:
      role === 'original' ? { ENG: { agreed: true, count: 1 }, CHI_HANS: { agreed: true, count: 1 } } : [],
  }
}
