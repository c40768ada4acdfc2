/** Parses the live numbers of one work (`product/info/ajax`). */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { SourceNumbers } from '../../source.ts'
import { editionEntries, familyRootOf, translationInfo } from './family.rules.ts'
import {
  ageOf,
  availabilityOf,
  count,
  day,
  flag,
  hundredths,
  isMap,
  number,
  partialWork,
  ratingOf,
  text,
} from './lenient-schemas.rules.ts'

/** Returns undefined if the value cannot be understood. `id` must be canonical. */
export function readNumbersOf(value: unknown, id: string): SourceNumbers | undefined {
  if (!isMap(value)) return undefined
  const read = v.safeParse(Info, value)
  return read.success ? { work: workOf(read.output, id), hash: hashOf(id, read.output) } : undefined
}

const Info = v.object({
  work_name: text,
  options: text,
  age_category: number,
  dl_count: count,
  dl_count_items: editionEntries,
  translation_info: translationInfo,
  wishlist_count: v.optional(v.unknown()),
  rate_average_2dp: number,
  rate_count: count,
  rate_count_detail: v.optional(v.unknown()),
  review_count: count,
  price: count,
  official_price: count,
  on_sale: count,
  is_ana: flag,
  is_reserve_work: flag,
  regist_date: day,
})
type Info = v.InferOutput<typeof Info>

const rootOf = (
  {
    dl_count_items: entries,
    translation_info: translation,
  }: Pick<Info, 'dl_count_items' | 'translation_info'>,
  id: string,
) => familyRootOf(id, { entries, translation })

function workOf(info: Info, id: string) {
  const counted = ratingOf(info.rate_count_detail)
  const stars = info.rate_average_2dp
  return partialWork(id, {
    name: info.work_name,
    ageCategory: ageOf(info),
    price: info.price,
    listPrice: info.official_price,
    // `dl_count_total` counts the whole family and is the same for each member.
    sales: info.dl_count_items.find(({ workno }) => workno === id)?.dl_count ?? info.dl_count,
    // Bonus works cannot be wishlisted, and the marketplace sends false for them.
    wishlistCount: info.wishlist_count === false ? 0 : v.parse(count, info.wishlist_count),
    rating: stars !== undefined && stars > 0 && stars <= 5 ? hundredths(stars) : counted.rating,
    ratingCount: info.rate_count ?? counted.ratingCount,
    reviewCount: info.review_count,
    releaseDate: info.regist_date,
    availability: availabilityOf(info),
    editionOf: rootOf(info, id),
  })
}

/** Hashes the fields that require a new lookup of the record. The option `REV` is left out, since it changes with each review. */
function hashOf(
  id: string,
  { work_name, price, official_price, options, regist_date, ...info }: Info,
): string {
  // Works without a family keep the hash from versions that did not include the root.
  const root = info.dl_count_items.length > 0 ? rootOf(info, id) : undefined
  const listed = root === undefined ? [] : [root]
  const marks = options?.split('#').filter((option) => option !== 'REV')
  const content = [
    work_name,
    price,
    official_price,
    marks?.sort(),
    regist_date,
    ageOf(info),
    availabilityOf(info),
    ...listed,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
