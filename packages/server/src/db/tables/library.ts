/** Places that hold files, and the files. */
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Generated } from 'kysely'

export interface StorageTable {
  key: Generated<number>
  kind: 'local'
  root: string
  /** The age of works here that no source knows. */
  unknown_age_category: AgeCategory
  scanned_at: string | null
  /** Written into the root, so that an empty mount point is never taken for an emptied folder. */
  marker: string | null
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
   * When the system says that anything of the file changed, its name and place included, in milliseconds since 1970: only
   * ever compared. Null for one that was not looked at since that is kept.
   */
  changed_ms: number | null
  /** Size and first and last 64 KiB, hashed: survives a move. */
  fingerprint: string
  duration_seconds: number | null
  /** The path below the storage's root; null without lyrics. */
  lyrics_path: string | null
  /** Since when the file is gone; null while it is here. */
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
