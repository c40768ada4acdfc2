/** Scan phase 3: reads the new and changed files of a work. */
import { workKeyOf } from '@koedana/contract/values.ts'
import { andThen, type FileFacts, type MaybePromise } from '../../storages/storage.ts'
import { audioFormatOf } from '../media/formats.rules.ts'
import type { TrackRow } from '../media/tracks.store.ts'
import { isInArchive } from './archives.ts'
import { containingFolder, type WorkFolder } from './group.rules.ts'
import { findTracksOf } from './scan.store.ts'
import type { Scan } from './scan.ts'
import type { ReadSound } from './sounds/read-sound.ts'
import type { SoundReader } from './sounds/sound-reader.ts'
import { fromColumns, readerVersionOf, type ScannedTrack } from './tracks.rules.ts'

export interface InspectedWork {
  readonly work: WorkFolder
  readonly tracks: readonly ScannedTrack[]
  /** Previous rows of the files, by ID. */
  readonly known: ReadonlyMap<string, TrackRow>
  /** Album tag of new or changed files. */
  readonly album: string | undefined
  readonly artists: readonly string[]
  /** Number of storages with smaller keys that contain files of the work. */
  readonly storagesBefore: number
}

/** A work whose file facts are known, and whose files are being read where necessary. */
export interface PendingWork {
  readonly work: WorkFolder
  readonly inspections: readonly FileInspection[]
  readonly elsewhere: readonly TrackRow[]
}

interface FileInspection {
  readonly path: string
  readonly row: TrackRow | undefined
  /** Synchronous if nothing has to be read. */
  readonly found: MaybePromise<ReadResult>
}

type ReadResult = { readonly unchanged: FileFacts } | ReadSound | 'changing' | 'copy' | undefined

/** Begins to inspect works. Their files are read while the previous works are saved. */
export async function beginWorks(scan: Scan, works: readonly WorkFolder[]): Promise<PendingWork[]> {
  const found = works.map((work) => ({ work, sounds: work.paths().filter(audioFormatOf) }))
  const rows = await scan.knownFiles.rowsOf(
    found.flatMap(({ sounds }) => sounds),
    works.flatMap(({ id }) => (id === undefined ? [] : [workKeyOf(id)])),
  )
  const others = await findTracksElsewhere(scan, works)
  return found.map(({ work, sounds }) => {
    const elsewhere = (work.id !== undefined && others.get(workKeyOf(work.id))) || []
    const copies = Map.groupBy(elsewhere, ({ size_bytes }) => size_bytes)
    return {
      work,
      elsewhere,
      inspections: sounds.map((path) => {
        const row = rows.get(path)
        return { path, row, found: startInspection(scan, { path, row, copies }) }
      }),
    }
  })
}

async function findTracksElsewhere(
  { database, elsewhere, storageKey }: Scan,
  works: readonly WorkFolder[],
): Promise<Map<number, TrackRow[]>> {
  const keys = works.flatMap(({ id }) => (id === undefined ? [] : [workKeyOf(id)]))
  const shared = keys.filter((key) => elsewhere.has(key))
  if (shared.length === 0) return new Map()
  const rows = await findTracksOf(database.write, shared)
  const others = rows.filter((row) => row.storage_key !== storageKey && row.missing_at === null)
  return Map.groupBy(others, ({ work_key }) => work_key)
}

interface InspectionInput extends Pick<FileInspection, 'path' | 'row'> {
  /** Tracks of the work in other storages, by size in bytes. */
  readonly copies: ReadonlyMap<number, readonly TrackRow[]>
}

const startInspection = (
  { sounds: all, factsOf, openedArchives }: Scan,
  { path, row, copies }: InspectionInput,
): FileInspection['found'] =>
  andThen(factsOf(path), (facts): MaybePromise<ReadResult> => {
    if (!facts) return undefined
    const likeness = row ? compareFacts(row, facts) : 'changed'
    if (likeness === 'same') return { unchanged: facts }
    const sounds = isInArchive(openedArchives, path) ? withFixedStat(all, facts) : withHash(all, facts)
    const alike = row ? undefined : copies.get(facts.sizeBytes)
    if (alike) return compareCopies(sounds, path, alike)
    return row && likeness === 'touched' ? compareEdges(sounds, path, row) : sounds.sound(path)
  })

