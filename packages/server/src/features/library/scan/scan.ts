/** What every phase of a scan shares. */
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Db } from '../../../db/schema.ts'
import type { LocalStorage } from '../../storages/local/local-storage.ts'
import type { Fault, Faults } from './faults.ts'
import type { FoundArchive } from './group.rules.ts'
import type { KnownFiles } from './known-files.ts'
import type { SoundReader, SoundReaderOptions } from './sounds/sound-reader.ts'
import type { StorageState } from './storage-state.rules.ts'
import type { Walked } from './walk.ts'

export interface ScanInput {
  readonly database: { readonly read: Db; readonly write: Db }
  readonly root: string
  /** Of works here that no source knows. */
  readonly unknownAge: AgeCategory
  readonly coversFolder: string
  readonly now: () => Date
  /** Takes one line of plain words at a time. */
  readonly report: (line: string) => void
  /** Told the folder of each work, below the root, as it is looked at. */
  readonly onWork?: (folder: string) => void
  /** Somebody has looked: what is gone is gone, however much, and this is the folder, whatever its mark. */
  readonly acceptsLoss?: boolean
  /** What reading one sound may take; the usual without it. */
  readonly soundReader?: SoundReaderOptions
}

export interface ScanSummary {
  /**
   * Unless it is mounted, nothing was changed; where it was `lost` on the way, what had been read until then is in, and
   * nothing was taken for gone.
   */
  readonly state: StorageState | 'lost'
  readonly works: { readonly found: number; readonly added: number }
  readonly tracks: Readonly<Tally>
  readonly covers: number
  readonly archives: readonly FoundArchive[]
  /** The first thousand; `faultCount` is exact. */
  readonly faults: readonly Fault[]
  readonly faultCount: number
}

/** Each file counts once. */
export interface Tally {
  found: number
  added: number
  changed: number
  moved: number
  unchanged: number
  missing: number
  /** Gone too, but so many at once that none was marked missing. */
  held: number
}

/** A scan under way: the root is a real path. */
export interface Scan extends ScanInput {
  readonly storage: LocalStorage
  readonly storageKey: number
  readonly knownFiles: KnownFiles
  readonly sounds: SoundReader
  readonly faults: Faults
  readonly tally: Tally
  /** Whether a path, or a folder above it, could not be read. */
  readonly isUnreadable: (path: string) => boolean
  readonly factsOf: Walked['factsOf']
  /** Throws `StorageLost` once the root is not there any more. */
  readonly holdOn: () => void
}
