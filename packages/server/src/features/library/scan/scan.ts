/** Every phase of a scan shares this. */
import type { LastScan } from '@koedana/contract/storages.ts'
import type { TaskWait } from '@koedana/contract/tasks.ts'
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Db } from '../../../db/schema.ts'
import type { ScanFault } from '../../../lib/messages/messages.rules.ts'
import { printablePath } from '../../../lib/printable.rules.ts'
import type { Storage } from '../../storages/storage.ts'
import type { FoundArchive } from './group.rules.ts'
import type { KnownFiles } from './known-files.ts'
import type { SoundReader, SoundReaderOptions } from './sounds/sound-reader.ts'
import { StorageLostError } from './storage-mark.ts'
import type { StorageState } from './storage-state.rules.ts'
import { isStorageRemoved } from './storages.store.ts'
import type { WalkedTree } from './walk.ts'

export interface ScanInput {
  readonly database: { readonly read: Db; readonly write: Db }
  /** Path of a local folder, or the identifier of the storage in the database. */
  readonly root: string
  /** A network storage; undefined for a local folder. */
  readonly remote?: Storage | undefined
  /** The scan was requested for an existing storage. If that is removed in the meantime, the scan must not add it again. */
  readonly isKnown?: boolean
  /** Age category for works that no source knows. */
  readonly unknownAge: AgeCategory
  readonly coversFolder: string
  /** The server's own files in this folder are not scanned. */
  readonly dataFolder?: string | undefined
  readonly now: () => Date
  /** Called with one line of the log at a time. */
  readonly report: (line: string) => void
  /** Called with the folder of each work, relative to the root, before it is inspected. */
  readonly onWork?: (folder: string) => void
  /** Called when the scan begins to wait for the storage, and with undefined when it continues. */
  readonly onWait?: ((wait: TaskWait | undefined) => void) | undefined
  /** Whether a person confirmed that all missing files are deleted, and that this is the right folder despite its mark. */
  readonly acceptsLoss?: boolean
  /**
   * Temporary folder for extracted tracks, deleted after the scan. If the scan's thread is terminated, the caller must delete it. By
   * default a new one is created.
   */
  readonly unpackedFolder?: string | undefined
  readonly soundReader?: SoundReaderOptions
}

export interface ScanSummary {
  /**
   * Nothing was changed unless the state is `mounted`. If the storage was `lost` during the scan, the works read until then are saved, and
   * no file was marked missing.
   */
  readonly state: StorageState | 'lost'
  /** `changed`: known before, and some of its files are new, changed or missing. `missing`: it lost its last file. */
  readonly works: LastScan['works']
  readonly tracks: Readonly<ScanCounts>
  readonly covers: number
  readonly archives: readonly FoundArchive[]
  readonly faults: readonly Fault[]
  readonly faultCount: number
}

/** Counts of files; each file counts once. */
export interface ScanCounts {
  found: number
  added: number
  changed: number
  moved: number
  unchanged: number
  missing: number
  /** Missing files that were not marked, because they are too many at once. */
  held: number
}

export interface Scan extends ScanInput {
  readonly storage: Storage
  readonly storageKey: number
  readonly knownFiles: KnownFiles
  readonly sounds: SoundReader
  readonly faults: Faults
  readonly tally: ScanCounts
  readonly isUnreadable: (path: string) => boolean
  readonly factsOf: WalkedTree['factsOf']
  readonly refOf: WalkedTree['refOf']
  readonly openedArchives: WalkedTree['openedArchives']
  readonly isDismissed: (path: string) => boolean
  /** Works as which undecided folders were ingested by the previous scan, by path. */
  readonly takenFor: ReadonlyMap<string, number>
  /** Works with present tracks in other storages. */
  readonly elsewhere: ReadonlySet<number>
  /** Works that lost files to another work or by an administrator's decision. */
  readonly forsaken: Set<number>
  /** Throws `StorageLostError` if the root is not accessible any more. */
  readonly holdOn: () => Promise<void>
}

/**
 * Throws `StorageLostError` if the storage was removed. Runs in a write transaction: the removal marks its files as missing, and files added
 * after that would stay.
 */
export async function assertNotRemoved(tx: Db, { storageKey }: Pick<Scan, 'storageKey'>): Promise<void> {
  if (await isStorageRemoved(tx, storageKey)) throw new StorageLostError()
}

/** Why a scan could not ingest something. The scan continues and reports it. */
export interface Fault {
  /** Path relative to the root. Control characters and invalid UTF-8 appear as U+FFFD. */
  readonly path: string
  readonly reason: ScanFault
}

/** Further faults are only counted. */
export const maxFaultsListed = 1000

export interface Faults {
  readonly add: (path: string, reason: ScanFault) => void
  readonly list: () => readonly Fault[]
  readonly count: () => number
}

export function collectFaults(): Faults {
  const kept: Fault[] = []
  let count = 0
  return {
    add: (path, reason) => {
      count += 1
      if (kept.length < maxFaultsListed) kept.push({ path: printablePath(path), reason })
    },
    list: () => kept,
    count: () => count,
  }
}

/** Records the paths of faults while passing them on. */
export interface RecordedFaults {
  readonly faults: Faults
  readonly isAny: () => boolean
  readonly has: (path: string) => boolean
}

export function recordFaults(faults: Faults): RecordedFaults {
  const paths = new Set<string>()
  const add: Faults['add'] = (path, reason) => {
    paths.add(path)
    faults.add(path, reason)
  }
  return { faults: { ...faults, add }, isAny: () => paths.size > 0, has: (path) => paths.has(path) }
}
