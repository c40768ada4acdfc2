/** Ratings, best ranks and release state in product.json. */
import { countOf, meanOf } from '../world/figures.ts'
import type { MarketWork } from '../world/market-work.ts'
import { timeOf } from './forms.ts'

export function standingFields(work: MarketWork) {
  const [one, two, three, four, five] = work.ratings
  const ranks = ranksOf(work)
  return {
    is_ana: work.state === 'announced',
    is_reserve_work: work.state === 'reserved',
    is_reservable: work.state === 'reserved',
    is_bonus_work: work.case === 'bonus',
    rate_average_star: coarse(work),
    rate_count_detail: { '5': five, '4': four, '3': three, '2': two, '1': one },
    ...Object.fromEntries(
      ranks.flatMap(({ term, rank, at }) => [
        [`rank_${term}`, rank],
        [`rank_${term}_date`, at],
      ]),
    ),
  }
}

/** Stars × 10 in steps of five; 0 without ratings. */
export const coarse = ({ ratings }: MarketWork): number => Math.round((meanOf(ratings) ?? 0) * 2) * 5

/** The best rank of each period, null if the work never ranked. */
export function ranksOf({ sales, releaseDay, ratings }: MarketWork) {
  const limits = { day: 40, week: 120, month: 400, total: 2500 }
  return Object.entries(limits).map(([term, needed], at) => ({
    term,
    rank: sales < needed ? null : Math.max(1, Math.round((needed * 60) / (sales + countOf(ratings)))),
    at: sales < needed ? null : timeOf(releaseDay + at * 3, '05:40:23'),
  }))
}

/** The role of a work in a translation; the numbers call has one key more. */
export function translationInfo({ translation, case: kind }: MarketWork) {
  const { role, originalId, parentId, childIds, lang } = translation
  return {
    is_translation_agree: role === 'original',
    is_volunteer: false,
    is_original: role === 'original' || kind.startsWith('circle'),
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
