/** Parses the record of one work (`product.json`). */
import type { FeedEntity, FeedWork } from '@koedana/contract/feed.ts'
import { type Language, languages } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { NamedLocale, SourceNames, SourceRecord } from '../../source.ts'
import { editionEntries, familyRootOf, translationInfo } from './family.rules.ts'
import { knownGenreName } from './genre-names.rules.ts'
import {
  ageOf,
  availabilityOf,
  count,
  day,
  entityId,
  flag,
  isMap,
  listOf,
  mapOf,
  number,
  partialWork,
  ratingOf,
  text,
  workId,
} from './lenient-schemas.rules.ts'

/**
 * Returns undefined if the value cannot be understood or is about another work. `id` must be canonical. Picture URLs are resolved
 * against `base`.
 */
export function readRecordOf(value: unknown, id: string, base: string): SourceRecord | undefined {
  const record = findRecord(value, id)
  if (!record) return undefined
  const { original_workno: given, child_worknos } = record.translation_info
  const root = familyRootOf(id, { entries: record.language_editions, translation: record.translation_info })
  return {
    work: workOf(record, id, root),
    coverUrl: pictureUrl(record.image_main.url, base) ?? pictureUrl(record.image_thumb_touch, base),
    guessedCoverUrl: guessedCoverUrl(record, id, base),
    original: given === id ? undefined : given,
    root: root === id ? undefined : root,
    childIds: child_worknos.flatMap((child) => (child === undefined || child === id ? [] : [child])),
  }
}

/** Returns the names in another locale, or undefined if the value cannot be understood. */
export function readNamesOf(value: unknown, id: string, locale: NamedLocale): SourceNames | undefined {
  const record = findRecord(value, id)
  if (!record) return undefined
  const genres = record.genres.flatMap((genre): [string, string][] =>
    genre.id === undefined || genre.name === undefined ? [] : [[genre.id, genre.name]],
  )
  return { locale, name: record.work_name, genres: new Map(genres) }
}

/** Gives a translation the maker, series and cover of its original. */
export function applyOriginal(record: SourceRecord, original: SourceRecord): SourceRecord {
  const { maker, series } = original.work
  // The original may itself be an edition in a family that the circle translated.
  const editionOf = record.root === original.work.id ? (original.root ?? record.root) : record.root
  const shown = { ...record.work, ...(maker ? { maker } : {}), ...(series ? { series } : {}) }
  return {
    ...record,
    work: editionOf === undefined ? shown : { ...shown, editionOf },
    coverUrl: original.coverUrl ?? record.coverUrl,
    guessedCoverUrl: original.guessedCoverUrl ?? record.guessedCoverUrl,
    root: editionOf,
  }
}

const Person = v.object({ id: entityId, name: text })
const people = listOf(Person)

const Product = v.object({
  workno: workId,
  product_id: workId,
  work_name: text,
  product_name: text,
  work_name_kana: text,
  age_category: number,
  age_category_string: text,
  maker_id: entityId,
  maker_name: text,
  series_id: entityId,
  series_name: text,
  title_id: entityId,
  title_name: text,
  regist_date: day,
  price: count,
  official_price: count,
  on_sale: count,
  is_ana: flag,
  is_reserve_work: flag,
  options: text,
  image_main: mapOf(v.object({ url: text })),
  image_thumb_touch: text,
  product_dir: text,
  work_category: text,
  creaters: mapOf(v.object({ voice_by: people, illust_by: people, scenario_by: people, music_by: people })),
  genres: listOf(v.object({ id: entityId, name: text, name_base: text })),
  rate_count_detail: v.optional(v.unknown()),
  translation_info: translationInfo,
  language_editions: editionEntries,
})
type Product = v.InferOutput<typeof Product>

function findRecord(value: unknown, id: string): Product | undefined {
  if (!isMap(value)) return undefined
  const read = v.safeParse(Product, value)
  return read.success && (read.output.workno ?? read.output.product_id) === id ? read.output : undefined
}

