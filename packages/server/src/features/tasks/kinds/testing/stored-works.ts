/** Reads the works of the catalog in ID order, in the shape of `expectedOf`. */
import { FeedWork } from '@koedana/contract/feed.ts'
import * as v from 'valibot'
import type { Database } from '../../../../db/open.ts'
import { exportFeed } from '../../../metadata/feed/export-feed.ts'
import type { ExpectedWork } from './expected-works.ts'

export async function storedWorks(database: Database): Promise<ExpectedWork[]> {
  const works: ExpectedWork[] = []
  let isHeader = true
  for await (const page of exportFeed({ database })) {
    if (!isHeader) works.push(...page.trim().split('\n').map(comparable))
    isHeader = false
  }
  return works.sort((a, b) => (a.id < b.id ? -1 : 1))
}

function comparable(line: string): ExpectedWork {
  const work = v.parse(FeedWork, JSON.parse(line))
  const ids = (entities: FeedWork['artists']) => entities?.map(({ id }) => id) ?? []
  return {
    id: work.id,
    name: work.name,
    kana: work.kana ?? null,
    ageCategory: work.ageCategory,
    price: work.price,
    listPrice: work.listPrice,
    sales: work.sales,
    wishlistCount: work.wishlistCount,
    rating: work.rating ?? null,
    ratingCount: work.ratingCount,
    reviewCount: work.reviewCount,
    releaseDate: work.releaseDate,
    maker: work.maker?.id,
    series: work.series?.id ?? null,
    artists: ids(work.artists),
    illustrators: ids(work.illustrators),
    writers: work.writers ?? [],
    musicians: work.musicians ?? [],
    genres: work.genres?.map(({ id }) => id) ?? [],
    availability: work.availability,
    editionOf: work.editionOf ?? null,
  }
}
