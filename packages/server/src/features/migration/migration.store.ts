/** Reads works, files and accounts for migrations. */
import { workKeyOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { inByteOrder } from '../../db/byte-order.ts'
import { type Db, entityTables } from '../../db/schema.ts'
import { chunksOf } from '../../db/statements.ts'
import type { TrackTable } from '../../db/tables/library.ts'
import { usernameKeyOf } from '../../domain/user.rules.ts'

const perStatement = 4_000

/** Returns which of these works the catalog has, including deleted ones in the trash. */
export async function findWorks(db: Db, keys: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>()
  for (const some of chunksOf([...new Set(keys)], perStatement)) {
    const rows = await db.selectFrom('work').select('key').where('key', 'in', some).execute()
    for (const { key } of rows) found.add(key)
  }
  return found
}

export type FileRow = Pick<TrackTable, 'id' | 'work_key' | 'storage_key' | 'path' | 'folder'>

export type SoundRow = FileRow & Pick<TrackTable, 'format' | 'duration_seconds'>

/** Returns the tracks and other files of works, by work; missing tracks are included. */
export async function findFilesOf(
  db: Db,
  keys: readonly number[],
): Promise<
  ReadonlyMap<number, { readonly sounds: readonly SoundRow[]; readonly others: readonly FileRow[] }>
> {
  const found = new Map<number, { sounds: SoundRow[]; others: FileRow[] }>()
  const columns = ['id', 'work_key', 'storage_key', 'path', 'folder'] as const
  const of = (key: number) => {
    const files = found.get(key) ?? { sounds: [], others: [] }
    found.set(key, files)
    return files
  }
  for (const some of chunksOf([...new Set(keys)], perStatement)) {
    const sounds = db
      .selectFrom('track')
      .select([...columns, 'format', 'duration_seconds'])
      .where('work_key', 'in', some)
    const others = db.selectFrom('work_file').select(columns).where('work_key', 'in', some)
    for (const row of await sounds
      .where('trashed_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute())
      of(row.work_key).sounds.push(row)
    for (const row of await others.orderBy('position').orderBy('id').execute())
      of(row.work_key).others.push(row)
  }
  return found
}

/** Custom works have the lowest keys. */
const lastOwnKey = workKeyOf('KD99999999')

/** Lists the files of custom works in a storage. */
export const listOwnFiles = (db: Db, storageKey: number): Promise<{ path: string; work_key: number }[]> =>
  db
    .selectFrom('track')
    .select(['path', 'work_key'])
    .where('storage_key', '=', storageKey)
    .where('work_key', '<=', lastOwnKey)
    .where('missing_at', 'is', null)
    .where('trashed_at', 'is', null)
    .orderBy('path')
    .execute()

/** Returns entity IDs by exact names; the lowest ID if several entities share a name. */
export async function findIdsNamed(
  db: Db,
  kind: keyof typeof entityTables,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const some of chunksOf([...new Set(names)], perStatement)) {
    const rows = await db
      .selectFrom(entityTables[kind])
      .select(['id', 'name'])
      .where('name', 'in', some)
      .orderBy(inByteOrder(db, 'id'))
      .execute()
    for (const { id, name } of rows) if (!found.has(name)) found.set(name, id)
  }
  return found
}

export interface KnownAccount {
  readonly key: number
  readonly username: string
}

export const findAccount = (db: Db, username: string): Promise<KnownAccount | undefined> =>
  db
    .selectFrom('user')
    .select(['key', 'username'])
    .where('username_key', '=', usernameKeyOf(username))
    .executeTakeFirst()

/** Returns the total number of items in an account's playlists. */
export async function countItems(db: Db, userKey: number): Promise<number> {
  const { count } = await db
    .selectFrom('playlist_item')
    .innerJoin('playlist', 'playlist.key', 'playlist_item.playlist_key')
    .select(sql<number | string>`count(*)`.as('count'))
    .where('playlist.user_key', '=', userKey)
    .executeTakeFirstOrThrow()
  return Number(count)
}
