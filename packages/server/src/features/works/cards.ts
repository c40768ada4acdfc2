/** Cards as bytes: built once from row and dictionary, kept while both stand, joined into answers without parsing. */
import { type Locale, locales } from '@koedana/contract/values.ts'
import { Recent } from '../../lib/recent.ts'
import type { Dictionary } from '../entities/dictionary.ts'
import type { Links } from '../library/media/links.ts'
import { cardOf } from './card.rules.ts'
import type { FindCardRows } from './card-rows.store.ts'
import { type CardBytes, cardBytes, veiledBytes } from './veil.rules.ts'
import { isAgeIn } from './viewer.rules.ts'

/** In which language, whether covers of adult works are veiled, and which ages may be seen, as bits. */
export interface Look {
  readonly locale: Locale
  readonly isVeiled: boolean
  readonly ages: number
}

export interface Cards {
  /** One JSON text a key, in the order asked; a key that is gone meanwhile is left out. */
  readonly get: (keys: readonly number[], look: Look) => Promise<Buffer[]>
  /**
   * The same with undefined for a key that is gone. A card is made from a row that may be newer than the index: one that
   * the viewer may not see any more is gone too.
   */
  readonly find: (keys: readonly number[], look: Look) => Promise<(Buffer | undefined)[]>
  /** Forgets what was made of these works. */
  readonly forget: (keys: readonly number[] | 'all') => void
}

export interface CardSources {
  readonly findCardRows: FindCardRows
  readonly dictionary: Dictionary
  /** Keys of a work's artists or genres, in order; undefined for a work that is gone. */
  readonly entitiesOf: (kind: 'artists' | 'genres', key: number) => readonly number[] | undefined
  readonly links: Pick<Links, 'signCover' | 'version'>
  /** How many works there are. */
  readonly workCount: () => number
}

/** Cards that are kept, about 1 kB each: of a small catalogue all, of a large one those that people look at. */
const mostOfSmall = 60_000
const shareOfLarge = 1 / 5

export function createCards(sources: CardSources): Cards {
  const { dictionary, links } = sources
  const version = () => `${dictionary.version()}.${links.version()}`
  const none = () => new Recent<CardBytes>(() => Math.max(mostOfSmall, sources.workCount() * shareOfLarge))
  let cards = none()
  let madeFrom = version()
  let forgotten = 0
  const forget: Cards['forget'] = (keys) => {
    forgotten += 1
    if (keys === 'all') cards = none()
    else for (const key of keys) for (const locale of locales) cards.delete(slotIn(locale)(key))
  }

  const find: Cards['find'] = async (keys, { locale, isVeiled, ages }) => {
    // A name may be in any of them, a link in most.
    if (madeFrom !== version()) forget('all')
    madeFrom = version()
    const slot = slotIn(locale)
    const found: (CardBytes | undefined)[] = []
    const missing: number[] = []
    for (const key of keys) {
      const card = cards.get(slot(key))
      found.push(card)
      if (!card) missing.push(key)
    }
    if (missing.length > 0) {
      const before = forgotten
      const built = await build(sources, missing, locale)
      // A work that changed while its row was read must not stay in its old form.
      if (before === forgotten) for (const [key, card] of built) cards.set(slot(key), card)
      keys.forEach((key, at) => {
        found[at] ??= built.get(key)
      })
    }
    return found.map((card) => {
      if (!card || !isAgeIn(ages, card.ageCategory)) return undefined
      return isVeiled ? veiledBytes(card) : card.bytes
    })
  }

  return {
    find,
    get: async (keys, look) => (await find(keys, look)).filter((bytes) => bytes !== undefined),
    forget,
  }
}

/** Keys of works stay far below the point where numbers lose their ones. */
function slotIn(locale: Locale): (key: number) => number {
  const number = locales.indexOf(locale)
  return (key) => key * locales.length + number
}

async function build(
  { findCardRows, dictionary, entitiesOf, links: { signCover } }: CardSources,
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
