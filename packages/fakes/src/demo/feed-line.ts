/** Writes a demo work as one line of a catalog file. */
import type { DemoWork } from './works.ts'

/** Language codes of catalog files and of the marketplace. */
export const languageCodes = { ja: 'JPN', zh: 'CHI_HANS', en: 'ENG' } as const

/** Works with files get their length from them. With `isNew`, they also get no date of arrival. */
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

/** Two days after the release, at 22:00. */
function addedAt(releaseDate: string): string {
  return new Date(Date.parse(`${releaseDate}T22:00:00Z`) + 2 * 86_400_000).toISOString()
}
