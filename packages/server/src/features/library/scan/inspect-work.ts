/** Phase 3: one work's files, read only where they are new or changed. */
import { workKeyOf } from '@koedana/contract/values.ts'
import { andThen, type FileFacts, type MaybePromise } from '../../storages/storage.ts'
import { audioFormatOf } from '../media/formats.rules.ts'
import type { TrackRow } from '../media/tracks.store.ts'
import { isInArchive } from './archives.ts'
import { type FoundWork, folderHolding } from './group.rules.ts'
import { findTracksOf } from './scan.store.ts'
import type { Scan } from './scan.ts'
import type { ReadSound } from './sounds/read-sound.ts'
import type { SoundReader } from './sounds/sound-reader.ts'
import { factsOfRow, readAsOf, type SeenTrack } from './tracks.rules.ts'

export interface InspectedWork {
  readonly work: FoundWork
  /** The tracks stand in natural order. */
  readonly tracks: readonly SeenTrack[]
  /** The rows of the files before, by id. */
  readonly known: ReadonlyMap<string, TrackRow>
  /** The album from the tags of files that are new or changed. */
  readonly album: string | undefined
  readonly artists: readonly string[]
  /** How many storages that were there before this one hold some of it. */
  readonly storagesBefore: number
}

/** A work whose files have been looked at: those that have to be read are being read. */
export interface BegunWork {
  readonly work: FoundWork
  readonly inspections: readonly FileInspection[]
  /** Its files in other storages. */
  readonly elsewhere: readonly TrackRow[]
}

interface FileInspection {
  readonly path: string
  /** The row of the file before. */
  readonly row: TrackRow | undefined
  /** The result is at hand where nothing has to be read. */
  readonly found: MaybePromise<Found>
}

/** It is undefined where the file cannot be read. */
type Found = { readonly unchanged: FileFacts } | ReadSound | 'changing' | 'copy' | undefined

/** Looks at the files of some works, whose sounds are then read while the works before them are being saved. */
export async function beginWorks(scan: Scan, works: readonly FoundWork[]): Promise<BegunWork[]> {
  const found = works.map((work) => ({ work, sounds: work.paths().filter(audioFormatOf) }))
  const rows = await scan.knownFiles.rowsOf(
    found.flatMap(({ sounds }) => sounds),
    works.flatMap(({ id }) => (id === undefined ? [] : [workKeyOf(id)])),
  )
  const others = await tracksElsewhere(scan, works)
  return found.map(({ work, sounds }) => {
    const elsewhere = (work.id !== undefined && others.get(workKeyOf(work.id))) || []
    const copies = Map.groupBy(elsewhere, ({ size_bytes }) => size_bytes)
    return {
      work,
      elsewhere,
      inspections: sounds.map((path) => {
        const row = rows.get(path)
        return { path, row, found: inspection(scan, { path, row, copies }) }
      }),
    }
  })
}

async function tracksElsewhere(
  { database, elsewhere, storageKey }: Scan,
  works: readonly FoundWork[],
): Promise<Map<number, TrackRow[]>> {
  const keys = works.flatMap(({ id }) => (id === undefined ? [] : [workKeyOf(id)]))
  const shared = keys.filter((key) => elsewhere.has(key))
  if (shared.length === 0) return new Map()
  const rows = await findTracksOf(database.write, shared)
  const others = rows.filter((row) => row.storage_key !== storageKey && row.missing_at === null)
  return Map.groupBy(others, ({ work_key }) => work_key)
}

interface Inspected extends Pick<FileInspection, 'path' | 'row'> {
  /** Files of the work in other storages, by size. */
  readonly copies: ReadonlyMap<number, readonly TrackRow[]>
}

const inspection = (
  { sounds: all, factsOf, openedArchives }: Scan,
  { path, row, copies }: Inspected,
): FileInspection['found'] =>
  andThen(factsOf(path), (facts): MaybePromise<Found> => {
    if (!facts) return undefined
    const likeness = row ? likenessOf(row, facts) : 'changed'
    if (likeness === 'same') return { unchanged: facts }
    const sounds = isInArchive(openedArchives, path) ? withFacts(all, facts) : withHash(all, facts)
    const alike = row ? undefined : copies.get(facts.sizeBytes)
    if (alike) return compareCopies(sounds, path, alike)
    return row && likeness === 'touched' ? compareEdges(sounds, path, row) : sounds.sound(path)
  })

type Reads = Pick<SoundReader, 'sound' | 'edges'>

/** The facts of an entry are those that its archive had when it was listed. */
const withFacts = (sounds: SoundReader, stat: FileFacts): Reads => withStat(sounds, () => stat)

/** An open file says nothing of its hash: its listing did, if it is still the file of the listing. */
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

/** A backup in another storage is not read whole at each scan. */
async function compareCopies(sounds: Reads, path: string, alike: readonly TrackRow[]): Promise<Found> {
  const seen = await sounds.edges(path)
  const isCopy = typeof seen === 'object' && alike.some(({ fingerprint }) => fingerprint === seen.fingerprint)
  return isCopy ? 'copy' : sounds.sound(path)
}

