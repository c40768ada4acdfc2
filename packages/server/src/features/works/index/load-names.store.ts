/** Names of entities as the index finds them. */
import type { NamedEntity } from '@koedana/catalogue/model/names.ts'
import type { EntityKind } from '@koedana/contract/values.ts'
import { type Db, entityTables } from '../../../db/schema.ts'
import { listAliases, listWordings } from '../../entities/entities.store.ts'

/** All of a kind, or only those named that still exist; found also by the names of those merged into them, and by all that works tell. */
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
