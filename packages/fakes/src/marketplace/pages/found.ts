/** Which works a search by path keys finds. */

import { pricesOf } from '../answers/prices.ts'
import { dayOf } from '../world/days.ts'
import { genreCode } from '../world/genres.ts'
import type { MarketWork } from '../world/market-work.ts'

type Keys = ReadonlyMap<string, string>

export function isFound(work: MarketWork, keys: Keys): boolean {
  return (
    isInState(work, keys.get('ana_flg')) &&
    tests.every(([key, holds]) => {
      const value = keys.get(key)
      return value === undefined || holds(work, value)
    })
  )
}

/** What is to come is shown only on demand, what is delisted never. */
function isInState({ state }: MarketWork, flag: string | undefined): boolean {
  if (state === 'delisted') return false
  if (flag === 'all') return true
  if (flag === 'on') return state === 'announced'
  return flag === 'reserve' ? state === 'reserved' : state === 'sold'
}

const tests: readonly (readonly [string, (work: MarketWork, value: string) => boolean])[] = [
  ['title_id', ({ series }, id) => series?.id === id],
  ['keyword_creater', (work, name) => peopleOf(work).some((person) => matches(person, name))],
  ['keyword_maker_name', ({ maker }, name) => matches(maker.name, name)],
  ['keyword', ({ name }, text) => name.includes(text)],
  ['maker_id', ({ maker }, id) => maker.id === id],
  ['work_type', (_, type) => type === 'SOU'],
  ['work_type_category', (_, category) => category === 'audio'],
  ['work_category', ({ isBook }, category) => category === (isBook ? 'books' : 'doujin')],
  ['age_category', ({ age }, name) => ['general', 'r15', 'adult'][age - 1] === name],
  ['genre', ({ genres }, code) => genres.some((genre) => genreCode(genre) === code.padStart(3, '0'))],
  ['options', ({ options }, option) => options.includes(option)],
  ['options_not', ({ options }, option) => !options.includes(option)],
  ['is_free', ({ listPrice }, flag) => (listPrice === 0) === (flag === '1')],
  ['price_low', (work, yen) => pricesOf(work).price >= Number(yen)],
  ['price_high', (work, yen) => pricesOf(work).price <= Number(yen)],
  ['regist_date_start', ({ releaseDay }, date) => releaseDay >= dayOf(date)],
  ['regist_date_end', ({ releaseDay }, date) => releaseDay <= dayOf(date)],
]

const peopleOf = ({ voices, illustrators, writers, musicians }: MarketWork): string[] =>
  [...voices, ...illustrators, ...writers, ...musicians].map(({ name }) => name)

/** Quotes ask for the whole name. */
function matches(name: string, requested: string): boolean {
  const exact = /^"(.*)"$/.exec(requested)?.[1]
  return exact === undefined ? name.includes(requested) : name === exact
}

/** Sorts by the key of the order; newest first where it is unknown. Works come newest first. */
export function ordered(works: readonly MarketWork[], order: string | undefined): readonly MarketWork[] {
  const by = orders[order ?? '']
  return by ? works.toSorted(by) : works
}

const orders: Readonly<Record<string, (a: MarketWork, b: MarketWork) => number>> = {
  release: (a, b) => a.releaseDay - b.releaseDay || a.index - b.index,
  dl_d: (a, b) => b.sales - a.sales || a.index - b.index,
  dl: (a, b) => a.sales - b.sales || a.index - b.index,
  price: (a, b) => pricesOf(a).price - pricesOf(b).price || a.index - b.index,
  price_d: (a, b) => pricesOf(b).price - pricesOf(a).price || a.index - b.index,
  review_d: (a, b) => b.reviewCount - a.reviewCount || a.index - b.index,
}
