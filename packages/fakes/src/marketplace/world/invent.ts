/** Invents the work at an index from the seed, the index and the current day. */
import { caseAt, type MarketCase, originalIndexOf } from './cases.ts'
import { titleOf } from './cast.ts'
import type { Chance } from './chance.ts'
import { type Cast, creditsOf } from './credits.ts'
import { figuresOf, nothing } from './figures.ts'
import { type MarketGenre, marketGenres } from './genres.ts'
import type { Edition, ImageState, MarketState, MarketWork, Numbers, Translation } from './market-work.ts'
import { idAt, isBookAt } from './numbering.ts'

export interface Origin {
  readonly chance: Chance
  readonly cast: Cast
  /** Initial number of works. Works that are added later are plain and released on that day. */
  readonly count: number
  readonly firstDay: number
}

export interface Moment {
  readonly index: number
  readonly today: number
  /** Set for works that were added later. */
  readonly addedDay: number | undefined
}

export function invent(origin: Origin, { index, today, addedDay }: Moment): MarketWork {
  const { chance, cast } = origin
  const kind = caseAt(index, origin.count)
  const subject = { index, case: kind, isBook: isBookAt(index) }
  const credits = creditsOf(chance, cast, subject)
  const translation = translationOf(index, kind)
  const lang = translation.lang ?? circleLanguageOf(index, kind)
  const releaseDay = addedDay ?? origin.firstDay - daysBack(chance, index, kind)
  // Sales of a translator's edition also count for its language.
  const sold = kind === 'translationParent' ? index + 1 : index
  const soldSince = sold === index ? releaseDay : origin.firstDay - daysBack(chance, sold, 'translationChild')
  const numbers = numbersOf(chance, { index: sold, days: today - soldSince }, kind)
  return {
    ...subject,
    ...credits,
    ...numbers,
    ...titleOf(chance, { ...subject, lang }, credits),
    ...priceOf(chance, { index, today, kind }),
    ...filesOf(chance, index, kind),
    id: idAt(index),
    state: stateOf(kind, releaseDay > today),
    age: kind === 'r18' ? 3 : kind === 'r15' ? 2 : 1,
    releaseDay,
    updateDay: Math.min(today, releaseDay + chance.whole(index, 'updated', [0, 40])),
    genres: kind === 'noGenres' ? [] : genresOf(chance, index),
    options: kind === 'noOptions' ? [] : optionsOf(chance, index, { lang, numbers }),
    translation,
    editions: editionsOf(index, kind),
    image: images[kind] ?? 'served',
  }
}

/** Draws an age in days: most works are from the last four years, denser towards the end; six-digit numbers are older. */
function daysBack(chance: Chance, index: number, kind: MarketCase): number {
  if (kind === 'announced' || kind === 'reserved') return -chance.whole(index, 'to come', [3, 60])
  const back = chance.of(index, 'released')
  return index % 10 === 9 ? 1400 + Math.floor(back * 2600) : Math.floor(back ** 1.4 * 1400)
}

function stateOf(kind: MarketCase, isToCome: boolean): MarketState {
  if (isToCome) return kind === 'reserved' ? 'reserved' : 'announced'
  return kind === 'delisted' ? 'delisted' : 'sold'
}

function numbersOf(chance: Chance, age: { index: number; days: number }, kind: MarketCase): Numbers {
  const numbers = figuresOf(chance, age)
  if (kind === 'translationParent') return { ...nothing, sales: numbers.sales }
  if (kind === 'unrated') return { ...nothing, sales: numbers.sales }
  return kind === 'bonus' ? { ...numbers, wishlistCount: 0 } : numbers
}

/** Sales last two weeks, and two works in five have one. */
function priceOf(chance: Chance, { index, today, kind }: { index: number; today: number; kind: MarketCase }) {
  if (kind === 'free') return { listPrice: 0, discountRate: 0 }
  const listPrice = chance.whole(index, 'price', [3, 20]) * 100
  const fortnight = Math.floor(today / 14)
  const isReduced = kind === 'plain' && chance.of(index, `offer of ${fortnight}`) < 0.41
  return {
    listPrice,
    discountRate: isReduced ? chance.pick(index, `rate of ${fortnight}`, [10, 20, 30, 50]) : 0,
  }
}

