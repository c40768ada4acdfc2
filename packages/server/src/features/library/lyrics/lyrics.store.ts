import type { Selectable } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import { chunksOf } from '../../../db/statements.ts'
import type { LyricsTable } from '../../../db/tables/library.ts'
import type { Cue } from './cues.rules.ts'

export type TextRow = Omit<Selectable<LyricsTable>, 'cues'>
export type NewTextRow = Omit<TextRow, 'key'> & { readonly cues: readonly Cue[] }

const textColumns = [
  'lyrics.key',
  'lyrics.work_key',
  'lyrics.storage_key',
  'lyrics.path',
  'lyrics.is_embedded',
  'lyrics.lang',
  'lyrics.kind',
  'lyrics.source',
  'lyrics.is_synced',
  'lyrics.offset_ms',
  'lyrics.last_ms',
  'lyrics.cue_count',
  'lyrics.size_bytes',
  'lyrics.modified_at',
  'lyrics.changed_ms',
] as const

/** Returns all texts of the works in the order they were read, including texts without lines. */
export async function listTextsOf(db: Db, workKeys: readonly number[]): Promise<TextRow[]> {
  if (workKeys.length === 0) return []
  return db
    .selectFrom('lyrics')
    .select(textColumns)
    .where('work_key', 'in', workKeys)
    .orderBy('key')
    .execute()
}

export interface TextLink {
  readonly trackId: string
  readonly lyricsKey: number
}

const maxListed = 500

/** Returns the links of each track in the order in which listeners are offered the texts. */
export async function listLinks(db: Db, trackIds: readonly string[]): Promise<TextLink[]> {
  const links: TextLink[] = []
  for (const ids of chunksOf(trackIds, maxListed)) {
    const rows = await db
      .selectFrom('track_lyrics')
      .select(['track_id as trackId', 'lyrics_key as lyricsKey'])
      .where('track_id', 'in', ids)
      .orderBy('track_id')
      .orderBy('position')
      .execute()
    links.push(...rows)
  }
  return links
}

export interface LyricsChoiceRow {
  readonly trackId: string
  readonly path: string
  readonly isChosen: boolean
}

export async function listChoices(db: Db, trackIds: readonly string[]): Promise<LyricsChoiceRow[]> {
  const choices: LyricsChoiceRow[] = []
  for (const ids of chunksOf(trackIds, maxListed)) {
    const rows = await db.selectFrom('lyrics_choice').selectAll().where('track_id', 'in', ids).execute()
    for (const { track_id, path, is_chosen } of rows)
      choices.push({ trackId: track_id, path, isChosen: is_chosen === 1 })
  }
  return choices
}

/** Saves the choice for a file; `isChosen` undefined deletes it. */
export async function saveChoice(
  tx: Db,
  { trackId, path, isChosen }: Omit<LyricsChoiceRow, 'isChosen'> & { readonly isChosen: boolean | undefined },
): Promise<void> {
  await tx.deleteFrom('lyrics_choice').where('track_id', '=', trackId).where('path', '=', path).execute()
  if (isChosen === undefined) return
  const row = { track_id: trackId, path, is_chosen: Number(isChosen) }
  await tx.insertInto('lyrics_choice').values(row).execute()
}

export async function insertText(tx: Db, { cues, ...row }: NewTextRow): Promise<number> {
  const { key } = await tx
    .insertInto('lyrics')
    .values({ ...row, cues: writeCues(cues) })
    .returning('key')
    .executeTakeFirstOrThrow()
  return key
}

export async function deleteTexts(tx: Db, keys: readonly number[]): Promise<void> {
  for (const some of chunksOf(keys, maxListed))
    await tx.deleteFrom('lyrics').where('key', 'in', some).execute()
}

/** Replaces all links of the given tracks; links of other tracks stay. */
export async function replaceLinks(
  tx: Db,
  trackIds: readonly string[],
  links: readonly TextLink[],
): Promise<void> {
  for (const ids of chunksOf(trackIds, maxListed))
    await tx.deleteFrom('track_lyrics').where('track_id', 'in', ids).execute()
  const rows = links.map(({ trackId, lyricsKey }, position) => ({
    track_id: trackId,
    lyrics_key: lyricsKey,
    position,
  }))
  for (const some of chunksOf(rows, maxListed)) await tx.insertInto('track_lyrics').values(some).execute()
}

