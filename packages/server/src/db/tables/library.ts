import type { FolderDecisionKind, FolderReason } from '@koedana/contract/folders.ts'
import type { StorageKind } from '@koedana/contract/storage-settings.ts'
import type { StorageDelivery, StorageHealth, WatchState } from '@koedana/contract/storages.ts'
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Generated } from 'kysely'

export interface StorageTable {
  key: Generated<number>
  kind: StorageKind
  /** The unique root: the real path of a folder, or a URL with the path inside it. */
  root: string
  /** The custom name; `''` if the storage is named by its root. */
  name: Generated<string>
  /** JSON of the settings of its kind, without secrets. */
  options: Generated<string>
  /** Sealed; null if none is needed. */
  secret: string | null
  /** Maximum folder depth that is scanned; null for unlimited. */
  depth: number | null
  /** JSON list of patterns to ignore. */
  ignored: Generated<string>
  delivery: Generated<StorageDelivery>
  /** 1 or 0. A disabled storage is neither scanned nor served, and its files do not count as missing. */
  enabled: Generated<number>
  health: Generated<StorageHealth>
  health_since: string | null
  /** JSON summary of the last scan, whether it finished or not. */
  last_scan: string | null
  /**
   * When the storage was removed. Its files stay marked as missing until a clean task has processed them; the row is deleted with
   * the last of them.
   */
  removed_at: string | null
  /** The age category of works here whose category no source knows. */
  unknown_age_category: AgeCategory
  scanned_at: string | null
  /** Written into the root, so that an empty mount point is never mistaken for an emptied folder. */
  marker: string | null
  /** 1 or 0: whether its folders are watched, if possible. */
  watched: Generated<number>
  rescan_hours: number | null
  /** The node that watches it, until `watcher_until`; null if none does. */
  watcher: string | null
  watcher_until: string | null
  watch_state: WatchState | null
  /** Since when a scan is requested, which begins after the current sync task ends. */
  scan_wanted_at: string | null
  used_bytes: number | null
  total_bytes: number | null
}

/** A playable file. `id` is the hash of storage and path, so it does not depend on neighboring files. */
export interface TrackTable {
  id: string
  work_key: number
  storage_key: number
  /** The path relative to the storage's root, with `/` as separator. */
  path: string
  /** The folder inside the work; `''` at its top level. */
  folder: string
  title: string
  /** In natural order inside the work. */
  position: number
  format: string
  size_bytes: number
  modified_at: string
  /**
   * The inode change time in milliseconds since 1970, which also changes with name and path. It is only compared for equality. Null
   * if the file was not examined since this is recorded.
   */
  changed_ms: number | null
  /** The storage's hash of the content, prefixed with the algorithm; null if it provides none. */
  hash: string | null
  /** A hash of the size and the first and last 64 KiB. It survives moves. */
  fingerprint: string
  duration_seconds: number | null
  /** Relative to the storage's root; null without subtitles. */
  lyrics_path: string | null
  /** Such as `FLAC` or `MPEG 1 Layer 3`; null if unknown. */
  codec: string | null
  bit_depth: number | null
  /** In hertz. */
  sample_rate: number | null
  /** Average bits per second of the whole file. */
  bitrate: number | null
  channels: number | null
  /** JSON, `Chapter[]`; null without chapters. */
  chapters: string | null
  chapters_from: 'tags' | 'cue' | 'text' | null
  /** The version of the columns above for which the file was read: 1 for all of them, null for files read before they existed. */
  read_as: number | null
  /** Since when the file is missing; null if present. */
  missing_at: string | null
  /** When the file was moved to the trash; null otherwise. */
  trashed_at: string | null
}

/** An archive that belongs to a work, but contains nothing playable. */
export interface PackedWorkTable {
  storage_key: number
  /** Relative to the storage's root. */
  path: string
  work_key: number
}

/**
 * The subtitles of one file in one language. Rows are never changed, only replaced, so data cached by key stays valid. A file
 * without lines has a row too, so that it is not read again.
 */
export interface LyricsTable {
  key: Generated<number>
  work_key: number
  storage_key: number
  /** Relative to the storage's root. For embedded subtitles, the path of the track. */
  path: string
  is_embedded: number
  /** BCP 47. */
  lang: string
  kind: 'main' | 'translation' | 'reading'
  source: 'lrc' | 'vtt' | 'srt' | 'ass' | 'txt' | 'embedded'
  is_synced: number
  offset_ms: number
  /** When its last line begins; 0 if no line has a time. */
  last_ms: number
  cue_count: number
  size_bytes: number
  modified_at: string
  changed_ms: number | null
  /** JSON: `[startMs, endMs or 0, text, words?]` for each line. */
  cues: string
}

/** `position` is the order in which players offer them. */
export interface TrackLyricsTable {
  track_id: string
  lyrics_key: number
  position: number
}

/** An administrator's choice, which overrides automatic matching. */
export interface LyricsChoiceTable {
  track_id: string
  path: string
  is_chosen: number
}

/** A file of a work that is not audio. `id` is a hash of storage and path. The row is deleted with the file. */
export interface WorkFileTable {
  id: string
  work_key: number
  storage_key: number
  /** The path relative to the storage's root, with `/` as separator. */
  path: string
  /** The folder inside the work; `''` at its top level. */
  folder: string
  position: number
  size_bytes: number
  modified_at: string
  changed_ms: number | null
}

/** The state of a work at its last complete scan. As long as nothing differs, its rows are not read. */
export interface ScannedWorkTable {
  storage_key: number
  /** A hash of its folder and its ID. */
  id: string
  work_key: number
  /** A hash of the metadata of all its files. */
  signature: string
  /** The number of its rows in this storage: tracks, trashed tracks, other files, subtitles. */
  held: string
}

/** Measurements of an audio file, independent of its location. */
export interface MeasuredSoundTable {
  fingerprint: string
  /** Hundredths of LUFS (EBU R128, integrated); null if not measurable. */
  loudness: number | null
  /** Hundredths of dBTP; null if not measurable. */
  true_peak: number | null
  /** A thousand bytes in base64; null if decoding failed. */
  waveform: string | null
  measured_at: string
}

/** The contents of an archive. It is read again if the file's metadata changes. */
export interface ArchiveTable {
  storage_key: number
  /** Relative to the storage's root. */
  path: string
  size_bytes: number
  modified_at: string
  changed_ms: number | null
  /** JSON of `ValidatedEntries`, or `null` for an unreadable archive. */
  entries: string
}

/** A folder that the last scan could not assign, or that an administrator has decided. */
export interface FolderFindingTable {
  key: Generated<number>
  storage_key: number
  /** Relative to the storage's root; `''` for the root itself. */
  path: string
  reason: FolderReason
  /** The work that a scan assigns without a decision; null if it assigns none. */
  work_key: number | null
  /** Audio files, or recordings that cannot be played. */
  file_count: number
  size_bytes: number
  /** A hash of the names and sizes of its audio files, to recognize it under another name. */
  signature: string
  found_at: string
  /** Null until decided. */
  decision: FolderDecisionKind | null
  /** The assigned work, if that was decided. */
  decided_key: number | null
  /** The title of a custom work; null otherwise. */
  title: string | null
  decided_at: string | null
}
