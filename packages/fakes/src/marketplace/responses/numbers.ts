/** The entry of one work in product/info/ajax. */
import { countOf, meanOf } from '../world/figures.ts'
import type { MarketWork } from '../world/market-work.ts'
import { mainPicture } from './files.ts'
import { floorOf, isSold, type ResponseContext, releaseTime, thousands } from './forms.ts'
import { foreignPrices, offerOf, pricesOf } from './prices.ts'
import { coarse, ranksOf, translationInfo } from './standing.ts'

export function numbersRecord(work: MarketWork, context: ResponseContext): object {
  return {
    ...shop,
    ...identityFields(work, context),
    ...countFields(work),
    ...(work.case === 'oldNumbers' ? oldCounts(work) : averageFields(work)),
    ...(work.case === 'nullNumbers' ? noCounts : {}),
    ...priceFields(work, context.market.day()),
    ...editionCounts(work, context),
    translation_info: { ...translationInfo(work), production_trade_price_rate: 0 },
  }
}

/** Constant fields. */
const shop = {
  affiliate_deny: 0,
  dl_format: 0,
  default_point_rate: 5,
  product_point_rate: null,
  dlsiteplay_work: true,
  is_sound_playable: true,
  is_pointup: false,
  gift: [],
  is_rental: false,
  work_rentals: [],
  is_tartget: null,
  title_volumn: null,
  is_title_completed: false,
  bulkbuy_key: null,
  is_limit_work: false,
  is_sold_out: false,
  limit_stock: 0,
  is_timesale: false,
  timesale_stock: 0,
  is_led: false,
  is_noreduction: false,
  is_wcc: false,
  sales_end_info: null,
  voice_pack: null,
  book_type: null,
  discount_calc_type: null,
  is_garumani_general: false,
  is_pack_work: false,
  limited_free_terms: [],
  custom_genres: [],
}

function identityFields(work: MarketWork, { market, host }: ResponseContext) {
  const { series } = work
  return {
    site_id: floorOf(work),
    site_id_touch: `${floorOf(work)}touch`,
    maker_id: work.maker.id,
    age_category: work.age,
    work_name: work.name,
    work_name_masked: work.maskedName,
    work_image: mainPicture(work, { host }),
    work_type: 'SOU',
    options: work.options.join('#'),
    regist_date: releaseTime(work),
    down_url: `//${host}/${floorOf(work)}-touch/download/filelist/=/product_id/${work.id}.html`,
    title_id: series?.id ?? null,
    title_name: series?.name ?? null,
    title_name_masked: series?.name ?? null,
    title_work_count: series ? (market.listings().bySeries.get(series.id)?.length ?? null) : null,
    is_ana: work.state === 'announced',
    is_reserve_work: work.state === 'reserved',
    is_reservable: work.state === 'reserved',
    bonuses: [],
  }
}

function countFields(work: MarketWork) {
  const ratingCount = countOf(work.ratings)
  return {
    dl_count: work.sales,
    wishlist_count: work.case === 'bonus' ? false : work.wishlistCount,
    review_count: work.reviewCount,
    rate_count: ratingCount,
    rate_count_detail: work.ratings.map((count, at) => ({
      review_point: at + 1,
      count,
      ratio: ratingCount === 0 ? 0 : Math.floor((count * 100) / ratingCount),
    })),
    rank: ranksOf(work).flatMap(({ term, rank, at }) =>
      rank === null || at === null ? [] : [{ term, category: 'all', rank, rank_date: at.slice(0, 10) }],
    ),
  }
}

function averageFields(work: MarketWork) {
  const mean = meanOf(work.ratings)
  const average = mean === null ? null : Math.round(mean)
  // Without ratings, the mean is absent for some works and null for others.
  if (mean === null && work.index % 2 === 0) return { rate_average: 0, rate_average_star: 0 }
  return { rate_average: average, rate_average_2dp: mean, rate_average_star: coarse(work) }
}

/** Null means unknown, not zero. */
const noCounts = { dl_count: null, wishlist_count: null, review_count: null, rate_average_2dp: null }

/** Older form of the counts: strings, without a precise average. */
function oldCounts(work: MarketWork) {
  return {
    dl_count: String(work.sales),
    wishlist_count: false,
    review_count: String(work.reviewCount),
    rate_average: Math.round(meanOf(work.ratings) ?? 0),
    rate_average_star: coarse(work),
  }
}

function priceFields(work: MarketWork, today: number) {
  const { price, reduced, official } = pricesOf(work)
  const onSale = isSold(work) && work.translation.role !== 'parent'
  const points = Math.floor(reduced * 0.05)
  return {
    price,
    price_without_tax: reduced,
    price_str: thousands(price),
    official_price: official,
    official_price_str: thousands(official),
    ...foreignPrices(price, official),
    default_point: points,
    default_point_str: String(points),
    upgrade_min_price: Math.floor(price / 2),
    on_sale: onSale ? 1 : 0,
    is_sale: onSale && work.case !== 'bonus',
    is_free: official === 0 && work.case !== 'bonus',
    is_oly: work.case !== 'bonus',
    is_discount: work.discountRate > 0,
    ...(work.discountRate > 0 ? offerFields(work, today) : {}),
  }
}

/** Fields of a sale; works have them only while the price is reduced. */
function offerFields(work: MarketWork, today: number) {
  const { end, campaignId } = offerOf(today)
  const last = new Date((end - 1) * 86_400_000).toISOString()
  return {
    discount_rate: work.discountRate,
    campaign_id: String(campaignId),
    discount_campaign_id: 36_000 + campaignId,
    discount_end_date: `${last.slice(5, 7)}/${last.slice(8, 10)} 23:59`,
    discount_to: `/home-touch/discount/=/campaign/${campaignId}`,
    discount_caption: null,
  }
}

/**
 * Sales per language, if there are several, and their total, equal in all members. The first count is a string, the others are numbers
 * (as captured by eValDoll/EaraAsmrPlayer).
 */
function editionCounts({ editions }: MarketWork, { market }: ResponseContext) {
  const counted = editions.map((edition) => ({ ...edition, sales: market.find(edition.id)?.sales ?? 0 }))
  return {
    dl_count_total: counted.reduce((sum, { sales }) => sum + sales, 0),
    dl_count_items: counted.map(({ id, editionId, order, label, lang, sales }, at) => ({
      workno: id,
      edition_id: editionId,
      edition_type: 'language',
      display_order: order,
      label,
      lang,
      dl_count: at === 0 ? String(sales) : sales,
      display_label: label,
    })),
  }
}
