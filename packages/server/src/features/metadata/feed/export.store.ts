/** Reads works and entities for an export. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { type Db, entityTables } from '../../../db/schema.ts'
import { chunksOf } from '../../../db/statements.ts'
import { ownEntityId } from '../../entities/own-entity-id.ts'
import type { FeedColumns } from '../ingest/ingest.ts'
import { feedColumns } from '../ingest/works.store.ts'

/** Lists works by key, without those in the trash. */
export function listExportedWorks(db: Db, after: number, limit: number): Promise<FeedColumns[]> {
  const works = db.selectFrom('work').select(feedColumns).where('trashed_at', 'is', null)
  return works.where('key', '>', after).orderBy('key').limit(limit).execute()
}

/** An entity as written in a catalog file line. */
export interface ExportedEntity {
  readonly id: string
  readonly name: string
  readonly kana?: string
  readonly names?: Readonly<Record<string, string>>
}

const keysPerStatement = 5_000

export async function listExportedEntities(
  db: Db,
  kind: EntityKind,
  keys: readonly number[],
): Promise<{ key: number; named: ExportedEntity }[]> {
  const found: { key: number; named: ExportedEntity }[] = []
  for (const some of chunksOf(keys, keysPerStatement)) {
    const rows = await db
      .selectFrom(entityTables[kind])
      .select(['key', 'id', 'name', 'kana'])
      .where('key', 'in', some)
      .execute()
    const names =
      kind === 'genres' ? await listTranslations(db, some) : new Map<number, Record<string, string>>()
    for (const { key, id, name, kana } of rows) {
      const translated = names.get(key)
      const named = {
        id: addressable(id),
        name,
        ...(kana === null ? {} : { kana }),
        ...(translated ? { names: translated } : {}),
      }
      found.push({ key, named })
    }
  }
  return found
}

/** Earlier versions accepted the IDs `.` and `..`, which cannot be part of a URL. They are exported under an ID that imports accept. */
const addressable = (id: string): string => (id === '.' || id === '..' ? ownEntityId(`id ${id}`) : id)

async function listTranslations(
  db: Db,
  keys: readonly number[],
): Promise<Map<number, Record<string, string>>> {
  const rows = await db
    .selectFrom('genre_name')
    .selectAll()
    .where('genre_key', 'in', keys)
    .orderBy('locale')
    .execute()
  const grouped = Map.groupBy(rows, ({ genre_key }) => genre_key)
  return new Map(
    [...grouped].map(([key, some]) => [
      key,
      Object.fromEntries(some.map(({ locale, name }) => [locale, name])),
    ]),
  )
}
