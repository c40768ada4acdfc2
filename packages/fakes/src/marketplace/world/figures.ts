/** Sales and derived numbers of a day. They only grow, by a formula that tests can compute. */
import type { Chance } from './chance.ts'
import type { Numbers } from './market-work.ts'

export interface Age {
  readonly index: number
  /** Days since the release; negative before it. */
  readonly days: number
}

export function figuresOf(chance: Chance, { index, days }: Age): Numbers {
  const wishing = chance.of(index, 'wishing') * 1.4 + 0.4
  if (days < 0) return { ...nothing, wishlistCount: Math.floor(wishing * 20) }
  const sales = salesAfter(chance, { index, days })
  const rated = Math.floor(sales * (0.05 + chance.of(index, 'rated') * 0.2))
  const ratings = spread(rated, chance.of(index, 'liked'))
  return {
    sales,
    wishlistCount: Math.floor(sales * wishing),
    ratings,
    reviewCount: Math.floor(rated * chance.of(index, 'reviewed') * 0.4),
  }
}

export const nothing: Numbers = { sales: 0, wishlistCount: 0, ratings: [0, 0, 0, 0, 0], reviewCount: 0 }

/** Many sales in the first weeks, then few. Some works sell a thousand times more than most. */
function salesAfter(chance: Chance, { index, days }: Age): number {
  const appeal = Math.min(60_000, 25 / (1 - chance.of(index, 'appeal')) ** 1.1)
  return Math.floor(appeal * (1 - Math.exp(-(days + 1) / 45)) + appeal * 0.0012 * days)
}

/** `liked` ranges from 0 (mediocre) to 1 (loved). */
function spread(count: number, liked: number): Numbers['ratings'] {
  const dislike = 1 - liked
  const [one, two, three, four] = [0.06, 0.09, 0.2, 0.35].map((share) => Math.floor(count * share * dislike))
  const below: [number, number, number, number] = [one ?? 0, two ?? 0, three ?? 0, four ?? 0]
  return [...below, count - below.reduce((sum, part) => sum + part, 0)]
}

/** The mean with two digits; null without ratings. */
export function meanOf(ratings: Numbers['ratings']): number | null {
  const count = countOf(ratings)
  const stars = ratings.reduce((sum, part, at) => sum + part * (at + 1), 0)
  return count === 0 ? null : Math.round((stars / count) * 100) / 100
}

export const countOf = (ratings: Numbers['ratings']): number => ratings.reduce((sum, part) => sum + part, 0)
