/** Cards as bytes: built once from row and dictionary, kept while both stand, joined into responses without parsing. */
import { type Locale, locales } from '@koedana/contract/values.ts'
import { isAgeIn } from '../../domain/viewer.rules.ts'
import { ClockCache } from '../../lib/clock-cache.ts'
import type { Dictionary } from '../entities/dictionary.ts'
import type { Links } from '../library/media/links.ts'
import { type CardBytes, cardBytes, cardOf, veiledBytes } from './card.rules.ts'
import type { FindCardRows } from './card-rows.store.ts'

/** The language, whether covers of adult works are veiled, and which ages may be seen, as bits. */
export interface CardView {
  readonly locale: Locale
  readonly isVeiled: boolean
  readonly ages: number
}

export interface Cards {
  /** One JSON text a key, in the order of the keys; one that is gone meanwhile is left out. */
  readonly get: (keys: readonly number[], view: CardView) => Promise<Buffer[]>
  /**
   * The same with undefined for a key that is gone. A card is made from a row that may be newer than the index: one that
   * the viewer may not see any more is gone too.
   */
  readonly find: (keys: readonly number[], view: CardView) => Promise<(Buffer | undefined)[]>
  /** Does the same for who goes through the whole catalogue: what is made on the way would push out what people look at. */
  readonly scan: (keys: readonly number[], view: CardView) => Promise<(Buffer | undefined)[]>
  /** Forgets what was made of these works. */
  readonly forget: (keys: readonly number[] | 'all') => void
}

/** Returns undefined without a card. */
export function titleOfCard(card: Buffer | undefined): string | undefined {
  const { title }: { title?: unknown } = card ? JSON.parse(card.toString()) : {}
  return typeof title === 'string' ? title : undefined
}

export interface CardSources {
  readonly findCardRows: FindCardRows
  readonly dictionary: Dictionary
  /** Returns keys of a work's artists or genres, in order; undefined for a work that is gone. */
  readonly entitiesOf: (kind: 'artists' | 'genres', key: number) => readonly number[] | undefined
  readonly links: Pick<Links, 'signCover' | 'version'>
  /** Returns how many works there are. */
  readonly workCount: () => number
}

/** Cards that are kept, about 1 kB each: of a small catalogue all, of a large one those that people look at. */
const mostOfSmall = 60_000
const shareOfLarge = 1 / 5

export function createCards(sources: CardSources): Cards {
  const { dictionary, links } = sources
  /** An entity that was not known before is on no card. */
  const version = () => `${dictionary.renames()}.${links.version()}`
  const none = () =>
    new ClockCache<CardBytes>(() => Math.max(mostOfSmall, sources.workCount() * shareOfLarge))
  let cards = none()
  let madeFrom = version()
  let forgotten = 0
  const forget: Cards['forget'] = (keys) => {
    forgotten += 1
    if (keys === 'all') cards = none()
    else if (keys.length * slotsOfWork > cards.size) forgetAmong(cards, new Set(keys))
    else for (const key of keys) for (const slot of slotsOf(key)) cards.delete(slot)
  }

  const read = async (keys: readonly number[], { locale, isVeiled, ages }: CardView, isKept: boolean) => {
    // A name may be in any of them, a link in most.
    if (madeFrom !== version()) forget('all')
    madeFrom = version()
    const common = slotIn({ locale, ages: 0 })
    // If works name somebody differently, it depends on who may see which.
    const own = dictionary.hasDisputed() ? slotIn({ locale, ages }) : common
    const found: (CardBytes | undefined)[] = []
    const missing: number[] = []
    for (const key of keys) {
      const card = cards.get(common(key)) ?? (own === common ? undefined : cards.get(own(key)))
      found.push(card)
      if (!card) missing.push(key)
    }
    if (missing.length > 0) {
      const before = forgotten
      const built = await build(sources, missing, { locale, ages })
      // A work that changed while its row was read must not stay in its old form.
      if (isKept && before === forgotten)
        for (const [key, { card, isCommon }] of built) cards.set((isCommon ? common : own)(key), card)
      keys.forEach((key, at) => {
        found[at] ??= built.get(key)?.card
      })
    }
    return found.map((card) => {
      if (!card || !isAgeIn(ages, card.ageCategory)) return undefined
      return isVeiled ? veiledBytes(card) : card.bytes
    })
  }

  return {
    find: (keys, view) => read(keys, view, true),
    scan: (keys, view) => read(keys, view, false),
    get: async (keys, view) => (await read(keys, view, true)).filter((bytes) => bytes !== undefined),
    forget,
  }
}

type Reader = Pick<CardView, 'locale' | 'ages'>

/** Ages are bits 1 to 3; 0 is a card that is the same for all. */
const ageSets = 8
const slotsOfWork = locales.length * ageSets

/** Keys of works stay far below the point where numbers lose their ones. */
function slotIn({ locale, ages }: Reader): (key: number) => number {
  const number = locales.indexOf(locale) * ageSets + ages / 2
  return (key) => key * slotsOfWork + number
}

const slotsOf = (key: number): number[] =>
  Array.from({ length: slotsOfWork }, (_, number) => key * slotsOfWork + number)

/** An import may name more works than there are cards. */
function forgetAmong(cards: ClockCache<CardBytes>, works: ReadonlySet<number>): void {
  for (const slot of cards.keys()) if (works.has(Math.floor(slot / slotsOfWork))) cards.delete(slot)
}

interface BuiltCard {
  readonly card: CardBytes
  /** Whether all who may see it see the same. */
  readonly isCommon: boolean
}

async function build(
  { findCardRows, dictionary, entitiesOf, links: { signCover } }: CardSources,
  keys: readonly number[],
  reader: Reader,
): Promise<Map<number, BuiltCard>> {
  const { locale } = reader
  const built = new Map<number, BuiltCard>()
  for (const row of await findCardRows(keys, locale)) {
    const artists = entitiesOf('artists', row.key)
    const genres = entitiesOf('genres', row.key)
    if (!artists || !genres) continue
    let isCommon = true
    const card = cardOf({
      row,
      links: { artists, genres },
      name: row.translated ?? undefined,
      locale,
      findEntity: (kind, key) => {
        if (dictionary.isDisputed(kind, key)) isCommon = false
        return dictionary.findEntity(kind, key, reader)
      },
      signCover,
    })
    built.set(row.key, { card: cardBytes(card), isCommon })
  }
  return built
}
