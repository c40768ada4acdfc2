/** The record of product.json. */
import { genreCode, genreName } from '../world/genres.ts'
import type { MarketWork, Person } from '../world/market-work.ts'
import { always } from './always.ts'
import { fileFields, pictureFields } from './files.ts'
import { categoryOf, floorOf, type ResponseContext, releaseTime, timeOf, typeName } from './forms.ts'
import { priceFields } from './prices.ts'
import { standingFields, translationInfo } from './standing.ts'

export function productRecord(work: MarketWork, context: ResponseContext): object {
  return {
    ...always,
    ...identityFields(work, context),
    ...titleFields(work, context),
    ...priceFields(work, context.market.day()),
    ...fileFields(work),
    ...pictureFields(work, context),
    ...standingFields(work),
    creaters: creatorsOf(work),
    genres: genresOf(work, context),
    genres_replaced: genresOf(work, context),
    work_options: work.case === 'noOptions' ? [] : workOptions(work),
    translation_info: translationInfo(work),
    language_editions: languageEditions(work),
  }
}

function identityFields(work: MarketWork, { locale }: ResponseContext) {
  const { id, maker, name, maskedName, age } = work
  return {
    workno: id,
    product_id: id,
    base_product_id: id,
    work_name: name,
    work_name_masked: maskedName,
    product_name: name,
    alt_name: `${name} [${maker.name}]`,
    alt_name_masked: `${maskedName} [${maker.name}]`,
    work_name_kana: work.kana,
    intro_s: `An invented work of the fake marketplace, number ${work.index}.`,
    intro_s_masked: `An invented work of the fake marketplace, number ${work.index}.`,
    age_category: age,
    age_category_string: age === 1 ? 'general' : age === 2 ? 'r15' : 'adult',
    maker_id: maker.id,
    maker_name: maker.name,
    maker_name_en: maker.nameEn,
    circle_id: work.isBook ? null : maker.id,
    brand_id: work.isBook ? maker.id : null,
    work_type: 'SOU',
    work_type_string: typeName(locale),
    work_category: categoryOf(work),
    work_attributes: attributesOf(work),
    site_id: floorOf(work),
    site_id_touch: `${floorOf(work)}touch`,
    is_drama_work: work.isBook,
    options: work.options.join('#'),
    regist_date: releaseTime(work),
    update_date: timeOf(work.updateDay, '12:42:40'),
  }
}

/** The comma list that list rows carry too. */
export function attributesOf({ maker, options, genres }: MarketWork): string {
  return [maker.id, 'male', 'SOU', ...options, ...genres.map(genreCode)].join(',')
}

function titleFields({ series }: MarketWork, { market }: ResponseContext) {
  const indexes = series ? market.listings().bySeries.get(series.id) : undefined
  const latest = indexes?.[0] === undefined ? undefined : market.at(indexes[0])
  const [id, name] = [series?.id ?? null, series?.name ?? null]
  return {
    series_id: id,
    series_name: name,
    series_name_masked: name,
    title_id: id,
    title_name: name,
    title_name_masked: name,
    title_work_count: indexes?.length ?? null,
    title_latest_workno: latest?.id ?? null,
  }
}

/** PHP: a map without entries is a list. */
function creatorsOf(work: MarketWork): object {
  const roles: readonly (readonly [string, readonly Person[]])[] = [
    ['scenario_by', work.writers],
    ['illust_by', work.illustrators],
    ['voice_by', work.voices],
    ['music_by', work.musicians],
  ]
  const filled = roles.filter(([, people]) => people.length > 0)
  if (filled.length === 0) return []
  return Object.fromEntries(
    filled.map(([role, people]) => [
      role,
      people.map(({ id, name }) => ({ id, name, classification: role, sub_classification: null })),
    ]),
  )
}

function genresOf({ genres }: MarketWork, { locale }: ResponseContext) {
  return genres.map((genre) => ({
    name: genreName(genre, locale),
    id: genre.id,
    search_val: genreCode(genre),
    name_base: genre.ja,
  }))
}

function workOptions({ index }: MarketWork) {
  const option = (value: string, name: string, id: number) => ({
    id: String(5_000_000 + index * 1000 + id),
    options_id: String(id),
    value,
    name,
    name_en: value,
    display_sentence: null,
    display_sentence_en: null,
    category_id: '8',
    category: 'else',
  })
  return { OLY: option('OLY', '独占', 194), ORW: option('ORW', 'オリジナル作品', 214) }
}

function languageEditions(work: MarketWork): object {
  const editions = work.editions.map(({ id, editionId, order, label, lang }) => ({
    workno: id,
    edition_id: editionId,
    edition_type: 'language',
    display_order: order,
    label,
    lang,
  }))
  if (work.case !== 'originalKeyed') return editions
  return Object.fromEntries(editions.map((edition, at) => [String(at + 1), edition]))
}
