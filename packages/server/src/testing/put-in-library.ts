/** Gives works a cover and a file without contents: enough for lists. */
import { workKeyOf } from '@koedana/contract/values.ts'
import { appendChanges } from '../db/changes.ts'
import type { Db } from '../db/schema.ts'

export async function putInLibrary(db: Db, ids: readonly string[], root = '/nowhere'): Promise<void> {
  const keys = ids.map((id) => workKeyOf(id))
  if (keys.length === 0) return
  const storage = await db
    .insertInto('storage')
    .values({ kind: 'local', root, unknown_age_category: 'r18', scanned_at: null })
    .returning('key')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('track')
    .values(
      keys.map((key) => ({
        ...file,
        storage_key: storage.key,
        id: `file-${key}`,
        work_key: key,
        path: `${key}.mp3`,
      })),
    )
    .execute()
  await db
    .updateTable('work')
    .set({ in_library: 1, cover_version: 'v1', cover_thumbhash: 'AAAA', added_at: file.modified_at })
    .where('key', 'in', keys)
    .execute()
  await appendChanges(db, 'work', keys)
}

const file = {
  folder: '',
  title: 'one',
  position: 0,
  format: 'mp3',
  size_bytes: 9,
  modified_at: '2026-01-01T00:00:00.000Z',
  fingerprint: 'print',
  duration_seconds: 60,
  lyrics_path: null,
  missing_at: null,
}
