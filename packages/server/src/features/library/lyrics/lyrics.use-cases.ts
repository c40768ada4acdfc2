/** Reads the lyrics of tracks, for every API. Hidden works respond with 404; callers who may not listen get 403. */
import type { LyricsCandidate, LyricsChoice, LyricsFacts, TrackLyrics } from '@koedana/contract/lyrics.ts'
import type { ViewerFilters } from '@koedana/contract/values.ts'
import type { Db } from '../../../db/schema.ts'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { linksFor, type MediaSources } from '../media/links.ts'
import { findTracks, listTracks, type TrackRow } from '../media/tracks.store.ts'
import { changeFiles } from '../scan/library-state.ts'
import {
  findCues,
  listChoices,
  listTextsOf,
  listTrackTexts,
  replaceLinks,
  saveChoice,
  saveLyricsPath,
  type TextRow,
} from './lyrics.store.ts'
import { linkTexts, offerScore } from './match.rules.ts'
import { toTextToMatch } from './scan-texts.ts'

export interface LyricsSources extends MediaSources {
  readonly write: Db
  readonly catalogue: { readonly followed: () => Promise<void> }
}

interface LyricsRequest {
  readonly id: string
  readonly choices?: ViewerFilters
}

/** Lists the lyrics of a work by track, in track order, without their lines. */
export async function listWorkLyrics(
  sources: MediaSources,
  { id, choices }: LyricsRequest,
  context: Context,
) {
  const key = sources.dictionary.findKey('works', id)
  if (key === undefined) throw new AppError('notFound')
  await checkReader(sources, { key, choices }, context)
  const texts = await listTrackTexts(sources.db, [key])
  return [...Map.groupBy(texts, ({ trackId }) => trackId)].map(([trackId, rows]) => ({
    trackId,
    lyrics: rows.map(toLyricsFacts),
  }))
}

/** Returns the lyrics of one track with their lines, in order of preference. */
export async function readTrackLyrics(
  sources: MediaSources,
  { id, choices }: LyricsRequest,
  context: Context,
): Promise<TrackLyrics[]> {
  const track = await getTrack(sources, id)
  await checkReader(sources, { key: track.work_key, choices }, context)
  const texts = (await listTrackTexts(sources.db, [track.work_key])).filter(({ trackId }) => trackId === id)
  const cues = await findCues(
    sources.db,
    texts.map(({ key }) => key),
  )
  return texts.map((row) => ({ ...toLyricsFacts(row), cues: cues.get(row.key) ?? [] }))
}

async function getTrack({ db }: Pick<MediaSources, 'db'>, id: string): Promise<TrackRow> {
  const [track] = await findTracks(db, [id])
  if (!track) throw new AppError('notFound')
  return track
}

async function checkReader(
  sources: MediaSources,
  { key, choices }: { key: number; choices: ViewerFilters | undefined },
  context: Context,
): Promise<void> {
  const visible = await sources.visibleWorks([key], context, choices)
  if (!visible.has(key)) throw new AppError('notFound')
  if (!linksFor(sources, context)) throw new AppError('forbidden')
}

const toLyricsFacts = (row: TextRow): LyricsFacts => ({
  id: String(row.key),
  lang: row.lang,
  kind: row.kind,
  source: row.source,
  offsetMs: row.offset_ms,
  synced: row.is_synced === 1,
  lines: row.cue_count,
})

/** Returns all texts of the work that could be chosen for a track, the best match first. */
export async function listCandidates(sources: MediaSources, id: string): Promise<LyricsCandidate[]> {
  const track = await getTrack(sources, id)
  const texts = await listTextsWithCues(sources.db, track.work_key)
  const linked = new Set(
    (await listTrackTexts(sources.db, [track.work_key]))
      .filter((row) => row.trackId === id)
      .map(({ key }) => key),
  )
  const decided = new Map((await listChoices(sources.db, [id])).map(({ path, isChosen }) => [path, isChosen]))
  const candidates = texts.map((row): LyricsCandidate => {
    const choice = decided.get(row.path)
    return {
      ...toLyricsFacts(row),
      name: row.path.slice(row.path.lastIndexOf('/') + 1),
      score: Math.round(offerScore(toSoundToMatch(track), toTextToMatch(row)) * 100) / 100,
      belongs: linked.has(row.key),
      choice: choice === undefined ? 'automatic' : choice ? 'chosen' : 'refused',
    }
  })
  return candidates
    .sort((a, b) => Number(b.belongs) - Number(a.belongs) || b.score - a.score)
    .slice(0, maxOffered)
}

const maxOffered = 200

const toSoundToMatch = ({ id, path, duration_seconds }: TrackRow) => ({
  id,
  path,
  durationSeconds: duration_seconds,
})

const listTextsWithCues = async (db: Db, workKey: number): Promise<TextRow[]> =>
  (await listTextsOf(db, [workKey])).filter((row) => row.cue_count > 0)

export interface ChooseLyricsInput {
  readonly trackId: string
  readonly lyricsId: string
  readonly choice: LyricsChoice
}

/** Saves the choice for the file path, so it survives a re-scan, and updates the links of the work. */
export async function chooseLyrics(
  { db, write, now, catalogue }: LyricsSources,
  { trackId, lyricsId, choice }: ChooseLyricsInput,
): Promise<void> {
  const track = await getTrack({ db }, trackId)
  const key = track.work_key
  const texts = await listTextsWithCues(db, key)
  const text = texts.find((row) => String(row.key) === lyricsId)
  if (!text) throw new AppError('notFound')
  const isChosen = choice === 'automatic' ? undefined : choice === 'chosen'
  const tracks = await listTracks(db, key)
  const save = async (tx: Db) => {
    await saveChoice(tx, { trackId, path: text.path, isChosen })
    const ids = tracks.map(({ id }) => id)
    const links = linkTexts(tracks.map(toSoundToMatch), texts.map(toTextToMatch), await listChoices(tx, ids))
    const linked = [...links].flatMap(([id, list]) =>
      list.map(({ row }) => ({ trackId: id, lyricsKey: row.key })),
    )
    await replaceLinks(tx, ids, linked)
    for (const { id, lyrics_path } of tracks) {
      const path = links.get(id)?.[0]?.path ?? null
      if (path !== lyrics_path) await saveLyricsPath(tx, id, path)
    }
  }
  await changeFiles(write, { keys: [key], now: now(), write: save })
  await catalogue.followed()
}
