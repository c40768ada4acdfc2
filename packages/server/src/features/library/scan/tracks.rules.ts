/** Phase 4: what the rows of a work's files must be. */

import { printableName } from '../../../lib/printable.rules.ts'
import type { FileFacts } from '../../storages/storage.ts'
import type { Lyrics } from '../lyrics/cues.rules.ts'
import { audioFormatOf } from '../media/formats.rules.ts'
import type { TrackRow } from '../media/tracks.store.ts'
import { titleOfTrack } from './names.rules.ts'
import { chaptersIn } from './sounds/chapters.rules.ts'
import type { SoundFacts } from './sounds/sound-facts.ts'

/** A playable file as it is on disk now. */
export interface SeenTrack {
  readonly id: string
  readonly path: string
  readonly stat: FileFacts
  readonly fingerprint: string
  readonly durationSeconds: number | null
  readonly facts: SoundFacts
  /** The lyrics in its tags; undefined where they were not read again. */
  readonly embedded?: readonly Lyrics[]
}

export interface WorkContext {
  readonly workKey: number
  readonly storageKey: number
  /** Returns the path of a file as `folder/name` inside the work. */
  readonly inWork: (path: string) => string
  readonly lyricsOf: (trackId: string) => string | undefined
  /** How many storages that were there before this one hold some of the work: their files come first. */
  readonly storagesBefore: number
  /** Returns its facts with the chapters that stand beside it. */
  readonly factsOf: (track: SeenTrack) => SoundFacts
}

/** More files than a work has in one storage. */
const positionsPerStorage = 100_000

/** `tracks` are in natural order. */
export function trackRows(tracks: readonly SeenTrack[], context: WorkContext): TrackRow[] {
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
      title: titleOfTrack(name),
      position: before + position,
      format,
      size_bytes: stat.sizeBytes,
      modified_at: stat.modifiedAt,
      changed_ms: stat.changedMs,
      hash: stat.hash ?? null,
      fingerprint,
      duration_seconds: durationSeconds,
      lyrics_path: context.lyricsOf(id) ?? null,
      ...columnsOf(context.factsOf(track), format),
      missing_at: null,
      trashed_at: null,
    }
  })
}

/** Higher with whatever else is read of a sound one day: chapters of Matroska were. */
export const readAsOf = (format: string): number => (matroska.has(format) ? 2 : 1)

const matroska: ReadonlySet<string> = new Set(['mka', 'webm', 'weba'])

type FactColumns = Pick<
  TrackRow,
  'codec' | 'bit_depth' | 'sample_rate' | 'bitrate' | 'channels' | 'chapters' | 'chapters_from' | 'read_as'
>

const columnsOf = (facts: SoundFacts, format: string): FactColumns => ({
  codec: facts.codec,
  bit_depth: facts.bitDepth,
  sample_rate: facts.sampleRate,
  bitrate: facts.bitrate,
  channels: facts.channels,
  chapters: facts.chapters.length > 0 ? JSON.stringify(facts.chapters) : null,
  chapters_from: facts.chaptersFrom,
  read_as: readAsOf(format),
})

export const factsOfRow = (row: FactColumns): SoundFacts => ({
  codec: row.codec,
  bitDepth: row.bit_depth,
  sampleRate: row.sample_rate,
  bitrate: row.bitrate,
  channels: row.channels,
  chapters: chaptersIn(row),
  chaptersFrom: row.chapters_from,
})

/** The facts leave out when the file itself was touched, which nobody is shown. */
const columns = [
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
  return columns.every((column) => a[column] === b[column])
}

/** `''` at the work's top. */
const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
