/** Cards as bytes: built once from row and dictionary, kept while both stand, joined into answers without parsing. */
import { type Locale, locales } from '@koedana/contract/values.ts'
import { Recent } from '../../lib/recent.ts'
import type { Dictionary } from '../entities/dictionary.ts'
import { cardOf } from './card.rules.ts'
import type { FindCardRows } from './card-rows.store.ts'
import { type CardBytes, cardBytes, veiledBytes } from './veil.rules.ts'

/** In which language, and whether covers of adult works are veiled. */
export interface Look {
  readonly locale: Locale
  readonly isVeiled: boolean
}

export interface Cards {
  /** One JSON text a key, in the order asked; a key that is gone meanwhile is left out. */
  readonly get: (keys: readonly number[], look: Look) => Promise<Buffer[]>
  /** The same with undefined for a key that is gone. */
  readonly find: (keys: readonly number[], look: Look) => Promise<(Buffer | undefined)[]>
  /** Forgets what was made of these works. */
  readonly forget: (keys: readonly number[] | 'all') => void
}

export interface CardSources {
  readonly findCardRows: FindCardRows
  readonly dictionary: Dictionary
  /** Keys of a work's artists or genres, in order; undefined for a work that is gone. */
  readonly entitiesOf: (kind: 'artists' | 'genres', key: number) => readonly number[] | undefined
  readonly signCover: (workId: string, version: string) => string
  /** How many cards are kept; about 1 kB each. */
  readonly capacity?: number
}

interface Kept extends CardBytes {
  readonly dictionaryVersion: number
}

const defaultCapacity = 60_000

export function createCards(sources: CardSources): Cards {
  const none = () => new Recent<Kept>(sources.capacity ?? defaultCapacity)
  let cards = none()
  let forgotten = 0

  const find: Cards['find'] = async (keys, { locale, isVeiled }) => {
    const bytesOf = (card: CardBytes) => (isVeiled ? veiledBytes(card) : card.bytes)
    const version = sources.dictionary.version()
    const found = keys.map((key) => {
      const kept = cards.get(slot(key, locale))
      return kept?.dictionaryVersion === version ? bytesOf(kept) : undefined
    })
    const missing = keys.filter((_, at) => found[at] === undefined)
    if (missing.length === 0) return found
    const before = forgotten
    const built = await build(sources, missing, locale)
    // A work that changed while its row was read must not stay in its old form.
    if (before === forgotten) {
      for (const [key, card] of built) cards.set(slot(key, locale), { ...card, dictionaryVersion: version })
    }
    return keys.map((key, at) => {
      const card = built.get(key)
      return found[at] ?? (card && bytesOf(card))
    })
  }

  return {
    find,
    get: async (keys, look) => (await find(keys, look)).filter((bytes) => bytes !== undefined),
    forget: (keys) => {
      forgotten += 1
      if (keys === 'all') cards = none()
      else for (const key of keys) for (const locale of locales) cards.delete(slot(key, locale))
    },
  }
}

/** Keys of works stay far below the point where numbers lose their ones. */
const slot = (key: number, locale: Locale) => key * locales.length + locales.indexOf(locale)

async function build(
  { findCardRows, dictionary, entitiesOf, signCover }: CardSources,
  keys: readonly number[],
  locale: Locale,
): Promise<Map<number, CardBytes>> {
  const built = new Map<number, CardBytes>()
  for (const row of await findCardRows(keys, locale)) {
    const artists = entitiesOf('artists', row.key)
    const genres = entitiesOf('genres', row.key)
    if (!artists || !genres) continue
    const card = cardOf({
      row,
      links: { artists, genres },
      name: row.translated ?? undefined,
      locale,
      findEntity: (kind, key) => dictionary.findEntity(kind, key, locale),
      signCover,
    })
    built.set(row.key, cardBytes(card))
  }
  return built
}
