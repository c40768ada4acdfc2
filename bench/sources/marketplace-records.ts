/** Saved marketplace responses as lines of a catalog file: `node bench/sources/marketplace-records.ts > marketplace.jsonl`. */
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { AgeCategory } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { readMarketplace } from './test-data.ts'

/** The marketplace sometimes returns numbers as text. */
const number = v.nullish(v.pipe(v.union([v.number(), v.string()]), v.transform(Number)))
const text = v.nullish(v.string())
const people = v.nullish(v.array(v.object({ id: v.string(), name: v.string() })))

const Product = v.object({
  workno: v.string(),
  work_name: v.string(),
  work_name_kana: text,
  age_category: v.picklist([1, 2, 3]),
  price: number,
  official_price: number,
  regist_date: text,
  options: text,
  maker_id: v.string(),
  maker_name: v.string(),
  series_id: text,
  series_name: text,
  creaters: v.object({ voice_by: people, illust_by: people, scenario_by: people, music_by: people }),
  genres: v.array(v.object({ id: v.number(), name: v.string(), name_base: v.string() })),
})

const Live = v.object({
  dl_count: number,
  dl_count_total: number,
  wishlist_count: v.nullish(v.union([v.number(), v.literal(false)])),
  rate_average_2dp: number,
  rate_count: number,
  review_count: number,
})

const Partial = v.object({
  workno: v.string(),
  work_name: text,
  maker_id: text,
  maker_name: text,
  price: number,
  official_price: number,
  dl_count: number,
  voice_by: v.nullish(v.array(v.string())),
  illust_by: v.nullish(v.array(v.string())),
  regist_date: text,
  genre_ids: v.nullish(v.array(v.number())),
})

/** Returns an empty list without real data: responses are never invented. */
export function marketplaceWorks(): FeedWork[] {
  const product = readMarketplace('product_RJ01698658.json')
  if (product === undefined) return []
  const [record] = v.parse(v.array(Product), product)
  const live = v.parse(v.record(v.string(), Live), readMarketplace('ajax_shape_RJ01698658.json'))
  const partial = v.parse(v.array(Partial), readMarketplace('partial_records.json'))
  return [...(record ? [wholeWork(record, live[record.workno])] : []), ...partial.map(partialWork)]
}

const ages: Readonly<Record<1 | 2 | 3, AgeCategory>> = { 1: 'all', 2: 'r15', 3: 'r18' }

function wholeWork(
  record: v.InferOutput<typeof Product>,
  live: v.InferOutput<typeof Live> | undefined,
): FeedWork {
  const { creaters } = record
  return {
    id: record.workno,
    name: record.work_name,
    kana: record.work_name_kana,
    ageCategory: ages[record.age_category],
    price: record.price,
    listPrice: record.official_price,
    sales: live?.dl_count_total || live?.dl_count,
    wishlistCount: live?.wishlist_count === false ? 0 : live?.wishlist_count,
    rating: live?.rate_average_2dp,
    ratingCount: live?.rate_count,
    reviewCount: live?.review_count,
    releaseDate: record.regist_date?.slice(0, 10),
    languages: record.options?.split('#').includes('JPN') ? ['JPN'] : undefined,
    maker: { id: record.maker_id, name: record.maker_name },
    series:
      record.series_id && record.series_name ? { id: record.series_id, name: record.series_name } : undefined,
    artists: creaters.voice_by,
    illustrators: creaters.illust_by,
    genres: record.genres.map(({ id, name_base }) => ({ id: String(id), name: name_base })),
    writers: creaters.scenario_by?.map(({ name }) => name),
    musicians: creaters.music_by?.map(({ name }) => name),
    availability: 'on_sale',
  }
}

/** Maps records of which only some fields are known; people are identified by their names. */
function partialWork(record: v.InferOutput<typeof Partial>): FeedWork {
  const named = (names: readonly string[] | null | undefined) =>
    names?.map((name) => ({ id: `name-${name}`, name }))
  return {
    id: record.workno,
    name: record.work_name,
    ageCategory: 'all',
    price: record.price,
    listPrice: record.official_price,
    sales: record.dl_count,
    releaseDate: record.regist_date,
    maker: record.maker_id ? { id: record.maker_id, name: record.maker_name ?? record.maker_id } : undefined,
    artists: named(record.voice_by),
    illustrators: named(record.illust_by),
    genres: record.genre_ids?.map((id) => ({ id: String(id), name: String(id) })),
  }
}

if (import.meta.main) {
  for (const work of marketplaceWorks()) process.stdout.write(`${JSON.stringify(work)}\n`)
}