const workOf = (record: Product, id: string, root: string | undefined): FeedWork =>
  partialWork(id, {
    name: record.work_name ?? record.product_name,
    kana: record.work_name_kana,
    ageCategory: ageOf(record),
    price: record.price,
    listPrice: record.official_price,
    ...ratingOf(record.rate_count_detail),
    releaseDate: record.regist_date,
    languages: languagesOf(record, id),
    maker: entityOf(record.maker_id, record.maker_name),
    series: entityOf(record.series_id, record.series_name) ?? entityOf(record.title_id, record.title_name),
    artists: entitiesOf(record.creaters.voice_by),
    illustrators: entitiesOf(record.creaters.illust_by),
    genres: genresOf(record.genres),
    writers: namesOf(record.creaters.scenario_by),
    musicians: namesOf(record.creaters.music_by),
    availability: availabilityOf(record),
    editionOf: root,
  })

function entityOf(id: string | undefined, name: string | undefined): FeedEntity | undefined {
  return id === undefined || name === undefined ? undefined : { id, name }
}

/** Treats an empty list as absent, so that it does not erase stored values. */
const nonEmpty = <T>(list: readonly T[]): T[] | undefined => (list.length > 0 ? [...list] : undefined)

type Named = v.InferOutput<typeof Person>

const entitiesOf = (persons: readonly Named[]) =>
  nonEmpty(persons.flatMap(({ id, name }) => entityOf(id, name) ?? []))

const namesOf = (persons: readonly Named[]) =>
  nonEmpty([...new Set(persons.flatMap(({ name }) => name ?? []))])

/** Genre names are sometimes masked or missing. Then the Japanese base name is used, or else the built-in name. */
const genresOf = (genres: Product['genres']): FeedEntity[] | undefined =>
  nonEmpty(
    genres.flatMap(({ id, name, name_base }) => {
      const known = name ?? name_base ?? (id === undefined ? undefined : (knownGenreName(id) ?? id))
      return entityOf(id, known) ?? []
    }),
  )

/** The list of editions covers the whole family, so only the entry of this work gives its language. */
function languagesOf(record: Product, id: string): Language[] | undefined {
  const { language_editions, options, translation_info } = record
  const own = knownLanguages([...(options?.split('#') ?? []), translation_info.lang])
  const listed = language_editions.flatMap(({ workno, lang }) => (workno === id ? [lang] : []))
  return nonEmpty(own) ?? nonEmpty(knownLanguages(listed))
}

const knownLanguages = (codes: readonly (string | undefined)[]) =>
  languages.filter((language) => codes.includes(language))

/**
 * Returns the URL that the main picture should have by the marketplace's naming scheme. Records may have a placeholder although the
 * picture exists (nothink-jp/suzumina.click issue 944, RJ01041035). It is a guess, since not every work has a picture.
 */
function guessedCoverUrl(record: Product, id: string, base: string): string | undefined {
  const { work_category, product_dir } = record
  const folder = folders.get(work_category ?? 'doujin')
  if (folder === undefined) return undefined
  const isToCome = availabilityOf(record) === 'announced'
  const [place, mark] = isToCome ? ['ana', '_ana'] : ['work', '']
  const bucket = /^[A-Z]{2}\d{6,8}$/.test(product_dir ?? '') ? product_dir : bucketOf(id)
  const path = `modpub/images2/${place}/${folder}/${bucket}/${id}${mark}_img_main.jpg`
  return new URL(path, pictureHostOf(base)).href
}

const folders = new Map([
  ['doujin', 'doujin'],
  ['books', 'books'],
  ['pc', 'professional'],
  ['app', 'professional'],
])

/** Returns the ID rounded up to the next thousand, with the same number of digits. */
function bucketOf(id: string): string {
  const digits = id.slice(2)
  return id.slice(0, 2) + String(Math.ceil(Number(digits) / 1_000) * 1_000).padStart(digits.length, '0')
}

/** Images have their own host; a mirror serves them itself. */
export const pictureHostOf = (base: string): string =>
  /(^|\.)dlsite\.com$/.test(new URL(base).hostname) ? 'https://img.dlsite.jp/' : new URL('/', base).href

/** Resolves a picture URL, which is usually protocol-relative. Returns undefined for placeholders. */
function pictureUrl(url: string | undefined, base: string): string | undefined {
  if (url === undefined || /\/no_img[^/]*$/.test(url) || !URL.canParse(url, base)) return undefined
  return new URL(url, base).href
}
