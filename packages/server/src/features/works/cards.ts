/** Cards as bytes: built once from row and dictionary, cached while both are unchanged, and joined into responses without parsing. */
import { type Locale, locales } from '@koedana/contract/values.ts'
import { missingRecord, RecordCache, type RecordMemory } from '../../lib/record-cache.ts'
import type { Dictionary } from '../entities/dictionary.ts'
import type { Links } from '../library/media/links.ts'
import { toCard } from './card.rules.ts'
import { bytesOfCard, type Card, cardRecord, readCard } from './card-record.ts'
import type { FindCardRows } from './card-rows.store.ts'

/** The language, whether covers of adult works are veiled, and the visible ages as bits. */
export interface CardView {
  readonly locale: Locale
  readonly isVeiled: boolean
  readonly ages: number
}

export interface Cards {
  /** Returns one JSON text per key, in order. Works that no longer exist are left out. */
  readonly get: (keys: readonly number[], view: CardView) => Promise<Buffer[]>
  /**
   * The same with undefined for missing works. The row may be newer than the index, so works that the viewer may no longer see
   * count as missing.
   */
  readonly find: (keys: readonly number[], view: CardView) => Promise<(Buffer | undefined)[]>
  /** The same without creating buffers, for callers that join the cards themselves. */
  readonly findCards: (keys: readonly number[], view: CardView) => Promise<(Card | undefined)[]>
  /** The same without filling the cache, for callers that walk the whole catalog and would evict frequently used cards. */
  readonly scan: (keys: readonly number[], view: CardView) => Promise<(Buffer | undefined)[]>
  readonly forget: (keys: readonly number[] | 'all') => void
}

export function titleOfCard(card: Buffer | undefined): string | undefined {
  const { title }: { title?: unknown } = card ? JSON.parse(card.toString()) : {}
  return typeof title === 'string' ? title : undefined
}

export interface CardSources {
  readonly findCardRows: FindCardRows
  readonly dictionary: Dictionary
  /** Returns the keys of a work's artists or genres in order; undefined for a missing work. */
  readonly entitiesOf: (kind: 'artists' | 'genres', key: number) => readonly number[] | undefined
  readonly links: Pick<Links, 'signCover' | 'version'>
  readonly workCount: () => number
}

/** Maximum number of cached cards of about 1 kB: all of a small catalog, a fraction of a large one. */
const maxPerSmall = 60_000
const cachedFraction = 1 / 5
const bytesPerCard = 1_000

interface CardCache {
  /** Returns the cache. It is cleared first if its cards are outdated. */
  readonly current: () => RecordCache
  readonly forget: Cards['forget']
  readonly forgotten: () => number
}

function createCardCache({ dictionary, links, workCount }: CardSources): CardCache {
  const none = () => new RecordCache(() => bytesPerCard * Math.max(maxPerSmall, workCount() * cachedFraction))
  let cards = none()
  let forgotten = 0
  /** New entities are not counted, because they are on no card yet. */
  let madeFrom = { renames: dictionary.renames(), links: links.version() }
  const forget: Cards['forget'] = (keys) => {
    forgotten += 1
    if (keys === 'all') cards = none()
    else for (const key of keys) cards.delete(key)
  }
  return {
    current: () => {
      const now = { renames: dictionary.renames(), links: links.version() }
      // A name may be on any card, and a link on most.
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
  const { current, forget, forgotten } = createCardCache(sources)

  const read = async (keys: readonly number[], view: CardView, isKept: boolean) => {
    const kept = current()
    const { locale, ages } = view
    const common = variantOf({ locale, ages: 0 })
    // If works disagree about the names of an entity, the card depends on the ages that the viewer may see.
    const own = dictionary.hasDisputed() ? variantOf({ locale, ages }) : common
    const entries = keys.map((key) => findEither(kept, key, [common, own]))
    // All entries are looked up before any is read, so that the CPU can overlap the memory accesses.
    const found = entries.map((entry) =>
      entry === missingRecord ? undefined : readCard(kept.memoryOf(entry), kept.startOf(entry), view),
    )
    const missing = keys.filter((_, at) => entries[at] === missingRecord)
    if (missing.length === 0) return found
    const before = forgotten()
    const built = await build(sources, missing, { locale, ages })
    // A work that changed while its row was read must not be cached.
    if (isKept && before === forgotten())
      for (const [key, { record, isCommon }] of built) kept.set(key, isCommon ? common : own, record.bytes)
    keys.forEach((key, at) => {
      const record = entries[at] === missingRecord ? built.get(key)?.record : undefined
      if (record) found[at] = readCard(record, 0, view)
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
  return entry === missingRecord && other !== one ? kept.find(key, other) : entry
}

type Reader = Pick<CardView, 'locale' | 'ages'>

/** Ages are bits 1 to 3; 0 is a card that is the same for all viewers. */
const ageSets = 8
const variantOf = ({ locale, ages }: Reader) => locales.indexOf(locale) * ageSets + ages / 2

interface BuiltCard {
  readonly record: RecordMemory
  /** Whether all viewers who may see it see the same. */
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
    const card = toCard({
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
