/** Every phase of a scan shares this. */
import type { LastScan } from '@koedana/contract/storages.ts'
import type { TaskWait } from '@koedana/contract/tasks.ts'
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Db } from '../../../db/schema.ts'
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
  /** `changed`: known before, and some of its files are new, changed or missing. `missing`: it lost its last file. */
  readonly works: LastScan['works']
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

/** Says why a scan could not ingest something: it goes on, and reports. */
export const faultSentences = {
  unreadable: 'cannot be read',
  away: 'could not be reached; known files are kept',
  linkAgain: 'the storage has to be linked again; known files are kept',
  rateLimited: 'the storage limits requests; known files are kept',
  wrongAnswer: 'the storage returned an invalid response; known files are kept',
  invalidName: 'its name is not valid UTF-8',
  notPlain: 'is not a regular file',
  brokenLink: 'is a link to a missing file',
  linkOutside: 'is a link to a place outside of the folder',
  linkLoop: 'is a link to a folder above it',
  linkCounted: 'is a link to something that is already counted',
  tooDeep: 'is in too many nested folders',
  empty: 'is empty',
  notAudio: 'is not audio despite its name',
  brokenAudio: 'is damaged audio',
  overBudget: 'took too long to read; kept without tags and length',
  formatUnplayable: 'is in a format that browsers cannot play; convert it to listen',
  nothingPlayable: 'contains nothing that can be played',
  changing: 'is still being written; scan again later',
  copy: 'the same audio is already in another folder of the work, in this storage or another one',
  archiveUnread: 'is an archive or part of an archive that cannot be read; extract it to listen',
  archiveEntry: 'cannot be extracted: encrypted, nested, or with an unsafe name',
  brokenPicture: 'is not a readable image',
  lyricsTooLarge: 'is too large for subtitles; not read',
  lyricsCut: 'contains too many lines for subtitles; the beginning is kept',
  lyricsEmpty: 'contains no subtitles',
  chaptersCut: 'has too many chapters; the first ones are kept',
} as const

export type FaultReason = keyof typeof faultSentences

export interface Fault {
  /** The path below the storage's root; control characters, and bytes that are no text, show as U+FFFD. */
  readonly path: string
  readonly reason: FaultReason
}

/** So many are kept; the count is exact. */
export const maxFaultsKept = 1000

export interface Faults {
  readonly add: (path: string, reason: FaultReason) => void
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
