/** A work as one line of a feed. */
import type { DemoWork } from './works.ts'

/** The codes as feeds and the marketplace write them. */
export const languageCodes = { ja: 'JPN', zh: 'CHI_HANS', en: 'ENG' } as const

/** The length of works in the library is left to their files; `isNew`: and so is when they were added. */
export function feedLine(work: DemoWork, isNew = false): string {
  const { title, isInLibrary } = work
  const { id, price, listPrice, sales, wishlistCount, rating, ratingCount, reviewCount, releaseDate } = work
  return JSON.stringify({
    id,
    name: title[title.tongue],
    names: { 'ja-JP': title.ja, 'zh-CN': title.zh, 'en-US': title.en },
    ageCategory: 'all',
    price,
    listPrice,
    sales,
    wishlistCount,
    rating,
    ratingCount,
    reviewCount,
    releaseDate,
    languages: [languageCodes[title.tongue]],
    maker: work.maker,
    ...(work.series && { series: work.series }),
    artists: work.artists,
    illustrators: work.illustrators,
    genres: work.genres,
    availability: 'on_sale',
    ...(work.editionOf !== undefined && { editionOf: work.editionOf }),
    ...(isInLibrary && !isNew && { addedAt: addedAt(releaseDate) }),
    ...(!isInLibrary && { duration: 1800 + (sales % 90) * 60 }),
  })
}

/** Two days after it came out, at ten in the evening. */
function addedAt(releaseDate: string): string {
  return new Date(Date.parse(`${releaseDate}T22:00:00Z`) + 2 * 86_400_000).toISOString()
}