/** Saves the path of a track's first text; null if it has none. */
export const saveLyricsPath = async (tx: Db, trackId: string, path: string | null): Promise<void> => {
  await tx.updateTable('track').set({ lyrics_path: path }).where('id', '=', trackId).execute()
}

/** Deletes texts of works that have no track in the storage, not even a missing one. */
export async function deleteStrayTexts(tx: Db, storageKey: number): Promise<void> {
  await tx
    .deleteFrom('lyrics')
    .where('storage_key', '=', storageKey)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('track')
            .select('track.id')
            .whereRef('track.work_key', '=', 'lyrics.work_key')
            .where('track.storage_key', '=', storageKey),
        ),
      ),
    )
    .execute()
}

export interface TrackText extends TextRow {
  readonly trackId: string
}

/** Returns the texts of present tracks, without their lines, in the order in which listeners are offered them. */
export async function listTrackTexts(db: Db, workKeys: readonly number[]): Promise<TrackText[]> {
  if (workKeys.length === 0) return []
  return db
    .selectFrom('track')
    .innerJoin('track_lyrics', 'track_lyrics.track_id', 'track.id')
    .innerJoin('lyrics', 'lyrics.key', 'track_lyrics.lyrics_key')
    .select(['track.id as trackId', ...textColumns])
    .where('track.work_key', 'in', workKeys)
    .where('track.missing_at', 'is', null)
    .where('track.trashed_at', 'is', null)
    .orderBy('track.position')
    .orderBy('track.id')
    .orderBy('track_lyrics.position')
    .execute()
}

export async function findCues(db: Db, keys: readonly number[]): Promise<Map<number, Cue[]>> {
  if (keys.length === 0) return new Map()
  const rows = await db.selectFrom('lyrics').select(['key', 'cues']).where('key', 'in', keys).execute()
  return new Map(rows.map(({ key, cues }) => [key, readCues(cues)]))
}

export interface LiveText {
  readonly key: number
  readonly workKey: number
  readonly lines: number
}

/** Returns the texts of present tracks, for all works if `workKeys` is undefined. */
export async function listLiveTexts(db: Db, workKeys: readonly number[] | undefined): Promise<LiveText[]> {
  const some = db
    .selectFrom('lyrics')
    .innerJoin('track_lyrics', 'track_lyrics.lyrics_key', 'lyrics.key')
    .innerJoin('track', 'track.id', 'track_lyrics.track_id')
    .select(['lyrics.key', 'lyrics.work_key as workKey', 'lyrics.cue_count as lines'])
    .distinct()
    .where('track.missing_at', 'is', null)
    .where('track.trashed_at', 'is', null)
  if (workKeys === undefined) return some.execute()
  const texts: LiveText[] = []
  for (const keys of chunksOf(workKeys, maxListed))
    texts.push(...(await some.where('lyrics.work_key', 'in', keys).execute()))
  return texts
}

export interface SpokenTextRow {
  readonly key: number
  readonly workKey: number
  readonly cues: readonly Cue[]
}

/** Returns up to 100 texts with keys above `after`. Texts of missing tracks are included, because the tracks may return. */
export async function listSpokenTexts(db: Db, after: number): Promise<SpokenTextRow[]> {
  const rows = await db
    .selectFrom('lyrics')
    .select(['key', 'work_key as workKey', 'cues'])
    .where('key', '>', after)
    .where('cue_count', '>', 0)
    .orderBy('key')
    .limit(100)
    .execute()
  return rows.map(({ key, workKey, cues }) => ({ key, workKey, cues: readCues(cues) }))
}

type StoredCue = readonly [startMs: number, endMs: number, text: string, words?: readonly [number, number][]]

const writeCues = (cues: readonly Cue[]): string =>
  JSON.stringify(
    cues.map(
      ({ startMs, endMs = 0, text, words }): StoredCue =>
        words
          ? [startMs, endMs, text, words.map(({ startMs: ms, at }): [number, number] => [ms, at])]
          : [startMs, endMs, text],
    ),
  )

export function readCues(text: string): Cue[] {
  const rows: readonly StoredCue[] = JSON.parse(text)
  return rows.map(([startMs, endMs, line, words]) => ({
    startMs,
    ...(endMs > 0 ? { endMs } : {}),
    text: line,
    ...(words ? { words: words.map(([ms, at]) => ({ startMs: ms, at })) } : {}),
  }))
}
