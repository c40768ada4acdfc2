/**
 * Names of all entities in memory: cards take them from here, so that renaming a genre on 600,000 works rewrites
 * nothing, and filters turn public ids into keys without a query.
 */
import { readingOf } from '@koedana/catalogue/names.ts'
import type { Entity } from '@koedana/contract/entities.ts'
import { type EntityKind, entityKinds, type Locale } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import { type EntityRow, type GenreNameRow, listEntityRows, listGenreNames } from './entities.store.ts'
import { listAliases } from './merged.store.ts'

export interface Dictionary {
  /** Grows with every change: what was made from an older version is stale. */
  readonly version: () => number
  /** Also by the id of one that was merged into it. */
  readonly findKey: (kind: EntityKind, id: string) => number | undefined
  readonly findEntity: (kind: EntityKind, key: number, locale: Locale) => Entity | undefined
  /** What an entity is ordered by: its id, or its name as it is read, folded. `''` for one that is gone. */
  readonly textOf: (kind: EntityKind, key: number, text: 'id' | 'reading') => string
  /** Reads the named entities again; without keys, all of the kind. */
  readonly refresh: (kind: EntityKind, keys?: readonly number[]) => Promise<void>
  readonly refreshAll: () => Promise<void>
}

export async function createDictionary(db: Db): Promise<Dictionary> {
  const shelves = Object.fromEntries(entityKinds.map((kind) => [kind, emptyShelf()]))
  const shelfOf = (kind: EntityKind): Shelf => shelves[kind] ?? emptyShelf()
  let version = 0
  const dictionary: Dictionary = {
    version: () => version,
    findKey: (kind, id) => shelfOf(kind).keys.get(id),
    findEntity: (kind, key, locale) => {
      const term = shelfOf(kind).terms.get(key)
      return term && { id: term.id, name: term.names?.get(locale) ?? term.name }
    },
    textOf: (kind, key, text) => {
      const term = shelfOf(kind).terms.get(key)
      if (!term) return ''
      return text === 'id' ? term.id : readingOf(term)
    },
    refresh: async (kind, keys) => {
      const rows = await listEntityRows(db, kind, keys)
      const aliases = await listAliases(db, kind, keys)
      const names = kind === 'genres' ? await listGenreNames(db, keys) : []
      const shelf = shelfOf(kind)
      remove(shelf, keys ?? [...shelf.terms.keys()])
      place(shelf, rows)
      name(shelf, names)
      for (const { id, entity_key } of aliases) shelf.keys.set(id, entity_key)
      version += 1
    },
    refreshAll: async () => {
      for (const kind of entityKinds) await dictionary.refresh(kind)
    },
  }
  await dictionary.refreshAll()
  return dictionary
}

interface Term {
  readonly id: string
  readonly name: string
  readonly kana: string | null
  /** Names by locale, where the source gives them. */
  readonly names?: Map<string, string>
}

interface Shelf {
  readonly terms: Map<number, Term>
  readonly keys: Map<string, number>
}

const emptyShelf = (): Shelf => ({ terms: new Map(), keys: new Map() })

function remove(shelf: Shelf, keys: readonly number[]): void {
  for (const key of keys) {
    const term = shelf.terms.get(key)
    if (term && shelf.keys.get(term.id) === key) shelf.keys.delete(term.id)
    shelf.terms.delete(key)
  }
}

function place(shelf: Shelf, rows: readonly EntityRow[]): void {
  for (const { key, id, name, kana } of rows) {
    shelf.terms.set(key, { id, name, kana })
    shelf.keys.set(id, key)
  }
}

function name(shelf: Shelf, rows: readonly GenreNameRow[]): void {
  for (const row of rows) {
    const term = shelf.terms.get(row.genre_key)
    if (!term) continue
    const names = new Map(term.names).set(row.locale, row.name)
    shelf.terms.set(row.genre_key, { ...term, names })
  }
}
