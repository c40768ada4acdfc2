/** Scan phase 4: computes the rows of a work's tracks. */

import { printableName } from '../../../lib/printable.rules.ts'
import type { FileFacts } from '../../storages/storage.ts'
import type { Lyrics } from '../lyrics/cues.rules.ts'
import { audioFormatOf } from '../media/formats.rules.ts'
import type { TrackRow } from '../media/tracks.store.ts'
import { trackTitle } from './names.rules.ts'
import { parseStoredChapters } from './sounds/chapters.rules.ts'
import type { SoundFacts } from './sounds/sound-facts.ts'

export interface ScannedTrack {
  readonly id: string
  readonly path: string
  readonly stat: FileFacts
  readonly fingerprint: string
  readonly durationSeconds: number | null
  readonly facts: SoundFacts
  /** Lyrics in the tags; undefined if the tags were not read again. */
  readonly embedded?: readonly Lyrics[]
}

export interface WorkContext {
  readonly workKey: number
  readonly storageKey: number
  /** Returns the path of a file inside the work, as `folder/name`. */
  readonly inWork: (path: string) => string
  readonly lyricsOf: (trackId: string) => string | undefined
  /** Number of storages with smaller keys that contain files of the work. Their tracks come first. */
  readonly storagesBefore: number
  /** Returns the track's facts, with chapters from files next to it. */
  readonly factsOf: (track: ScannedTrack) => SoundFacts
}

/** More tracks than a work has in one storage. */
const positionsPerStorage = 100_000

/** Returns the rows of tracks, which must be in natural order. */
export function createTrackRows(tracks: readonly ScannedTrack[], context: WorkContext): TrackRow[] {
  return tracks.map((track, position) => {
    const { id, path, stat, fingerprint, durationSeconds } = track
    const name = path.slice(path.lastIndexOf('/') + 1)
    const before = context.storagesBefore * positionsPerStorage
    const format = audioFormatOf(name) ?? ''
    return {
      id,
      work_key: context.workKey,
      storage_key: context.storageKey,
      path,
      folder: printableName(folderOf(context.inWork(path))),
      title: trackTitle(name),
      position: before + position,
      format,
      size_bytes: stat.sizeBytes,
      modified_at: stat.modifiedAt,
      changed_ms: stat.changedMs,
      hash: stat.hash ?? null,
      fingerprint,
      duration_seconds: durationSeconds,
      lyrics_path: context.lyricsOf(id) ?? null,
      ...toColumns(context.factsOf(track), format),
      missing_at: null,
      trashed_at: null,
    }
  })
}

/**
 * Version of the reader for a format. Increment it when the reader extracts more, as for Matroska chapters: known files are then read
 * again.
 */
export const readerVersionOf = (format: string): number => (matroska.has(format) ? 2 : 1)

const matroska: ReadonlySet<string> = new Set(['mka', 'webm', 'weba'])

type FactColumns = Pick<
  TrackRow,
  'codec' | 'bit_depth' | 'sample_rate' | 'bitrate' | 'channels' | 'chapters' | 'chapters_from' | 'read_as'
>

const toColumns = (facts: SoundFacts, format: string): FactColumns => ({
  codec: facts.codec,
  bit_depth: facts.bitDepth,
  sample_rate: facts.sampleRate,
  bitrate: facts.bitrate,
  channels: facts.channels,
  chapters: facts.chapters.length > 0 ? JSON.stringify(facts.chapters) : null,
  chapters_from: facts.chaptersFrom,
  read_as: readerVersionOf(format),
})

export const fromColumns = (row: FactColumns): SoundFacts => ({
  codec: row.codec,
  bitDepth: row.bit_depth,
  sampleRate: row.sample_rate,
  bitrate: row.bitrate,
  channels: row.channels,
  chapters: parseStoredChapters(row),
  chaptersFrom: row.chapters_from,
})

/** Columns that are compared. Change time and hash are left out, because they are not shown. */
const comparedColumns = [
  'work_key',
  'path',
  'folder',
  'title',
  'position',
  'format',
  'size_bytes',
  'modified_at',
  'fingerprint',
  'duration_seconds',
  'lyrics_path',
  'codec',
  'bit_depth',
  'sample_rate',
  'bitrate',
  'channels',
  'chapters',
  'chapters_from',
  'read_as',
  'missing_at',
  'trashed_at',
] as const satisfies readonly (keyof TrackRow)[]

export function isSameTrack(a: TrackRow, b: TrackRow): boolean {
  return comparedColumns.every((column) => a[column] === b[column])
}

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
