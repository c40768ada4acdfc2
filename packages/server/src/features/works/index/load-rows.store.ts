/** Reads some works, their ages, and the names of entities in index format, for the delta. */
import { languageBit } from '@koedana/catalogue/model/editions.ts'
import { noGrowth } from '@koedana/catalogue/model/generation.ts'
import type { NamedEntity } from '@koedana/catalogue/model/names.ts'
import type { WorkRow } from '@koedana/catalogue/model/row.ts'
import { type AgeCategory, type EntityKind, findWorkKey, Language } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { type Db, entityTables } from '../../../db/schema.ts'
import { listAliases, listWordings } from '../../entities/entities.store.ts'
import { findGrowth } from '../../stats/growth.store.ts'
import { findAllNames, findLanguages, findLinks } from '../works.store.ts'
import { growthIn, indexedColumns, rowOf } from './columns.rules.ts'

/** Loads the works that still exist and are not in the trash; `today` in days since 1970. */
export async function loadRows(db: Db, keys: readonly number[], today: number): Promise<WorkRow[]> {
  if (keys.length === 0) return []
  const [works, links, languages, names, growths] = await Promise.all([
    db
      .selectFrom('work')
      .select(indexedColumns)
      .where('key', 'in', keys)
      .where('trashed_at', 'is', null)
      .execute(),
    findLinks(db, keys),
    findLanguages(db, keys),
    findAllNames(db, keys),
    findGrowth(db, keys, today),
  ])
  const growthOf = new Map(growths.map((growth) => [growth.key, growthIn(growth)]))
  return works.map((work) =>
    rowOf(work, {
      languages: bitsOf(languages.get(work.key) ?? []),
      entities: links.get(work.key) ?? { artists: [], illustrators: [], genres: [] },
      translations: names.get(work.key) ?? [],
      growth: growthOf.get(work.key) ?? noGrowth,
    }),
  )
}

function bitsOf(languages: readonly string[]): number {
  return languages.reduce((bits, text) => (v.is(Language, text) ? bits | languageBit(text) : bits), 0)
}

/**
 * Loads all entities of a kind, or the given ones that still exist, with the names of entities merged into them and all names from
 * works.
 */
export async function loadNames(db: Db, kind: EntityKind, keys?: readonly number[]): Promise<NamedEntity[]> {
  const rows = db.selectFrom(entityTables[kind]).select(['key', 'id', 'name', 'kana'])
  const entities = await (keys ? rows.where('key', 'in', keys) : rows).execute()
  const translations = kind === 'genres' ? await loadGenreNames(db) : new Map<number, string[]>()
  const aliases = Map.groupBy(await listAliases(db, kind, keys), ({ entity_key }) => entity_key)
  const wordings = Map.groupBy(await listWordings(db, kind, keys), ({ entityKey }) => entityKey)
  return entities.map((entity) => {
    const others = aliases.get(entity.key)?.map(({ name }) => name) ?? []
    const workNames = wordings
      .get(entity.key)
      ?.flatMap(({ name, kana, names }) => [name ?? [], kana ?? [], Object.values(names)].flat())
    return {
      ...entity,
      translations: [...(translations.get(entity.key) ?? []), ...others, ...(workNames ?? [])],
    }
  })
}

async function loadGenreNames(db: Db): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>()
  for (const { genre_key, name } of await db
    .selectFrom('genre_name')
    .select(['genre_key', 'name'])
    .execute()) {
    found.set(genre_key, [...(found.get(genre_key) ?? []), name])
  }
  return found
}

/** Returns the ages of works that still exist and are not in the trash; null if unknown. */
export async function findAges(
  db: Db,
  keys: readonly number[],
): Promise<ReadonlyMap<number, AgeCategory | null>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('work')
    .select(['key', 'age_category'])
    .where('key', 'in', keys)
    .where('trashed_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.key, row.age_category]))
}

/** Returns a function that finds the effective age of a work: unknown counts as the highest. Undefined for missing and trashed works. */
export const findAgeIn =
  (db: Db) =>
  async (workId: string): Promise<AgeCategory | undefined> => {
    const key = findWorkKey(workId)
    if (key === undefined) return undefined
    const age = (await findAges(db, [key])).get(key)
    return age === undefined ? undefined : (age ?? 'r18')
  }
