/** Creates a library of forty works in folders, some of them deleted, and other data for a cleanup. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { workKeyOf } from '@koedana/contract/values.ts'
import { sound, type TestLibrary } from '../../../../library/testing/library.ts'
import { ingestFeedWorks } from '../../../../metadata/feed/testing/feed-fixtures.ts'

/** The last files disappear at `goneAt`, eight days before the cleanup. */
export const scannedAt = '2026-11-01T00:00:00.000Z'
export const goneAt = '2026-11-02T00:00:00.000Z'
export const cleanedAt = '2026-11-10T00:00:00.000Z'

export const idOf = (number: number): string => `RJ4${String(number).padStart(5, '0')}`

/** IDs of the works whose folders are deleted. */
export const goneIds = [idOf(38), idOf(39), idOf(40)]

export async function createLibrary(library: TestLibrary, gone: readonly string[] = goneIds): Promise<void> {
  for (let number = 1; number <= 40; number += 1) {
    const id = idOf(number)
    library.put(`[House ${number > 38 ? 'gone' : 'here'}][${id}] rain ${number}/1.wav`, sound(id))
  }
  await library.scan({ at: scannedAt })
  for (const folder of foldersOf(gone)) rmSync(join(library.root, folder), { recursive: true })
  await library.scan({ at: goneAt })
}

export const foldersOf = (ids: readonly string[]): string[] =>
  ids.map((id) => {
    const number = Number(id.slice(3))
    return `[House ${number > 38 ? 'gone' : 'here'}][${id}] rain ${number}`
  })

/** Returns the whole database as text, without the change feed and file times. */
export async function dump({ database }: Pick<TestLibrary, 'database'>): Promise<string> {
  const { read } = database
  const tracks = await read.selectFrom('track').selectAll().orderBy('id').execute()
  const rows = {
    work: await read.selectFrom('work').selectAll().orderBy('key').execute(),
    track: tracks.map((track) => ({ ...track, modified_at: '', changed_ms: 0 })),
    maker: await read.selectFrom('maker').selectAll().orderBy('key').execute(),
    genre: await read.selectFrom('genre').selectAll().orderBy('key').execute(),
    artist: await read.selectFrom('artist').selectAll().orderBy('key').execute(),
    record: await read.selectFrom('marketplace_record').selectAll().orderBy('key').execute(),
  }
  return JSON.stringify(rows, null, 1)
}

/** Stores that three lookups, days apart, found the work absent. */
export async function storeAbsence(
  { database }: Pick<TestLibrary, 'database'>,
  id: string,
  absences = 3,
): Promise<void> {
  await database.write
    .insertInto('marketplace_record')
    .values({
      key: workKeyOf(id),
      id,
      wanted: 0,
      record_at: '2026-01-01T00:00:00.000Z',
      absent_since: '2026-10-20T00:00:00.000Z',
      absences,
    })
    .execute()
}

export const trashedWorks = async ({ database }: Pick<TestLibrary, 'database'>): Promise<string[]> => {
  const rows = await database.read
    .selectFrom('work')
    .select('id')
    .where('trashed_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => id).sort()
}

/** Adds an account and returns its key. */
export async function addUser({ database }: Pick<TestLibrary, 'database'>): Promise<number> {
  const at = scannedAt
  const account = { id: 'person', username: 'person', username_key: 'person', password_hash: null }
  const { key } = await database.write
    .insertInto('user')
    .values({
      ...account,
      role: 1,
      status: 'active',
      age_restriction: 'all',
      last_seen_at: at,
      created_at: at,
      updated_at: at,
    })
    .returning('key')
    .executeTakeFirstOrThrow()
  return key
}

/** Creates everything a cleanup handles: deleted files and works, unused entities, and old trash. */
export async function createCleanData(library: TestLibrary): Promise<void> {
  await createLibrary(library)
  await ingestFeedWorks(library.database, [
    { id: 'RJ900001', name: 'from a feed', genres: [{ id: 'g1', name: 'tied' }] },
    { id: 'RJ900002', name: 'absent', maker: { id: 'm2', name: 'Tied still' } },
    { id: 'RJ900003', name: 'old in the trash', genres: [{ id: 'g3', name: 'tied to trash' }] },
  ])
  await storeAbsence(library, 'RJ900002')
  const { write } = library.database
  await write
    .updateTable('work')
    .set({ trashed_at: '2026-10-01T00:00:00.000Z', cover_version: 'v1' })
    .where('id', '=', 'RJ900003')
    .execute()
  const at = scannedAt
  const genre = (id: string) => ({ id, name: id, kana: null, created_at: at, updated_at: at })
  await write.insertInto('genre').values(['g8', 'g9'].map(genre)).execute()
  mkdirSync(join(library.coversFolder, 'RJ900003/v1'), { recursive: true })
}
