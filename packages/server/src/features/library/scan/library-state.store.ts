import type { Db } from '../../../db/schema.ts'
import { chunksOf } from '../../../db/statements.ts'
import type { PackedWorkTable } from '../../../db/tables/library.ts'
import { listTrackTexts } from '../lyrics/lyrics.store.ts'
import { languageBits } from '../lyrics/match.rules.ts'
import type { Variant } from '../media/preferred.rules.ts'

export interface LibraryState {
  readonly key: number
  readonly inLibrary: boolean
  readonly hasLyrics: boolean
  readonly addedAt: string | null
  readonly durationSeconds: number | null
}

/** Returns the bit set of lyrics languages by work; works without lyrics are left out. */
export async function findLyricsLanguages(tx: Db, keys: readonly number[]): Promise<Map<number, number>> {
  const texts = Map.groupBy(await listTrackTexts(tx, keys), (row) => row.work_key)
  return new Map([...texts].map(([key, rows]) => [key, languageBits(rows.map(({ lang }) => lang))]))
}

export async function findLibraryStates(tx: Db, keys: readonly number[]): Promise<LibraryState[]> {
  if (keys.length === 0) return []
  const rows = await tx
    .selectFrom('work')
    .select(['key', 'in_library', 'has_lyrics', 'added_at', 'duration_seconds'])
    .where('key', 'in', keys)
    .execute()
  return rows.map((row) => ({
    key: row.key,
    inLibrary: row.in_library === 1,
    hasLyrics: row.has_lyrics === 1,
    addedAt: row.added_at,
    durationSeconds: row.duration_seconds,
  }))
}

export async function saveLibraryState(
  tx: Db,
  state: LibraryState & { readonly lyricsLanguages: number },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('work')
    .set({
      in_library: state.inLibrary ? 1 : 0,
      has_lyrics: state.hasLyrics ? 1 : 0,
      lyrics_languages: state.lyricsLanguages,
      added_at: state.addedAt,
      duration_seconds: state.durationSeconds,
      updated_at: now.toISOString(),
    })
    .where('key', '=', state.key)
    .execute()
}

export interface VariantRow extends Variant {
  readonly hasLyrics: boolean
}

/** Returns the present tracks of works. */
export async function listVariants(tx: Db, keys: readonly number[]): Promise<Map<number, VariantRow[]>> {
  if (keys.length === 0) return new Map()
  const rows = await tx
    .selectFrom('track')
    .select(['work_key', 'folder', 'path', 'format', 'duration_seconds', 'lyrics_path'])
    .where('work_key', 'in', keys)
    .where('missing_at', 'is', null)
    .where('trashed_at', 'is', null)
    .orderBy('work_key')
    .orderBy('position')
    .execute()
  const groups = Map.groupBy(rows, ({ work_key }) => work_key)
  return new Map(
    [...groups].map(([key, group]) => [
      key,
      group.map((row) => ({
        folder: row.folder,
        path: row.path,
        format: row.format,
        durationSeconds: row.duration_seconds,
        hasLyrics: row.lyrics_path !== null,
      })),
    ]),
  )
}

export async function listPackedPaths(db: Db, storageKey: number): Promise<string[]> {
  const rows = await db
    .selectFrom('packed_work')
    .select('path')
    .where('storage_key', '=', storageKey)
    .execute()
  return rows.map(({ path }) => path)
}

const rowsPerStatement = 500

export async function insertPacked(tx: Db, rows: readonly PackedWorkTable[]): Promise<void> {
  for (const some of chunksOf(rows, rowsPerStatement)) {
    await tx
      .insertInto('packed_work')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['storage_key', 'path'])
          .doUpdateSet((e) => ({ work_key: e.ref('excluded.work_key') })),
      )
      .execute()
  }
}

export async function deletePacked(tx: Db, storageKey: number, paths: readonly string[]): Promise<void> {
  for (const some of chunksOf(paths, rowsPerStatement)) {
    await tx
      .deleteFrom('packed_work')
      .where('storage_key', '=', storageKey)
      .where('path', 'in', some)
      .execute()
  }
}