function filesOf(chance: Chance, index: number, kind: MarketCase) {
  const fileType = chance.pick(index, 'file type', ['WAV', 'WAV', 'MP3', 'FLC'])
  return {
    fileType,
    fileTypeSpecial:
      chance.of(index, 'second format') < 0.6 ? (fileType === 'MP3' ? 'WAV同梱' : 'MP3同梱') : null,
    bytes: kind === 'translationParent' ? 0 : chance.whole(index, 'bytes', [60_000_000, 2_900_000_000]),
  }
}

function genresOf(chance: Chance, index: number): MarketGenre[] {
  const count = chance.whole(index, 'genres', [4, 8])
  const drawn = Array.from({ length: count }, (_, nth) =>
    chance.skewed(index, `genre ${nth}`, marketGenres.length),
  )
  return [...new Set(drawn)].map((at) => marketGenres[at] ?? marketGenres[0])
}

/** Options have no fixed order, as on the marketplace. */
function optionsOf(
  chance: Chance,
  index: number,
  { lang, numbers }: { lang: string | null; numbers: Numbers },
): string[] {
  const options = ['SND', lang ?? 'JPN', 'DLP', 'TRI']
  if (numbers.reviewCount > 0) options.push('REV')
  return chance.of(index, 'order of options') < 0.3 ? options.reverse() : options
}

const images: Partial<Record<MarketCase, ImageState>> = {
  imageForbidden: 'forbidden',
  imageMissing: 'missing',
  translationChild: 'missing',
  translationParent: 'missing',
  imagePlaceholder: 'placeholder',
}

/** A translation family: an original, its record in a language, and one translator's edition. */
function translationOf(index: number, kind: MarketCase): Translation {
  const original = originalIndexOf(index)
  const [originalId, parentId, childId] = [idAt(original), idAt(original + 1), idAt(original + 2)]
  if (isOriginal(kind)) return { ...none, role: 'original', childIds: [childId] }
  const lang = languageOf(original)
  if (kind === 'translationParent')
    return { role: 'parent', originalId, parentId: null, childIds: [childId], lang }
  if (kind === 'translationChild') return { role: 'child', originalId, parentId, childIds: [], lang }
  return none
}

/** The list contains languages, not editions of single translators (xyzkljl1/DLSiteHelperServer). */
function editionsOf(index: number, kind: MarketCase): Edition[] {
  if (kind === 'circleOriginal' || kind === 'circleTranslation') return circleEditions(originalIndexOf(index))
  if (!isOriginal(kind) && kind !== 'translationParent' && kind !== 'translationChild') return []
  const original = originalIndexOf(index)
  const editionId = 10_000 + original
  const lang = languageOf(original)
  return [
    { id: idAt(original), editionId, order: 1, label: '日本語', lang: 'JPN' },
    { id: idAt(original + 1), editionId, order: 5, label: lang === 'ENG' ? 'English' : '简体中文', lang },
  ]
}

function circleEditions(original: number): Edition[] {
  const editionId = 10_000 + original
  return [
    { id: idAt(original), editionId, order: 1, label: '日本語', lang: 'JPN' },
    { id: idAt(original + 1), editionId, order: 2, label: 'English', lang: 'ENG' },
    { id: idAt(original + 2), editionId, order: 5, label: '簡体中文', lang: 'CHI_HANS' },
  ]
}

/** Circle translations have no language in `translation_info`; only the options name it. */
function circleLanguageOf(index: number, kind: MarketCase): string | null {
  if (kind !== 'circleTranslation') return null
  return circleEditions(originalIndexOf(index)).find(({ id }) => id === idAt(index))?.lang ?? null
}

const isOriginal = (kind: MarketCase): boolean => kind === 'originalListed' || kind === 'originalKeyed'

const languageOf = (original: number): 'CHI_HANS' | 'ENG' => (original % 100 === 20 ? 'CHI_HANS' : 'ENG')

const none: Translation = { role: 'none', originalId: null, parentId: null, childIds: [], lang: null }
