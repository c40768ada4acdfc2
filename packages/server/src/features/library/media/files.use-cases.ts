import { type ViewerFilters, workIdOf } from '@koedana/contract/values.ts'
import type { Track, WorkFile, WorkFiles } from '@koedana/contract/works.ts'
import type { Context } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { printablePath } from '../../../lib/printable.rules.ts'
import { lastPart } from '../../storages/path.rules.ts'
import { findMeasures, type SoundMeasure } from '../measure/measurements.store.ts'
import { parseStoredChapters } from '../scan/sounds/chapters.rules.ts'
import { fileKindOf } from './formats.rules.ts'
import { type LinksFor, linksFor, type MediaSources } from './links.ts'
import { type ArrangedTrack, arrangeTracks } from './preferred.rules.ts'
import { findTracks, type ListedTrack, listTracks, listTracksOf } from './tracks.store.ts'
import { type ListedFile, listWorkFiles } from './work-files.store.ts'

export interface ListFilesInput {
  readonly id: string
  readonly choices?: ViewerFilters
}

/** Lists the files of a work. Hidden works fail with `notFound`; URLs are null for callers who may not listen. */
export async function listFiles(
  sources: MediaSources,
  { id, choices }: ListFilesInput,
  context: Context,
): Promise<WorkFiles> {
  const { db, dictionary, visibleWorks } = sources
  const key = dictionary.findKey('works', id)
  if (key === undefined || !(await visibleWorks([key], context, choices)).has(key)) {
    throw new AppError('notFound')
  }
  const rows = await listTracks(db, key)
  const link = linksFor(sources, context)
  const others = await listWorkFiles(db, key)
  const measures = await findMeasures(db, [key])
  const urlOf = createUrlOf(link)
  return {
    tracks: toTracks(rows, { urlOf, measures, locale: context.locale }),
    forms: [...((await sources.forms.program())?.forms ?? [])],
    files: others.map((row) => toWorkFile(row, urlOf(row))),
    archive: toArchive([...rows, ...others], link?.archive(workIdOf(key)) ?? null),
  }
}

export interface TracksInput {
  readonly visibleKeys: readonly number[]
  /** False skips the links, since signing takes longer than all other work per track. */
  readonly hasLinks: boolean
}

/** Returns the tracks of visible works, by work key, in the form of `listFiles`. */
export async function listTracksByWork(
  sources: MediaSources,
  { visibleKeys, hasLinks }: TracksInput,
  context: Context,
): Promise<ReadonlyMap<number, Track[]>> {
  const rows = await listTracksOf(sources.db, visibleKeys)
  const measures = await findMeasures(sources.db, visibleKeys)
  const urlOf = createUrlOf(hasLinks ? linksFor(sources, context) : undefined)
  const drawn = { urlOf, measures, locale: context.locale }
  const byWork = Map.groupBy(rows, ({ work_key }) => work_key)
  return new Map([...byWork].map(([key, some]) => [key, toTracks(some, drawn)]))
}

type UrlOf = (file: ListedTrack | ListedFile) => string | null

const createUrlOf =
  (link: LinksFor | undefined): UrlOf =>
  (file) =>
    file.isAway ? null : (link?.file(file) ?? null)

interface TrackContext {
  readonly urlOf: UrlOf
  readonly measures: ReadonlyMap<string, SoundMeasure>
  readonly locale: Context['locale']
}

function toTracks(rows: readonly ListedTrack[], { urlOf, measures, locale }: TrackContext): Track[] {
  const arranged = arrangeTracks(
    rows.map((row) => ({ ...row, durationSeconds: row.duration_seconds })),
    locale,
  )
  return arranged.map((one) => toTrack(one, urlOf(one.track), measures.get(one.track.fingerprint)))
}

/** Returns the count, size and URL of the archive; null if no file can be opened. */
function toArchive(files: readonly (ListedTrack | ListedFile)[], url: string | null): WorkFiles['archive'] {
  const here = files.filter(({ isAway }) => !isAway)
  if (here.length === 0) return null
  const sizeBytes = here.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  return { fileCount: here.length, sizeBytes, url }
}

function toWorkFile(row: ListedFile, url: string | null): WorkFile {
  const name = lastPart(row.path)
  return {
    id: row.id,
    name: printablePath(name),
    folder: row.folder,
    kind: fileKindOf(name),
    sizeBytes: row.size_bytes,
    away: row.isAway,
    url,
  }
}

export interface MediaLink {
  readonly id: string
  readonly url: string
}

/** Returns new links in the order of the request; unknown and hidden files are left out. */
export async function linkMedia(
  sources: MediaSources,
  fileIds: readonly string[],
  context: Context,
): Promise<MediaLink[]> {
  const { db, visibleWorks } = sources
  const link = linksFor(sources, context)
  if (!link) throw new AppError('forbidden')
  const rows = await findTracks(db, fileIds)
  const works = await visibleWorks([...new Set(rows.map((row) => row.work_key))], context)
  const visible = new Map(rows.filter((row) => works.has(row.work_key)).map((row) => [row.id, row]))
  return fileIds.flatMap((id) => {
    const row = visible.get(id)
    return row ? [{ id, url: link.file(row) }] : []
  })
}

function toTrack(
  { track: row, set, isPreferred }: ArrangedTrack<ListedTrack>,
  url: string | null,
  measure: SoundMeasure | undefined,
): Track {
  return {
    id: row.id,
    title: row.title,
    folder: row.folder,
    format: row.format,
    set,
    preferred: isPreferred,
    duration: row.duration_seconds,
    sizeBytes: row.size_bytes,
    hasLyrics: row.lyrics_path !== null,
    codec: row.codec,
    bitDepth: row.bit_depth,
    sampleRate: row.sample_rate,
    bitrate: row.bitrate,
    channels: row.channels,
    loudness: toLoudness(measure),
    hasWaveform: measure?.hasWaveform === true,
    chapters: parseStoredChapters(row).map(({ startMs, title }) => ({ start: startMs / 1000, title })),
    away: row.isAway,
    url,
  }
}

/** Returns null for a track that could not be decoded. */
function toLoudness(measure: SoundMeasure | undefined): Track['loudness'] {
  if (!measure?.hasWaveform) return null
  const { loudness, truePeak } = measure
  return {
    integrated: loudness === null ? null : loudness / 100,
    truePeak: truePeak === null ? null : truePeak / 100,
  }
}
