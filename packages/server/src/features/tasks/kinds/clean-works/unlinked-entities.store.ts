/** Makers, series, artists, illustrators and genres that nothing is tied to. */
import type { EntityKind } from '@koedana/contract/values.ts'
import { type RawBuilder, sql } from 'kysely'
import { appendBulkChanges } from '../../../../db/changes.ts'
import { type Db, entityTables } from '../../../../db/schema.ts'

export interface LooseEntity {
  readonly key: number
  readonly id: string
  readonly name: string
}

/** Tied to no work, in the trash or not, followed by nobody, no target of a merge, and not named by hand. */
export async function listUnlinkedEntities(
  db: Db,
  kind: EntityKind,
  keys?: readonly number[],
): Promise<LooseEntity[]> {
  if (keys?.length === 0) return []
  const { rows } = await sql<LooseEntity>`
    select key, id, name from ${sql.table(entityTables[kind])}
    where key not in (${tied[kind]}) ${keys ? sql`and key in (${sql.join(keys)})` : sql``}
      and id not in (select entity_id from follow where kind = ${kind})
      and key not in (select entity_key from entity_alias where kind = ${kind})
      and key not in (select entity_key from entity_lock where kind = ${kind})
    order by key`.execute(db)
  return rows
}

const tied: Readonly<Record<EntityKind, RawBuilder<unknown>>> = {
  makers: sql`select maker_key from work where maker_key is not null`,
  series: sql`select series_key from work where series_key is not null`,
  artists: sql`select entity_key from work_artist`,
  illustrators: sql`select entity_key from work_illustrator`,
  genres: sql`select entity_key from work_genre`,
}

export async function removeEntities(tx: Db, kind: EntityKind, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  await tx.deleteFrom(entityTables[kind]).where('key', 'in', keys).execute()
  await appendBulkChanges(tx, kind, keys)
}
