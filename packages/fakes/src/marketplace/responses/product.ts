/** The record of product.json. */
import { genreCode, genreName } from '../world/genres.ts'
import type { MarketWork, Person } from '../world/market-work.ts'
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

/** Returns the comma-separated attributes, which list rows contain as well. */
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

/** PHP encodes an empty map as a list. */
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

/** Fields of product.json that are the same for every work: obsolete ones, and those of other product types. */

const each = <T>(value: T, names: string): Record<string, T> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, value]))

const dead = `anime auto_play bgm bgm_mode books_id cpu directed_by directx etc file_date file_size gallery_mode hdd
h_scene_mode intro intro_masked label_id label_name memory message_skip mini_resolution music_by original_illust other
others_by pages page_number product_point product_point_end_date production_workno publisher_workno regular_price
scenario_by screen_mode sofrin_app_no vocal_track voice voice_by vram work_type_special work_type_special_masked
introductions introductions_masked sales_price image_samples discount_access_key discount_layout rank_year
rank_year_date pack_type title_volumn title_work_labeling title_work_display_order title_price_low title_price_high
is_title_pointup title_point_rate is_title_discount is_title_reserve reserve_work bonus_work book_type bulkbuy_key
bulkbuy_title bulkbuy_start bulkbuy_end limit_sale_id limit_start_date limit_end_date limit_display_type
timesale_limit_dl_count specified_volume_set_max_discount_rate rating`

const empty = `coupling machine_string_list work_parts contents_touch epub_sample gift work_rentals work_pack_parent
work_pack_children voice_pack_parent voice_pack_child limited_free_terms limited_free_work custom_genres editions
display_options given_coupons_by_buying specified_volume_sets`

const zero = `dl_format modify_flg content_count_touch contents_file_size_touch bulkbuy_per_items bulkbuy_price
bulkbuy_price_tax bulkbuy_price_without_tax bulkbuy_discount_rate bulkbuy_point limit_dl_count limit_sold_dl_count
timesale_dl_count timesale_stock`

const no = `is_android_only_work is_ios_only_work is_android_or_ios_only_work is_dlplaybox_only_work is_almight_work
is_split_content trials_touch movies is_viewable_sample is_rental_work is_oauth_work is_pack_child is_pack_parent
is_voice_pack free_only free_end_date has_free_download is_title_completed is_downloadable_reserve_work bonus_workno
is_downloadable_bonus_work parent_reserve_workno is_bl is_display_notice is_bulkbuy is_limit_work is_limit_sales
is_limit_in_stock is_timesale_work has_specified_volume_set is_garumani_general is_garumani_general_comipo_mirror`

const yes = 'is_pc_work is_smartphone_work is_dlsiteplay_work is_sound_playable is_show_rate is_tl'

const always = {
  ...each(null, dead),
  ...each([], empty),
  ...each(0, zero),
  ...each(false, no),
  ...each(true, yes),
  machine: '',
  dist_flag: 1,
  default_point: 5,
  bulkbuy_point_rate: 5,
  display_order: 80,
  sex_category: 1,
  sample_type: 'images',
  platform: ['pc', 'smartphone', 'play'],
  touch_style1: ['type_exclusive_01'],
  work_browse_setting: { content: { play_encode_type: null }, sample: { play_encode_type: null } },
}