async function compareEdges(sounds: Reads, path: string, row: TrackRow): Promise<Found> {
  const seen = await sounds.edges(path)
  const isSame =
    typeof seen === 'object' &&
    seen.fingerprint === row.fingerprint &&
    likenessOf(row, seen.stat) !== 'changed'
  return isSame ? { unchanged: seen.stat } : sounds.sound(path)
}

/**
 * `touched`: it claims to be as it was, and yet something happened to it: it was moved, or its rights changed, or it was put
 * back from a backup, or something else replaced it that has its size and its time, which an ETag shows as well.
 */
function likenessOf(row: TrackRow, facts: FileFacts): 'same' | 'touched' | 'changed' {
  // More is read of a sound than was when it was read.
  if (row.read_as !== readAsOf(row.format)) return 'changed'
  if (row.size_bytes !== facts.sizeBytes || row.modified_at !== facts.modifiedAt) return 'changed'
  if (row.hash !== null && facts.hash !== undefined && row.hash !== facts.hash)
    return isOfBytes(row.hash, facts.hash) ? 'changed' : 'touched'
  if (row.changed_ms === null || facts.changedMs === null) return 'same'
  return row.changed_ms === facts.changedMs ? 'same' : 'touched'
}

/** Returns whether two hashes that differ are of other bytes: an ETag may be another one for the same. */
function isOfBytes(before: string, now: string): boolean {
  const [algorithm] = before.split(':', 1)
  return algorithm !== 'etag' && now.startsWith(`${algorithm}:`)
}

export async function inspectWork(
  scan: Scan,
  { work, inspections, elsewhere }: BegunWork,
): Promise<InspectedWork> {
  const seen: SeenFile[] = []
  const copies: string[] = []
  const folderByFingerprint = new Map<string, string>()
  const heardElsewhere = new Set(elsewhere.map(({ fingerprint }) => fingerprint))
  for (const inspection of inspections) {
    const folder = folderHolding(work, inspection.path)
    const file = await inspectFile(scan, inspection, (fingerprint) => {
      const first = folderByFingerprint.get(fingerprint)
      return heardElsewhere.has(fingerprint) || (first !== undefined && first !== folder)
    })
    if (file === 'copy') copies.push(inspection.path)
    else if (file) {
      seen.push(file)
      folderByFingerprint.set(file.track.fingerprint, folder)
    }
  }
  const tracks = seen.map(({ track }) => track)
  reportCopies(scan, work, { copies, tracks })
  // What lies in a folder that cannot be read is unknown, and the folder was reported for that.
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

/** A folder that holds nothing but copies is reported once. */
function reportCopies(
  { faults }: Scan,
  work: FoundWork,
  { copies, tracks }: { copies: readonly string[]; tracks: readonly SeenTrack[] },
): void {
  const used = new Set(tracks.map(({ path }) => folderHolding(work, path)))
  for (const [folder, paths] of Map.groupBy(copies, (path) => folderHolding(work, path))) {
    if (!used.has(folder)) faults.add(folder, 'copy')
    else for (const path of paths) faults.add(path, 'copy')
  }
}

/** More names than this are a list of credits, not a cast. */
const maxArtists = 12

interface SeenFile {
  readonly track: SeenTrack
  readonly row: TrackRow | undefined
  readonly album?: string | undefined
  readonly artists?: readonly string[]
}

/**
 * Returns undefined where a fault was reported; the row of a file that cannot be read, if any, stays as it is. A copy of what has been
 * heard in another folder of the work is reported by whoever knows the whole.
 */
async function inspectFile(
  scan: Scan,
  { path, row, found }: FileInspection,
  isKnown: (fingerprint: string) => boolean,
): Promise<SeenFile | 'copy' | undefined> {
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
    return row && { row, track: { ...keptOf(row), path, stat: sound.unchanged } }
  }
  if (!row && isKnown(sound.fingerprint)) return 'copy'
  if (sound.fault) faults.add(path, sound.fault)
  return isKept(sound, row) ? keep(scan, { path, row, sound }) : undefined
}

/** What is known as a sound stays one when it is damaged, though nothing that was said of it is true any more. */
const isKept = ({ fault }: ReadSound, row: TrackRow | undefined) =>
  fault === undefined || fault === 'overBudget' || row?.missing_at === null

interface ReadFile {
  readonly path: string
  readonly row: TrackRow | undefined
  readonly sound: ReadSound
}

async function keep({ knownFiles, tally }: Scan, { path, row, sound }: ReadFile): Promise<SeenFile> {
  const moved = row ? undefined : await knownFiles.takeMoved(sound.fingerprint)
  tally[row ? 'changed' : moved ? 'moved' : 'added'] += 1
  const id = (row ?? moved)?.id ?? (await knownFiles.newId(path))
  const { stat, fingerprint, durationSeconds, album, artists, embedded, facts } = sound
  const track = { id, path, stat, fingerprint, durationSeconds, embedded, facts }
  return { row: row ?? moved, track, album, artists }
}

const keptOf = (row: TrackRow) => ({
  id: row.id,
  fingerprint: row.fingerprint,
  durationSeconds: row.duration_seconds,
  facts: factsOfRow(row),
})
