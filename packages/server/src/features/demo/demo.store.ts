/** Finds and removes demo works in the database. */
import { type EntityKind, entityKinds } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { type Db, entityTables } from '../../db/schema.ts'
import { linksOf } from '../entities/work-links.store.ts'
import {
  listUnlinkedEntities,
  removeEntities,
  usedEntityKeys,
} from '../tasks/kinds/clean-works/clean-works.store.ts'
import { removeWorks, trashWorks } from '../trash/trash.store.ts'

export interface FoundDemo {
  /** Undefined if the demo folder is not a storage. */
  readonly storageKey: number | undefined
  /** Works that only the demo has. */
  readonly own: readonly number[]
  /** Works with a demo ID that have files in another storage. */
  readonly foreign: readonly number[]
  /** Works with files in the demo folder. */
  readonly held: readonly number[]
}

export async function findDemo(
  db: Db,
  { keys, root }: { readonly keys: readonly number[]; readonly root: string },
): Promise<FoundDemo> {
  const storage = await db
    .selectFrom('storage')
    .select('key')
    .where('root', '=', root)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const known = await db.selectFrom('work').select('key').where('key', 'in', keys).execute()
  const tracks = await db
    .selectFrom('track')
    .innerJoin('storage', 'storage.key', 'track.storage_key')
    .select(['track.work_key as key', 'storage.root'])
    .distinct()
    .where((e) => e.or([e('track.work_key', 'in', keys), e('storage.root', '=', root)]))
    .execute()
  const foreign = new Set(tracks.flatMap((one) => (one.root === root ? [] : [one.key])))
  return {
    storageKey: storage?.key,
    own: known.flatMap(({ key }) => (foreign.has(key) ? [] : [key])),
    foreign: [...foreign].filter((key) => keys.includes(key)),
    held: tracks.flatMap((one) => (one.root === root ? [one.key] : [])),
  }
}

/** Returns whether a task that reads folders is running. */
export async function isScanAtWork(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('task')
    .select('key')
    .where('kind', 'in', ['sync_works', 'move_in'])
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Tables that refer to works without a foreign key. */
const untied = [
  'favorite',
  'bookmark',
  'mark',
  'playlist_item',
  'tagged_work',
  'progress',
  'track_progress',
  'play',
  'listening_hour',
  'task_work',
  'marketplace_record',
] as const

const ofStorage = ['track', 'lyrics', 'work_file', 'packed_work', 'scanned_work', 'folder_finding'] as const

interface DemoRows extends Pick<FoundDemo, 'own' | 'storageKey'> {
  readonly at: string
}

export async function removeDemoRows(tx: Db, { own, storageKey, at }: DemoRows): Promise<void> {
  const named = await entitiesOf(tx, own)
  if (own.length > 0) {
    for (const table of untied) {
      const column = sql.ref(table === 'marketplace_record' ? 'key' : 'work_key')
      await sql`delete from ${sql.table(table)} where ${column} in (${sql.join(own)})`.execute(tx)
    }
  }
  await trashWorks(tx, own, at)
  await removeWorks(tx, own)
  if (storageKey !== undefined) {
    for (const table of ofStorage) await tx.deleteFrom(table).where('storage_key', '=', storageKey).execute()
    await tx.deleteFrom('storage').where('key', '=', storageKey).execute()
  }
  for (const [kind, keys] of named) await removeLoose(tx, kind, keys)
}

/** Entities that the works name. */
async function entitiesOf(tx: Db, works: readonly number[]): Promise<Map<EntityKind, number[]>> {
  if (works.length === 0) return new Map()
  const links = [...(await linksOf(tx, works)).values()]
  const named = (kind: EntityKind) =>
    links.flatMap(({ row, linked }) => {
      if (kind === 'makers') return row.maker_key ?? []
      return kind === 'series' ? (row.series_key ?? []) : [...linked[kind]]
    })
  return new Map(entityKinds.map((kind) => [kind, [...new Set(named(kind))]]))
}

/** Removes entities without other works, including their follows. */
async function removeLoose(tx: Db, kind: EntityKind, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    delete from follow where kind = ${kind} and entity_id in (
      select id from ${sql.table(entityTables[kind])}
      where key in (${sql.join(keys)}) and key not in (${usedEntityKeys[kind]}))`.execute(tx)
  const loose = await listUnlinkedEntities(tx, kind, keys)
  await removeEntities(
    tx,
    kind,
    loose.map(({ key }) => key),
  )
}
