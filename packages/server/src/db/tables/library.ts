/** Storages, and their files. */
import type { FolderDecisionKind, FolderReason } from '@koedana/contract/folders.ts'
import type { StorageKind } from '@koedana/contract/storage-settings.ts'
import type { StorageDelivery, StorageHealth, WatchState } from '@koedana/contract/storages.ts'
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Generated } from 'kysely'

export interface StorageTable {
  key: Generated<number>
  kind: StorageKind
  /** The root distinguishes it from all others: the real path of a folder, an address with what is read below it. */
  root: string
  /** The name that somebody gave; `''` for one that is called by its root. */
  name: Generated<string>
  /** JSON of what its kind needs, without a secret. */
  options: Generated<string>
  /** Sealed; null for one that needs none. */
  secret: string | null
  /** How many folders deep it is read; null for as deep as any. */
  depth: number | null
  /** JSON, a list of patterns of what is not read. */
  ignored: Generated<string>
  delivery: Generated<StorageDelivery>
  /** 1 or 0: one that is off is neither read nor served, and nothing of it is taken for gone. */
  enabled: Generated<number>
  health: Generated<StorageHealth>
  health_since: string | null
  /** JSON of what the last scan did, whether it came to its end or not. */
  last_scan: string | null
  /** Its files stay known as missing until a clean task has done with them; the row goes with the last of them. */
  removed_at: string | null
  /** The age of works here that no source knows. */
  unknown_age_category: AgeCategory
  scanned_at: string | null
  /** Written into the root, so that an empty mount point is never taken for an emptied folder. */
  marker: string | null
  /** 1 or 0: whether its folders are watched, where they can be. */
  watched: Generated<number>
  /** A scan is due so many hours after the last one; null for never by itself. */
  rescan_hours: number | null
  /** The node that watches it, until then; null where none does. */
  watcher: string | null
  watcher_until: string | null
  watch_state: WatchState | null
  /** Since when somebody waits for a scan of it, which begins once the sync at work has ended. */
  scan_wanted_at: string | null
  /** How full it is; null where that is not known. */
  used_bytes: number | null
  total_bytes: number | null
}

/** A playable file. `id` is the hash of storage and path: it never shifts when a neighbour comes or goes. */
export interface TrackTable {
  id: string
  work_key: number
  storage_key: number
  /** The path below the storage's root, `/` between parts. */
  path: string
  /** Folder inside the work, `''` at its top. */
  folder: string
  title: string
  /** Natural order inside the work. */
  position: number
  format: string
  size_bytes: number
  modified_at: string
  /**
   * The system's time of the last change of anything of the file, name and path included, in milliseconds since 1970. It
   * is only ever compared. Null for a file that was not looked at since that is kept.
   */
  changed_ms: number | null
  /** The storage's hash of its bytes, with the name of the algorithm in front; null where it says nothing. */
  hash: string | null
  /** Size and first and last 64 KiB, hashed: survives a move. */
  fingerprint: string
  duration_seconds: number | null
  /** The path below the storage's root; null without lyrics. */
  lyrics_path: string | null
  /** The codec, as `FLAC` or `MPEG 1 Layer 3`; null where that is not known. */
  codec: string | null
  bit_depth: number | null
  /** Hertz. */
  sample_rate: number | null
  /** Bits a second, of the whole file on average. */
  bitrate: number | null
  channels: number | null
  /** JSON, `Chapter[]`; null without chapters. */
  chapters: string | null
  chapters_from: 'tags' | 'cue' | 'text' | null
  /**
   * The version of the columns above that it was read for: all of them if it is 1; null for a file that was read before
   * they were.
   */
  read_as: number | null
  /** The time since when the file is gone; null while it is here. */
  missing_at: string | null
  /** The file is in the trash since then. */
  trashed_at: string | null
}

/** An archive that is named with a work: nothing of it can be played, and it is a file of that work all the same. */
export interface PackedWorkTable {
  storage_key: number
  /** The path below the storage's root. */
  path: string
  work_key: number
}

/**
 * The text that is spoken, as one file has it, in one language. Rows are never changed, only replaced: what is made of one by its
 * key stays true. A file that holds no lines has a row too, so that it is not read again.
 */
export interface LyricsTable {
  key: Generated<number>
  work_key: number
  storage_key: number
  /** The path below the storage's root; that of the sound where it is embedded. */
  path: string
  is_embedded: number
  /** BCP 47. */
  lang: string
  kind: 'main' | 'translation' | 'reading'
  source: 'lrc' | 'vtt' | 'srt' | 'ass' | 'txt' | 'embedded'
  is_synced: number
  offset_ms: number
  /** When its last line begins; 0 where no line has a time. */
  last_ms: number
  cue_count: number
  size_bytes: number
  modified_at: string
  changed_ms: number | null
  /** JSON: `[startMs, endMs or 0, text, words?]` for each line. */
  cues: string
}

/** `position` is the order in which a listener is offered them. */
export interface TrackLyricsTable {
  track_id: string
  lyrics_key: number
  position: number
}

/** An administrator decided this, whatever names and lengths say. */
export interface LyricsChoiceTable {
  track_id: string
  path: string
  is_chosen: number
}

/** A file of a work that is no sound. `id` is a hash of storage and path. It is here: a row goes with its file. */
export interface WorkFileTable {
  id: string
  work_key: number
  storage_key: number
  /** The path below the storage's root, `/` between parts. */
  path: string
  /** Folder inside the work, `''` at its top. */
  folder: string
  /** Natural order inside the work. */
  position: number
  size_bytes: number
  modified_at: string
  changed_ms: number | null
}

/** Keeps what a work was like when a scan ingested it whole: as long as nothing of it differs, its rows are not read. */
export interface ScannedWorkTable {
  storage_key: number
  /** A hash of its folder and its id. */
  id: string
  work_key: number
  /** A hash of what the system says of all its files. */
  signature: string
  /** How many rows it had in this storage: tracks, those in the trash, other files, texts. */
  held: string
}

/** Keeps what was measured of a sound, wherever it lies. */
export interface MeasuredSoundTable {
  fingerprint: string
  /** Hundredths of LUFS (EBU R128, integrated); null where that cannot be said. */
  loudness: number | null
  /** Hundredths of dBTP; null where that cannot be said. */
  true_peak: number | null
  /** A thousand bytes in base 64; null where it could not be decoded. */
  waveform: string | null
  measured_at: string
}

/** Keeps what an archive held when it was read, which is read again where anything of the file is another. */
export interface ArchiveTable {
  storage_key: number
  /** The path below the storage's root. */
  path: string
  size_bytes: number
  modified_at: string
  changed_ms: number | null
  /** JSON of `JudgedEntries`, or `null` of an archive that cannot be read. */
  entries: string
}

/** A folder that the last scan could not settle by itself, or that an administrator has settled. */
export interface FolderFindingTable {
  key: Generated<number>
  storage_key: number
  /** The path below the storage's root; `''` for the root itself. */
  path: string
  reason: FolderReason
  /** The work that a scan takes it for as long as nobody decides; null where it takes it for none. */
  work_key: number | null
  /** Sounds, or recordings that cannot be played. */
  file_count: number
  size_bytes: number
  /** A hash of the names and sizes of its sounds, by which it is known again under another name. */
  signature: string
  found_at: string
  /** Null as long as nobody has decided. */
  decision: FolderDecisionKind | null
  /** The work it is, where that was decided. */
  decided_key: number | null
  /** The title that somebody gave a work of their own; null else. */
  title: string | null
  decided_at: string | null
}
