/**
 * The names of all entities in memory. Cards read them from here, so renaming a genre of 600,000 works rewrites no work; filters
 * resolve public IDs to keys without a query.
 */
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { TextOf } from '@koedana/catalogue/aggregate/entity-order.ts'
import { fieldsOfName, readingOf } from '@koedana/catalogue/model/names.ts'
import type { ViewerNames } from '@koedana/catalogue/model/query.ts'
import type { Entity } from '@koedana/contract/entities.ts'
import { type EntityKind, entityKinds, findWorkKey, type Locale } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import type { FindKey } from '../../domain/viewer.rules.ts'
import {
  type EntityRow,
  type GenreNameRow,
  listAliases,
  listEntityRows,
  listGenreNames,
  listWordings,
  pagesOfEntities,
} from './entities.store.ts'
import { type AttributedWording, mergedNamesFor, wordingFor } from './wording.rules.ts'
import { listWorkAliases } from './work-aliases.store.ts'

export interface Reader {
  readonly locale: Locale
  /** Bits of ages: entities get the names that works of these ages use. Without it, the stored names. */
  readonly ages?: number | undefined
}

export interface Dictionary {
  /** Increases with every change. Values derived from an older version are stale. */
  readonly version: () => number
  /** Increases when a known entity is renamed or deleted. Texts that contain names of an older count are stale. */
  readonly renames: () => number
  /** Finds an entity by its ID or the ID of an entity merged into it, and a work by its ID or an old one. */
  readonly findKey: FindKey
  readonly findEntity: (kind: EntityKind, key: number, reader: Reader) => Entity | undefined
  /** Returns the sort text of an entity: its ID, or its folded reading. Returns `''` for a deleted entity. */
  readonly textOf: (reader: Pick<Reader, 'ages'>) => TextOf
  /** Returns whether works disagree about the name of an entity. */
  readonly isDisputed: (kind: EntityKind, key: number) => boolean
  readonly hasDisputed: () => boolean
  /** Returns the names used by works of these ages (bits); undefined if no entity is disputed. */
  readonly namesFor: (ages: number) => ViewerNames | undefined
  /** Reloads the given entities; without keys, all entities of the kind. */
  readonly refresh: (kind: EntityKind, keys?: readonly number[]) => Promise<void>
  readonly refreshAliases: () => Promise<void>
  readonly refreshAll: () => Promise<void>
}

type HoldsWork = (workKey: number) => boolean

/** Creates an empty dictionary; call `refreshAll` to fill it. */
export function createDictionary(db: Db, isInCatalog: HoldsWork = () => false): Dictionary {
  const works = createWorkIds(db, isInCatalog)
  const shelves = Object.fromEntries(entityKinds.map((kind) => [kind, createEntityStore()]))
  const shelfOf = (kind: EntityKind): EntityStore => shelves[kind] ?? createEntityStore()
  let [version, renames] = [0, 0]
  const namesByAges = new Map<number, ViewerNames>()
  const dictionary: Dictionary = {
    version: () => version,
    renames: () => renames,
    findKey: (kind, id) => (kind === 'works' ? works.find(id) : shelfOf(kind).keys.get(id)),
    findEntity: (kind, key, { locale, ages }) => {
      const term = shelfOf(kind).terms.get(key)
      if (!term) return undefined
      const known = nameForAges(term, ages)
      return { id: term.id, name: known.names?.get(locale) ?? known.name }
    },
    textOf:
      ({ ages }) =>
      (kind, key, text) => {
        const term = shelfOf(kind).terms.get(key)
        if (!term) return ''
        return text === 'id' ? term.id : readingOf(nameForAges(term, ages))
      },
    isDisputed: (kind, key) => shelfOf(kind).disputed.has(key),
    hasDisputed: () => entityKinds.some((kind) => shelfOf(kind).disputed.size > 0),
    namesFor: (ages) => {
      if (!dictionary.hasDisputed()) return undefined
      const names = namesByAges.get(ages) ?? knownNames(shelfOf, ages)
      namesByAges.set(ages, names)
      return names
    },
    refresh: async (kind, keys) => {
      const isRenamed = keys ? await reloadEntities(db, shelfOf(kind), { kind, keys }) : true
      if (!keys) shelves[kind] = await readAll(db, kind)
      namesByAges.clear()
      version += 1
      if (isRenamed) renames += 1
    },
    refreshAliases: async () => {
      await works.refresh()
      version += 1
    },
    refreshAll: async () => {
      await dictionary.refreshAliases()
      for (const kind of entityKinds) await dictionary.refresh(kind)
    },
  }
  return dictionary
}

/** Finds works by their ID or an old ID. An alias is ignored while a work with the old ID is in the catalog. */
function createWorkIds(db: Db, isInCatalog: HoldsWork) {
  let aliases: ReadonlyMap<number, number> = new Map()
  return {
    find: (id: string): number | undefined => {
      const key = findWorkKey(id)
      const current = key === undefined ? undefined : aliases.get(key)
      return key === undefined || current === undefined || isInCatalog(key) ? key : current
    },
    refresh: async () => {
      aliases = await listWorkAliases(db)
    },
  }
}

/** Reads a whole kind into a new set; the previous set stays in use until this one is complete. */
async function readAll(db: Db, kind: EntityKind): Promise<EntityStore> {
  const shelf = createEntityStore()
  for await (const rows of pagesOfEntities(db, kind)) {
    addTerms(shelf, rows)
    // SQLite runs on this thread: let other tasks run between pages.
    await setImmediate()
  }
  addNames(shelf, await readNames(db, { kind }))
  return shelf
}