type Reads = Pick<SoundReader, 'sound' | 'edges'>

/** Entries of an archive have the facts of the archive when it was listed. */
const withFixedStat = (sounds: SoundReader, stat: FileFacts): Reads => withStat(sounds, () => stat)

/** Adds the hash from the listing, if the opened file is still the listed one. Opening a file does not return its hash. */
const withHash = (sounds: SoundReader, { hash, sizeBytes, modifiedAt }: FileFacts): Reads =>
  hash === undefined
    ? sounds
    : withStat(sounds, (stat) =>
        stat.sizeBytes === sizeBytes && stat.modifiedAt === modifiedAt ? { ...stat, hash } : stat,
      )

const withStat = ({ sound, edges }: Reads, statOf: (read: FileFacts) => FileFacts): Reads => ({
  sound: async (path) => {
    const read = await sound(path)
    return typeof read === 'object' ? { ...read, stat: statOf(read.stat) } : read
  },
  edges: async (path) => {
    const read = await edges(path)
    return typeof read === 'object' ? { ...read, stat: statOf(read.stat) } : read
  },
})

/** Compares only the edges of files with equal sizes, so that a backup in another storage is not read whole at each scan. */
async function compareCopies(sounds: Reads, path: string, alike: readonly TrackRow[]): Promise<ReadResult> {
  const seen = await sounds.edges(path)
  const isCopy = typeof seen === 'object' && alike.some(({ fingerprint }) => fingerprint === seen.fingerprint)
  return isCopy ? 'copy' : sounds.sound(path)
}

async function compareEdges(sounds: Reads, path: string, row: TrackRow): Promise<ReadResult> {
  const seen = await sounds.edges(path)
  const isSame =
    typeof seen === 'object' &&
    seen.fingerprint === row.fingerprint &&
    compareFacts(row, seen.stat) !== 'changed'
  return isSame ? { unchanged: seen.stat } : sounds.sound(path)
}

/**
 * Compares a file with its row. `touched`: size and time are equal, but the change time or hash differs: the file was moved, restored or
 * replaced by one with the same size and time, or its permissions changed.
 */
function compareFacts(row: TrackRow, facts: FileFacts): 'same' | 'touched' | 'changed' {
  // A newer version of the reader extracts more from this format.
  if (row.read_as !== readerVersionOf(row.format)) return 'changed'
  if (row.size_bytes !== facts.sizeBytes || row.modified_at !== facts.modifiedAt) return 'changed'
  if (row.hash !== null && facts.hash !== undefined && row.hash !== facts.hash)
    return provesChange(row.hash, facts.hash) ? 'changed' : 'touched'
  if (row.changed_ms === null || facts.changedMs === null) return 'same'
  return row.changed_ms === facts.changedMs ? 'same' : 'touched'
}

/** Returns whether differing hashes prove different content. ETags may differ for equal content. */
function provesChange(before: string, now: string): boolean {
  const [algorithm] = before.split(':', 1)
  return algorithm !== 'etag' && now.startsWith(`${algorithm}:`)
}

