/** Cards as bytes: built once from row and dictionary, kept while both stand, joined into responses without parsing. */
import { type Locale, locales } from '@koedana/contract/values.ts'
import { missed, RecordCache, type RecordMemory } from '../../lib/record-cache.ts'
import type { Dictionary } from '../entities/dictionary.ts'
import type { Links } from '../library/media/links.ts'
import { cardOf } from './card.rules.ts'
import { bytesOfCard, type Card, cardIn, cardRecord } from './card-record.ts'
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
  /** Does the same for who joins them himself: no buffer is made of any. */
  readonly findCards: (keys: readonly number[], view: CardView) => Promise<(Card | undefined)[]>
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
const bytesOfOne = 1_000

interface Kept {
  /** Returns the cards that still say what they did when they were made. */
  readonly current: () => RecordCache
  readonly forget: Cards['forget']
  /** Returns how many times some were forgotten. */
  readonly forgotten: () => number
}

function keepCards({ dictionary, links, workCount }: CardSources): Kept {
  const none = () => new RecordCache(() => bytesOfOne * Math.max(mostOfSmall, workCount() * shareOfLarge))
  let cards = none()
  let forgotten = 0
  /** An entity that was not known before is on no card. */
  let madeFrom = { renames: dictionary.renames(), links: links.version() }
  const forget: Cards['forget'] = (keys) => {
    forgotten += 1
    if (keys === 'all') cards = none()
    else for (const key of keys) cards.delete(key)
  }
  return {
    current: () => {
      const now = { renames: dictionary.renames(), links: links.version() }
      // A name may be in any of them, a link in most.
      if (now.renames !== madeFrom.renames || now.links !== madeFrom.links) forget('all')
      madeFrom = now
      return cards
    },
    forget,
    forgotten: () => forgotten,
  }
}

export function createCards(sources: CardSources): Cards {
  const { dictionary } = sources
  const { current, forget, forgotten } = keepCards(sources)

  const read = async (keys: readonly number[], view: CardView, isKept: boolean) => {
    const kept = current()
    const { locale, ages } = view
    const common = variantOf({ locale, ages: 0 })
    // If works name somebody differently, it depends on who may see which.
    const own = dictionary.hasDisputed() ? variantOf({ locale, ages }) : common
    const entries = keys.map((key) => findEither(kept, key, [common, own]))
    // All are looked up before one is looked at: the processor waits for the memory of many at once.
    const found = entries.map((entry) =>
      entry === missed ? undefined : cardIn(kept.memoryOf(entry), kept.startOf(entry), view),
    )
    const missing = keys.filter((_, at) => entries[at] === missed)
    if (missing.length === 0) return found
    const before = forgotten()
    const built = await build(sources, missing, { locale, ages })
    // A work that changed while its row was read must not stay in its old form.
    if (isKept && before === forgotten())
      for (const [key, { record, isCommon }] of built) kept.set(key, isCommon ? common : own, record.bytes)
    keys.forEach((key, at) => {
      const record = entries[at] === missed ? built.get(key)?.record : undefined
      if (record) found[at] = cardIn(record, 0, view)
    })
    return found
  }
  const readBytes = async (keys: readonly number[], view: CardView, isKept: boolean) =>
    (await read(keys, view, isKept)).map((card) => card && bytesOfCard(card))

  return {
    find: (keys, view) => readBytes(keys, view, true),
    findCards: (keys, view) => read(keys, view, true),
    scan: (keys, view) => readBytes(keys, view, false),
    get: async (keys, view) => (await readBytes(keys, view, true)).filter((bytes) => bytes !== undefined),
    forget,
  }
}

function findEither(kept: RecordCache, key: number, [one, other]: readonly [number, number]): number {
  const entry = kept.find(key, one)
  return entry === missed && other !== one ? kept.find(key, other) : entry
}

type Reader = Pick<CardView, 'locale' | 'ages'>

/** Ages are bits 1 to 3; 0 is a card that is the same for all. */
const ageSets = 8
const variantOf = ({ locale, ages }: Reader) => locales.indexOf(locale) * ageSets + ages / 2

interface BuiltCard {
  /** See `card-record.ts`. */
  readonly record: RecordMemory
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
    built.set(row.key, { record: cardRecord(card), isCommon })
  }
  return built
}
