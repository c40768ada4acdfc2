/** Every phase of a scan shares this. */
import type { TaskWait } from '@koedana/contract/tasks.ts'
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Db } from '../../../db/schema.ts'
import type { ScanFault } from '../../../lib/messages/messages.rules.ts'
import { printablePath } from '../../../lib/printable.rules.ts'
import type { Storage } from '../../storages/storage.ts'
import type { FoundArchive } from './group.rules.ts'
import type { KnownFiles } from './known-files.ts'
import type { SoundReader, SoundReaderOptions } from './sounds/sound-reader.ts'
import { StorageLost } from './storage-mark.ts'
import type { StorageState } from './storage-state.rules.ts'
import { isStorageRemoved } from './storages.store.ts'
import type { Walked } from './walk.ts'

export interface ScanInput {
  readonly database: { readonly read: Db; readonly write: Db }
  /** A folder of this machine, or what the database knows the storage by. */
  readonly root: string
  /** A storage of the network; the folder itself without it. */
  readonly remote?: Storage | undefined
  /** Somebody ordered it of a storage that there was: one that is removed meanwhile stays removed. */
  readonly isKnown?: boolean
  /** The age of works here that no source knows. */
  readonly unknownAge: AgeCategory
  readonly coversFolder: string
  /** Nothing that the server keeps there is taken in. */
  readonly dataFolder?: string | undefined
  readonly now: () => Date
  /** Takes one line of plain words at a time. */
  readonly report: (line: string) => void
  /** Called with the folder of each work, below the root, as it is inspected. */
  readonly onWork?: (folder: string) => void
  /** Called when the scan begins to wait for the storage, and with undefined when it goes on. */
  readonly onWait?: ((wait: TaskWait | undefined) => void) | undefined
  /** Somebody has looked: what is gone is gone, however much, and this is the folder, whatever its mark. */
  readonly acceptsLoss?: boolean
  /** Sounds of archives are unpacked there, and gone with the scan. Whoever ends it removes it; one of its own without it. */
  readonly unpackedFolder?: string | undefined
  /** The bounds of reading one sound; the usual without it. */
  readonly soundReader?: SoundReaderOptions
}

export interface ScanSummary {
  /**
   * Nothing was changed unless it is mounted; where it was `lost` on the way, what had been read until then is in, and
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
  readonly storage: Storage
  readonly storageKey: number
  readonly knownFiles: KnownFiles
  readonly sounds: SoundReader
  readonly faults: Faults
  readonly tally: Tally
  /** Returns whether a path, or a folder above it, could not be read. */
  readonly isUnreadable: (path: string) => boolean
  readonly factsOf: Walked['factsOf']
  readonly refOf: Walked['refOf']
  readonly openedArchives: Walked['openedArchives']
  /** Returns whether an administrator does not want this file to be read. */
  readonly isDismissed: (path: string) => boolean
  /** The own works that folders were taken for at the scan before, by path. */
  readonly takenFor: ReadonlyMap<string, number>
  /** Works that can be played from another storage too. */
  readonly elsewhere: ReadonlySet<number>
  /** Works that files were taken from, by another work or by somebody's wish. */
  readonly forsaken: Set<number>
  /** Throws `StorageLost` once the root is not there any more. */
  readonly holdOn: () => Promise<void>
}

/**
 * Throws `StorageLost` in a transaction that has its turn to write where the storage was removed meanwhile: its files are let
 * go of, and one that a scan added behind that would stay.
 */
export async function refuseRemoved(tx: Db, { storageKey }: Pick<Scan, 'storageKey'>): Promise<void> {
  if (await isStorageRemoved(tx, storageKey)) throw new StorageLost()
}

/** Why a scan could not ingest something. The scan continues and reports it. */
export interface Fault {
  /** The path below the storage's root; control characters, and bytes that are no text, show as U+FFFD. */
  readonly path: string
  readonly reason: ScanFault
}

/** So many are kept; the count is exact. */
export const maxFaultsKept = 1000

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
      if (kept.length < maxFaultsKept) kept.push({ path: printablePath(path), reason })
    },
    list: () => kept,
    count: () => count,
  }
}

/** Faults that are handed on, and of which it is remembered where they were. */
export interface WatchedFaults {
  readonly faults: Faults
  readonly isAny: () => boolean
  readonly has: (path: string) => boolean
}

export function watchFaults(faults: Faults): WatchedFaults {
  const paths = new Set<string>()
  const add: Faults['add'] = (path, reason) => {
    paths.add(path)
    faults.add(path, reason)
  }
  return { faults: { ...faults, add }, isAny: () => paths.size > 0, has: (path) => paths.has(path) }
}