/** Waits for the files of a work, and reports faults and copies. */
export async function inspectWork(
  scan: Scan,
  { work, inspections, elsewhere }: PendingWork,
): Promise<InspectedWork> {
  const seen: InspectedFile[] = []
  const copies: string[] = []
  const folderByFingerprint = new Map<string, string>()
  const fingerprintsElsewhere = new Set(elsewhere.map(({ fingerprint }) => fingerprint))
  for (const inspection of inspections) {
    const folder = containingFolder(work, inspection.path)
    const file = await inspectFile(scan, inspection, (fingerprint) => {
      const first = folderByFingerprint.get(fingerprint)
      return fingerprintsElsewhere.has(fingerprint) || (first !== undefined && first !== folder)
    })
    if (file === 'copy') copies.push(inspection.path)
    else if (file) {
      seen.push(file)
      folderByFingerprint.set(file.track.fingerprint, folder)
    }
  }
  const tracks = seen.map(({ track }) => track)
  reportCopies(scan, work, { copies, tracks })
  // Files in an unreadable folder are unknown; the folder has been reported already.
  if (tracks.length === 0 && copies.length === 0 && !scan.isUnreadable(work.folder))
    scan.faults.add(work.folder, 'nothingPlayable')
  return {
    work,
    tracks,
    known: new Map(seen.flatMap(({ row }) => (row ? [[row.id, row]] : []))),
    album: seen.find(({ album }) => album !== undefined)?.album,
    artists: [...new Set(seen.flatMap(({ artists }) => artists ?? []))].slice(0, maxArtists),
    storagesBefore: new Set(
      elsewhere.flatMap(({ storage_key }) => (storage_key < scan.storageKey ? [storage_key] : [])),
    ).size,
  }
}

/** Reports a folder that contains only copies once, otherwise each copy. */
function reportCopies(
  { faults }: Scan,
  work: WorkFolder,
  { copies, tracks }: { copies: readonly string[]; tracks: readonly ScannedTrack[] },
): void {
  const used = new Set(tracks.map(({ path }) => containingFolder(work, path)))
  for (const [folder, paths] of Map.groupBy(copies, (path) => containingFolder(work, path))) {
    if (!used.has(folder)) faults.add(folder, 'copy')
    else for (const path of paths) faults.add(path, 'copy')
  }
}

/** Longer lists are credits, not a cast. */
const maxArtists = 12

interface InspectedFile {
  readonly track: ScannedTrack
  readonly row: TrackRow | undefined
  readonly album?: string | undefined
  readonly artists?: readonly string[]
}

/**
 * Returns undefined if the file was reported as a fault; the row of an unreadable file stays as it is. Returns `copy` for audio that is
 * already in another folder of the work, which the caller reports.
 */
async function inspectFile(
  scan: Scan,
  { path, row, found }: FileInspection,
  isKnown: (fingerprint: string) => boolean,
): Promise<InspectedFile | 'copy' | undefined> {
  const { faults, tally } = scan
  tally.found += 1
  const sound = found instanceof Promise ? await found : found
  if (sound === 'copy') return sound
  if (sound === undefined || sound === 'changing') {
    faults.add(path, sound ?? 'unreadable')
    return undefined
  }
  if ('unchanged' in sound) {
    tally.unchanged += 1
    return row && { row, track: { ...toStoredTrack(row), path, stat: sound.unchanged } }
  }
  if (!row && isKnown(sound.fingerprint)) return 'copy'
  if (sound.fault) faults.add(path, sound.fault)
  return shouldKeep(sound, row) ? keepFile(scan, { path, row, sound }) : undefined
}

/** A known track stays a track when its file is corrupted, although its metadata is no longer valid. */
const shouldKeep = ({ fault }: ReadSound, row: TrackRow | undefined) =>
  fault === undefined || fault === 'overBudget' || row?.missing_at === null

interface FileToKeep {
  readonly path: string
  readonly row: TrackRow | undefined
  readonly sound: ReadSound
}

async function keepFile(
  { knownFiles, tally }: Scan,
  { path, row, sound }: FileToKeep,
): Promise<InspectedFile> {
  const moved = row ? undefined : await knownFiles.takeMoved(sound.fingerprint)
  tally[row ? 'changed' : moved ? 'moved' : 'added'] += 1
  const id = (row ?? moved)?.id ?? (await knownFiles.newId(path))
  const { stat, fingerprint, durationSeconds, album, artists, embedded, facts } = sound
  const track = { id, path, stat, fingerprint, durationSeconds, embedded, facts }
  return { row: row ?? moved, track, album, artists }
}

const toStoredTrack = (row: TrackRow) => ({
  id: row.id,
  fingerprint: row.fingerprint,
  durationSeconds: row.duration_seconds,
  facts: fromColumns(row),
})
