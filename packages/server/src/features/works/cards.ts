/** Cards as bytes: built once from row and dictionary, kept while both stand, joined into answers without parsing. */
import type { Locale } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import type { Dictionary } from '../entities/dictionary.ts'
import { cardOf } from './card.rules.ts'
import { findLinks, findNames, findWorks } from './works.store.ts'

export interface Cards {
  /** One JSON text a key, in the order asked; a key that is gone meanwhile is left out. */
  readonly get: (keys: readonly number[], locale: Locale) => Promise<Buffer[]>
  /** Forgets what was made of these works. */
  readonly forget: (keys: readonly number[]) => void
}

export interface CardSources {
  readonly db: Db
  readonly dictionary: Dictionary
  readonly signCover: (workId: string, version: string) => string
  /** How many cards are kept; about 1 kB each. */
  readonly capacity?: number
}

interface Kept {
  readonly bytes: Buffer
  readonly dictionaryVersion: number
}

const defaultCapacity = 20_000

export function createCards(sources: CardSources): Cards {
  const kept = new Map<string, Kept>()
  let forgotten = 0

  const get: Cards['get'] = async (keys, locale) => {
    const version = sources.dictionary.version()
    const missing = keys.filter((key) => kept.get(slot(key, locale))?.dictionaryVersion !== version)
    const fresh = new Map<number, Buffer>()
    if (missing.length > 0) {
      const before = forgotten
      for (const [key, bytes] of await build(sources, missing, locale)) {
        fresh.set(key, bytes)
        // A work that changed while its row was read must not stay in its old form.
        if (before === forgotten) keep(key, locale, { bytes, dictionaryVersion: version })
      }
    }
    return keys.flatMap((key) => fresh.get(key) ?? recall(key, locale) ?? [])
  }

  /** Moves what is used to the young end: the map's order is the order of use. */
  function recall(key: number, locale: Locale): Buffer | undefined {
    const found = kept.get(slot(key, locale))
    if (found) keep(key, locale, found)
    return found?.bytes
  }

  function keep(key: number, locale: Locale, card: Kept): void {
    kept.delete(slot(key, locale))
    kept.set(slot(key, locale), card)
    if (kept.size <= (sources.capacity ?? defaultCapacity)) return
    for (const oldest of kept.keys()) {
      kept.delete(oldest)
      break
    }
  }

  return {
    get,
    forget: (keys) => {
      forgotten += 1
      const gone = new Set(keys)
      for (const name of kept.keys()) if (gone.has(Number(name.slice(localeLength)))) kept.delete(name)
    },
  }
}

const localeLength = 'zh-CN'.length
const slot = (key: number, locale: Locale) => `${locale}${key}`

async function build(
  { db, dictionary, signCover }: CardSources,
  keys: readonly number[],
  locale: Locale,
): Promise<Map<number, Buffer>> {
  const [rows, links, names] = await Promise.all([
    findWorks(db, keys),
    findLinks(db, keys),
    findNames(db, keys, locale),
  ])
  const built = new Map<number, Buffer>()
  for (const row of rows) {
    const card = cardOf({
      row,
      links: links.get(row.key) ?? { artists: [], illustrators: [], genres: [] },
      name: names.get(row.key),
      locale,
      findEntity: (kind, key) => dictionary.findEntity(kind, key, locale),
      signCover,
    })
    built.set(row.key, Buffer.from(JSON.stringify(card)))
  }
  return built
}
