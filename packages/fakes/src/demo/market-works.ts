/** Lists the demo works as the marketplace does, with the facts of the catalog file, so that a refresh finds every work. */

import type { MarketGenre } from '../marketplace/world/genres.ts'
import { dayOf, type ListedWork, type Numbers, type Person } from '../marketplace/world/market-work.ts'
import type { Named, NamedGenre } from './cast.ts'
import { languageCodes } from './feed-line.ts'
import { type DemoWork, demoWorks } from './works.ts'

export const demoMarketWorks = (): ListedWork[] => demoWorks().map(listedOf)

function listedOf(work: DemoWork): ListedWork {
  const { title, sales, wishlistCount, reviewCount, price, listPrice } = work
  const name = title[title.tongue]
  return {
    id: work.id,
    name,
    maskedName: name,
    kana: null,
    state: 'sold',
    isBook: false,
    age: 1,
    releaseDay: dayOf(work.releaseDate),
    sales,
    wishlistCount,
    reviewCount,
    ratings: starsOf(work),
    listPrice: withoutTax(listPrice),
    discountRate: Math.round(100 - (price / listPrice) * 100),
    options: ['SND', languageCodes[title.tongue], 'DLP', 'TRI'],
    maker: { id: work.maker.id, name: work.maker.name, nameEn: null },
    series: work.series ? { id: work.series.id, name: work.series.name } : null,
    voices: work.artists.map(personOf),
    illustrators: work.illustrators.map(personOf),
    writers: [],
    musicians: [],
    genres: work.genres.map(genreOf),
    // Editions are linked by the catalog file; covers are part of the library.
    translation: { role: 'none', originalId: null, parentId: null, childIds: [], lang: null },
    editions: [],
    image: 'placeholder',
  }
}

const personOf = ({ id, name }: Named): Person => ({ id, name })

const withoutTax = (yen: number): number => Math.round(yen / 1.1)

function genreOf({ id, names }: NamedGenre): MarketGenre {
  const { 'ja-JP': ja, 'en-US': en, 'zh-CN': zh } = names
  return { id, ja, en, zh, zhTw: zh, ko: en }
}

/** Distributes the ratings over the two nearest stars so that they have this mean. */
function starsOf({ rating, ratingCount }: DemoWork): Numbers['ratings'] {
  const lower = Math.min(4, Math.floor(rating))
  const above = Math.round((rating - lower) * ratingCount)
  const count = (stars: number) => (stars === lower ? ratingCount - above : stars === lower + 1 ? above : 0)
  return [count(1), count(2), count(3), count(4), count(5)]
}
