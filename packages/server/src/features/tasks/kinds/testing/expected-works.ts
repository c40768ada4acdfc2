/** Computes what the catalog should contain for a work of the fake marketplace, from its own data rather than its responses. */
import type { Truth } from '@koedana/fakes/marketplace/world/market.ts'
import type { MarketWork, Person } from '@koedana/fakes/marketplace/world/market-work.ts'

export interface ExpectedWork {
  readonly id: string
  readonly [field: string]: unknown
}

/** Returns undefined for works without a record. Fields that no source reports are absent. */
export function expectedOf(work: MarketWork, truth: Truth): ExpectedWork | undefined {
  if (work.state === 'delisted') return undefined
  const original = work.translation.originalId === work.id ? null : work.translation.originalId
  const root = work.editions.find(({ lang }) => lang === 'JPN')?.id
  const shown = original === null ? work : (truth.find(original) ?? work)
  return {
    id: work.id,
    name: work.name,
    kana: work.kana,
    ageCategory: (['all', 'r15', 'r18'] as const)[work.age - 1],
    price: yen(Math.floor((work.listPrice * (100 - work.discountRate)) / 100)),
    listPrice: yen(work.listPrice),
    ...figures(work),
    releaseDate: new Date(work.releaseDay * 86_400_000).toISOString().slice(0, 10),
    maker: shown.maker.id,
    series: shown.series?.id ?? null,
    artists: ids(work.voices),
    illustrators: ids(work.illustrators),
    writers: names(work.writers),
    musicians: names(work.musicians),
    genres: work.genres.map(({ id }) => String(id)),
    availability: availabilityOf(work),
    editionOf: root === undefined || root === work.id ? null : root,
  }
}

const ids = (people: readonly Person[]) => people.map(({ id }) => id)
const names = (people: readonly Person[]) => people.map(({ name }) => name)

/** Adds the consumption tax of 10%. */
const yen = (net: number) => Math.floor(Math.round(net * 110) / 100)

function figures(work: MarketWork) {
  const ratingCount = work.ratings.reduce((sum, count) => sum + count, 0)
  const stars = work.ratings.reduce((sum, count, i) => sum + count * (i + 1), 0)
  const isOld = work.case === 'oldNumbers' || work.case === 'bonus'
  const isAbsent = work.case === 'nullNumbers'
  return {
    sales: isAbsent ? undefined : work.sales,
    wishlistCount: isAbsent ? undefined : isOld ? 0 : work.wishlistCount,
    rating: ratingCount === 0 ? null : Math.round((stars / ratingCount) * 100) / 100,
    ratingCount,
    reviewCount: isAbsent ? undefined : work.reviewCount,
  }
}

function availabilityOf({ state, translation }: MarketWork) {
  if (state === 'announced' || state === 'reserved') return 'announced'
  return translation.role === 'parent' ? 'unavailable' : 'on_sale'
}
