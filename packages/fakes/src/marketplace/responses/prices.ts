/** Prices: yen as integers with tax, other currencies as numbers and as HTML. */
import { dateOf, type MarketWork, unixOf } from '../world/market-work.ts'
import { thousands } from './forms.ts'

/** Returns the present price and the list price, both with tax. */
export function pricesOf({ listPrice, discountRate }: MarketWork) {
  const reduced = Math.floor((listPrice * (100 - discountRate)) / 100)
  return { price: withTax(reduced), reduced, official: withTax(listPrice) }
}

/** Rounds first, because 1.1 is not exact. */
const withTax = (yen: number): number => Math.floor(Math.round(yen * 110) / 100)

export function priceFields(work: MarketWork, today: number) {
  const { price, reduced, official } = pricesOf(work)
  return {
    price,
    price_without_tax: reduced,
    official_price: official,
    official_price_without_tax: work.listPrice,
    ...foreignPrices(price, official),
    price_en: inCurrency(price, 0.00643),
    price_eur: inCurrency(price, 0.00558),
    official_price_usd: inCurrency(official, 0.00643),
    official_price_eur: inCurrency(official, 0.00558),
    point: Math.floor(reduced * 0.05),
    free: official === 0,
    on_sale: work.state === 'sold' && work.translation.role !== 'parent' ? 1 : 0,
    timesale_price: work.listPrice,
    ...discountFields(work, { reduced, today }),
  }
}

/** Fields of both calls. */
export function foreignPrices(price: number, official: number) {
  return {
    locale_price: byLocale(price),
    locale_official_price: byLocale(official),
    locale_price_str: asHtml(price),
    locale_official_price_str: asHtml(official),
    currency_price: byCurrency(price),
    currency_official_price: byCurrency(official),
  }
}

const byLocale = (yen: number) => ({
  en_US: inCurrency(yen, 0.00643),
  de_DE: inCurrency(yen, 0.00558),
  zh_TW: Math.round(yen * 0.2044),
  zh_CN: inCurrency(yen, 0.04317),
  ko_KR: Math.round(yen * 8.82),
})

const asHtml = (yen: number) => ({
  en_US: `$${inCurrency(yen, 0.00643)}<i>&nbsp;USD</i>`,
  de_DE: `${String(inCurrency(yen, 0.00558)).replace('.', ',')}<i>&nbsp;€</i>`,
  zh_TW: `<i>NT$</i>${Math.round(yen * 0.2044)}`,
  zh_CN: `${inCurrency(yen, 0.04317)}<i>&nbsp;RMB</i>`,
  ko_KR: `${thousands(Math.round(yen * 8.82))}<i>&nbsp;₩</i>`,
})

const byCurrency = (yen: number) => ({
  JPY: yen,
  USD: yen * 0.00643,
  EUR: yen * 0.00558,
  TWD: yen * 0.2044,
  CNY: yen * 0.04317,
  KRW: yen * 8.82,
})

const inCurrency = (yen: number, rate: number): number => Math.round(yen * rate * 100) / 100

/** Sales run for two weeks; the end is exclusive. */
export function offerOf(today: number) {
  const start = Math.floor(today / 14) * 14
  return { start, end: start + 14, campaignId: 200 + (start % 97) }
}

function discountFields(work: MarketWork, { reduced, today }: { reduced: number; today: number }) {
  const { start, end, campaignId } = offerOf(today)
  const times = { start: `${dateOf(start)} 00:00:00`, end: `${dateOf(end)} 00:00:00` }
  const isReduced = work.discountRate > 0
  return {
    discount_rate: work.discountRate,
    is_discount_work: isReduced,
    is_show_campaign_end_date: isReduced,
    campaign_id: isReduced ? campaignId : null,
    campaign_start_date: isReduced ? times.start : null,
    campaign_end_date: isReduced ? times.end : null,
    timesale_start_date: isReduced ? times.start : null,
    timesale_end_date: isReduced ? times.end : null,
    discount: isReduced ? discountOf(work, { reduced, start, end, campaignId }) : null,
  }
}

function discountOf(
  work: MarketWork,
  offer: { reduced: number; start: number; end: number; campaignId: number },
) {
  return {
    id: String(22_000_000 + work.index),
    workno: work.id,
    status: 'enable',
    campaign_id: offer.campaignId,
    start_date: unixOf(offer.start),
    end_date: unixOf(offer.end),
    campaign_price: offer.reduced,
    discount_rate: work.discountRate,
    restore_price: work.listPrice,
    show_end_date_days: '-1',
    limit_dl_count: null,
    del_flg: '0',
    access_key: null,
  }
}
