/** Entities that were merged into others, and names that sources may not change. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { inByteOrder } from '../../db/byte-order.ts'
import { chunksOf } from '../../db/chunks.ts'
import type { Db } from '../../db/schema.ts'
import type { EntityAliasTable } from '../../db/tables/editing.ts'

const idsPerStatement = 4_000

/** Which entities those of the ids that were merged away are now. */
export async function findMergedAway(
  db: Db,
  kind: EntityKind,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const some of chunksOf(ids, idsPerStatement)) {
    const aliases = db.selectFrom('entity_alias').select(['id', 'entity_key']).where('kind', '=', kind)
    for (const { id, entity_key } of await aliases.where('id', 'in', some).execute())
      found.set(id, entity_key)
  }
  return found
}

export type Alias = Pick<EntityAliasTable, 'id' | 'entity_key' | 'name'>

/** All of a kind, or only those of these entities. */
export function listAliases(db: Db, kind: EntityKind, keys?: readonly number[]): Promise<Alias[]> {
  const rows = db.selectFrom('entity_alias').select(['id', 'entity_key', 'name']).where('kind', '=', kind)
  return (keys ? rows.where('entity_key', 'in', keys) : rows).orderBy(inByteOrder(db, 'id')).execute()
}

/** The entity that the entity of exactly this name was merged into, of several the one with the lowest id. */
export async function findMergedByName(db: Db, kind: EntityKind, name: string): Promise<number | undefined> {
  const alias = await db
    .selectFrom('entity_alias')
    .select('entity_key')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .orderBy(inByteOrder(db, 'id'))
    .limit(1)
    .executeTakeFirst()
  return alias?.entity_key
}

/** Few: each was given by hand. */
export async function findLockedNames(db: Db, kind: EntityKind): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('entity_lock').select('entity_key').where('kind', '=', kind).execute()
  return new Set(rows.map(({ entity_key }) => entity_key))
}

export interface Curated {
  readonly hasAliases: boolean
  readonly hasLocks: boolean
  /** Whether works disagree about any entity. */
  readonly hasWordings: boolean
}

/** Whether anybody ever merged or renamed, or told of one by another name: most never do, and an import need not ask for each of its entities. */
export async function findCurated(db: Db): Promise<Curated> {
  const { aliases, locks, wordings } = await db
    .selectNoFrom((e) => [
      e.exists(e.selectFrom('entity_alias').select('id')).as('aliases'),
      e.exists(e.selectFrom('entity_lock').select('kind')).as('locks'),
      e.exists(e.selectFrom('entity_wording').select('kind')).as('wordings'),
    ])
    .executeTakeFirstOrThrow()
  return { hasAliases: Boolean(aliases), hasLocks: Boolean(locks), hasWordings: Boolean(wordings) }
}