interface ReloadRequest {
  readonly kind: EntityKind
  readonly keys: readonly number[]
}

/** Reloads entities, and returns whether a known one was renamed or deleted. */
async function reloadEntities(db: Db, shelf: EntityStore, { kind, keys }: ReloadRequest): Promise<boolean> {
  const rows = await listEntityRows(db, kind, keys)
  const names = await readNames(db, { kind, keys })
  const known = new Map(keys.map((key) => [key, shelf.terms.get(key)]))
  remove(shelf, keys)
  addTerms(shelf, rows)
  addNames(shelf, names)
  return [...known].some(
    ([key, term]) => term !== undefined && !isDeepStrictEqual(shelf.terms.get(key), term),
  )
}

interface Names {
  readonly aliases: Awaited<ReturnType<typeof listAliases>>
  readonly genreNames: readonly GenreNameRow[]
  readonly wordings: ReadonlyMap<number, readonly AttributedWording[]>
}

async function readNames(
  db: Db,
  { kind, keys }: { readonly kind: EntityKind; readonly keys?: readonly number[] },
): Promise<Names> {
  const aliases = await listAliases(db, kind, keys)
  const genreNames = kind === 'genres' ? await listGenreNames(db, keys) : []
  const wordings = Map.groupBy(await listWordings(db, kind, keys), ({ entityKey }) => entityKey)
  return { aliases, genreNames, wordings }
}

function addNames(shelf: EntityStore, { aliases, genreNames, wordings }: Names): void {
  name(shelf, genreNames)
  const merged = Map.groupBy(aliases, ({ entity_key }) => entity_key)
  for (const [key, attributed] of wordings) {
    const others = merged.get(key)?.map((alias) => alias.name) ?? []
    dispute(shelf, key, { attributed, others })
  }
  for (const { id, entity_key } of aliases) shelf.keys.set(id, entity_key)
}

interface Named {
  readonly name: string
  readonly kana: string | null
  /** Names by locale, if the source provides them. */
  readonly names?: Map<string, string>
}

interface Term extends Named {
  readonly id: string
  readonly dispute?: Dispute
}

/** The wordings of an entity about whose name works disagree. */
interface Dispute {
  readonly attributed: readonly AttributedWording[]
  /** Names of the entities that were merged into it. */
  readonly others: readonly string[]
}

interface EntityStore {
  readonly terms: Map<number, Term>
  readonly keys: Map<string, number>
  /** Keys of the entities about whose names works disagree. */
  readonly disputed: Set<number>
}

const createEntityStore = (): EntityStore => ({ terms: new Map(), keys: new Map(), disputed: new Set() })

function remove(shelf: EntityStore, keys: readonly number[]): void {
  for (const key of keys) {
    const term = shelf.terms.get(key)
    if (term && shelf.keys.get(term.id) === key) shelf.keys.delete(term.id)
    shelf.terms.delete(key)
    shelf.disputed.delete(key)
  }
}

function addTerms(shelf: EntityStore, rows: readonly EntityRow[]): void {
  for (const { key, id, name, kana } of rows) {
    shelf.terms.set(key, { id, name, kana })
    shelf.keys.set(id, key)
  }
}

function name(shelf: EntityStore, rows: readonly GenreNameRow[]): void {
  for (const row of rows) {
    const term = shelf.terms.get(row.genre_key)
    if (!term) continue
    const names = new Map(term.names).set(row.locale, row.name)
    shelf.terms.set(row.genre_key, { ...term, names })
  }
}

function dispute(shelf: EntityStore, key: number, names: Dispute): void {
  const term = shelf.terms.get(key)
  if (!term) return
  shelf.terms.set(key, { ...term, dispute: names })
  shelf.disputed.add(key)
}

/**
 * Returns the name that works of these ages use. If none of them names the entity, only people linked it to such works, and the stored
 * name is used.
 */
function nameForAges(term: Term, ages: number | undefined): Named {
  const wording = term.dispute && ages !== undefined ? wordingFor(term.dispute.attributed, ages) : undefined
  if (!wording) return term
  const { name, kana, names } = wording
  return { name: name ?? term.name, kana, names: new Map(Object.entries(names)) }
}

function mergedNamesForAges({ dispute }: Term, ages: number): readonly string[] {
  return dispute ? mergedNamesFor(dispute.attributed, dispute.others, ages) : []
}

function knownNames(shelfOf: (kind: EntityKind) => EntityStore, ages: number): ViewerNames {
  const known = Object.fromEntries(
    entityKinds.map((kind) => {
      const { terms, disputed } = shelfOf(kind)
      const fields = new Map<number, string[]>()
      const others = new Set<number>()
      for (const key of disputed) {
        const term = terms.get(key)
        if (!term) continue
        const named = nameForAges(term, ages)
        fields.set(
          key,
          fieldsOfName({
            ...named,
            translations: [...(named.names?.values() ?? []), ...mergedNamesForAges(term, ages)],
          }),
        )
        if (readingOf(named) !== readingOf(term)) others.add(key)
      }
      return [kind, { fields, others }]
    }),
  )
  return {
    isDisputed: (kind, key) => known[kind]?.fields.has(key) === true,
    holds: (kind, key, spelling) =>
      known[kind]?.fields.get(key)?.some((text) => text.includes(spelling)) === true,
    readOtherwise: (kind) => known[kind]?.others ?? new Set(),
  }
}
