/** Works that have much in common, so that IDs decide ties: which edition, artist or genre comes first, and which is left out. */
import type { FeedWork } from '@koedana/contract/feed.ts'

const idOf = (at: number) => `RJ910000${String(at).padStart(2, '0')}`

const entity = (kind: string, number: number) => ({
  id: `${kind}${(number * 17 + 5) % 31}`,
  name: ['霧', '雨', '灯', '雪'][number % 4] ?? '',
})

const entities = (kind: string, numbers: readonly number[]) =>
  [...new Set(numbers)].map((number) => entity(kind, number))

/** Every fifth work is an edition of the previous one, with another cast and language. */
export const sameWorks: readonly FeedWork[] = Array.from({ length: 30 }, (_, at) => ({
  id: idOf(at),
  name: `${['雨の夜', '夜の雨', 'rain'][at % 3]} ${at % 5}`,
  ageCategory: at % 7 === 6 ? 'r18' : 'all',
  sales: at % 4,
  price: 100 * (at % 3),
  rating: at % 2 === 0 ? 4 : null,
  ratingCount: at % 2,
  releaseDate: `2026-10-0${1 + (at % 3)}`,
  languages: at % 5 === 4 ? ['ENG'] : ['JPN'],
  editionOf: at % 5 === 4 ? idOf(at - 1) : null,
  maker: entity('m', at % 9),
  series: at % 3 === 0 ? null : entity('s', at % 8),
  artists: entities('a', [at % 12, (at + 5) % 12]),
  illustrators: entities('i', [at % 10]),
  genres: entities('g', [at % 10, 10 + (at % 6), 16 + (at % 15), (at + 3) % 10]),
}))

/** Updated sales of some works. */
export const updatedSales: readonly FeedWork[] = sameWorks
  .slice(0, 12)
  .map(({ id, sales }, at) => ({ id, sales: (sales ?? 0) + (at % 3) }))
