/** Adds to a test work what it lacks: a cover, another file in a folder, and subtitles. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { coverSizes, workKeyOf } from '@koedana/contract/values.ts'
import { appendChanges } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import type { World } from '../../../testing/test-server.ts'

/** Subtitles of a track as stored cues: start and end in milliseconds (0 if unknown), and the text. */
const words = [
  [1_500, 0, '雨'],
  [4_000, 0, '風'],
] as const

export const lines = words.map(([start, , value]) => ({ start, value }))

/** Adds the subtitles to a track of a work. */
export async function giveLyrics(write: Db, workId: string, fileId: string): Promise<void> {
  const file = {
    work_key: workKeyOf(workId),
    storage_key: 1,
    path: 'one.lrc',
    size_bytes: 9,
    modified_at: '',
    changed_ms: null,
  }
  const text = {
    lang: 'ja',
    kind: 'main',
    source: 'lrc',
    cue_count: words.length,
    cues: JSON.stringify(words),
    last_ms: 4_000,
  } as const
  const { key } = await write
    .insertInto('lyrics')
    .values({ ...file, ...text, is_embedded: 0, is_synced: 1, offset_ms: 0 })
    .returning('key')
    .executeTakeFirstOrThrow()
  await write.insertInto('track_lyrics').values({ track_id: fileId, lyrics_key: key, position: 0 }).execute()
  await write.updateTable('track').set({ lyrics_path: 'one.lrc' }).where('id', '=', fileId).execute()
}

/** Adds a second track to a work, at the top level or in a folder. */
export async function addTrack(
  write: Db,
  workId: string,
  { folder = '', sizeBytes }: { readonly folder?: string; readonly sizeBytes?: number } = {},
): Promise<string> {
  const first = await write
    .selectFrom('track')
    .selectAll()
    .where('work_key', '=', workKeyOf(workId))
    .executeTakeFirstOrThrow()
  const id = `${first.id}-2`
  const path = folder === '' ? 'two.mp3' : `${folder}/two.mp3`
  const size = sizeBytes === undefined ? {} : { size_bytes: sizeBytes }
  await write
    .insertInto('track')
    .values({ ...first, ...size, id, title: 'two', folder, path, position: 1 })
    .execute()
  return id
}

/** Adds works with one audio file each, like that of the given work. Returns their IDs. */
export async function addWorks(
  { make, deps }: World,
  like: string,
  count: number,
): Promise<readonly string[]> {
  const { write, catalogue } = deps
  const ids = Array.from({ length: count }, (_, at) => `RJ02${String(at).padStart(6, '0')}`)
  const maker = { id: 'RG05678', name: 'Wind Mill' }
  await make(ids.map((id) => ({ id, name: `Wind ${id}`, ageCategory: 'all' as const, maker })))
  const first = await write
    .selectFrom('track')
    .selectAll()
    .where('work_key', '=', workKeyOf(like))
    .executeTakeFirstOrThrow()
  const tracks = ids.map((id) => ({ ...first, id: `file-${id}`, work_key: workKeyOf(id), path: `${id}.mp3` }))
  for (let at = 0; at < count; at += 100)
    await write
      .insertInto('track')
      .values(tracks.slice(at, at + 100))
      .execute()
  await write.updateTable('work').set({ in_library: 1 }).where('id', 'in', ids).execute()
  await appendChanges(write, 'work', ids.map(workKeyOf))
  await catalogue.caughtUp()
  return ids
}

/** Writes the cover files of a work, which contain only their names. */
export async function putCover(coversFolder: string, workId: string): Promise<void> {
  const folder = join(coversFolder, workId, 'v1')
  await mkdir(folder, { recursive: true })
  for (const size of coverSizes) await writeFile(join(folder, `${size}.webp`), `picture ${size}`)
}
