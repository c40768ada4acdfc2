/** Phase 3: one work's files, read only where they are new or changed. */
import { join } from 'node:path'
import { audioFormatOf } from '../media/formats.rules.ts'
import type { TrackRow } from '../media/tracks.store.ts'
import { type FoundWork, folderHolding } from './group.rules.ts'
import type { Scan } from './scan.ts'
import type { ReadSound } from './sounds/read-sound.ts'
import { type FileStat, statFile } from './stat-file.ts'
import type { SeenTrack } from './tracks.rules.ts'

export interface InspectedWork {
  readonly work: FoundWork
  /** In natural order. */
  readonly tracks: readonly SeenTrack[]
  /** What was known of the files before, by id. */
  readonly known: ReadonlyMap<string, TrackRow>
  /** From the tags of files that are new or changed. */
  readonly album: string | undefined
  readonly artists: readonly string[]
}

export async function inspectWork(scan: Scan, work: FoundWork): Promise<InspectedWork> {
  const seen: SeenFile[] = []
  const copies: string[] = []
  const heard = new Map<string, string>()
  for (const path of work.paths.filter(audioFormatOf)) {
    const file = await inspectFile(scan, path, (fingerprint) => {
      const first = heard.get(fingerprint)
      return first !== undefined && first !== folderHolding(work, path)
    })
    if (file === 'copy') copies.push(path)
    else if (file) {
      seen.push(file)
      heard.set(file.track.fingerprint, folderHolding(work, path))
    }
  }
  const tracks = seen.map(({ track }) => track)
  tellCopies(scan, work, { copies, tracks })
  if (tracks.length === 0) scan.faults.add(work.folder, 'nothingPlayable')
  return {
    work,
    tracks,
    known: new Map(seen.flatMap(({ row }) => (row ? [[row.id, row]] : []))),
    album: seen.find(({ album }) => album !== undefined)?.album,
    artists: [...new Set(seen.flatMap(({ artists }) => artists ?? []))].slice(0, maxArtists),
  }
}

/** A folder that holds nothing but copies is told once. */
function tellCopies(
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
 * Undefined where a fault was told; the row of a file that cannot be read, if any, stays as it is. A copy of what has been
 * heard in another folder of the work is told by whoever knows the whole.
 */
async function inspectFile(
  scan: Scan,
  path: string,
  isHeard: (fingerprint: string) => boolean,
): Promise<SeenFile | 'copy' | undefined> {
  const { ledger, faults, tally, sounds } = scan
  tally.found += 1
  const full = join(scan.root, path)
  const stat = statFile(full)
  const row = ledger.find(path)
  if (row && stat && isUnchanged(row, stat)) {
    tally.unchanged += 1
    return { row, track: { ...keptOf(row), path, stat } }
  }
  const sound = stat && (await sounds.sound(full))
  if (!stat || !sound) {
    faults.add(path, 'unreadable')
    return undefined
  }
  if (sound === 'changing') {
    faults.add(path, 'changing')
    return undefined
  }
  if (!row && isHeard(sound.fingerprint)) return 'copy'
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

function keep({ ledger, tally }: Scan, { path, row, sound }: ReadFile): SeenFile {
  const moved = row ? undefined : ledger.takeMoved(sound.fingerprint)
  tally[row ? 'changed' : moved ? 'moved' : 'added'] += 1
  const id = (row ?? moved)?.id ?? ledger.newId(path)
  const { stat, fingerprint, durationSeconds, album, artists } = sound
  return { row: row ?? moved, track: { id, path, stat, fingerprint, durationSeconds }, album, artists }
}

const isUnchanged = (row: TrackRow, stat: FileStat) =>
  row.size_bytes === stat.sizeBytes && row.modified_at === stat.modifiedAt

const keptOf = (row: TrackRow) => ({
  id: row.id,
  fingerprint: row.fingerprint,
  durationSeconds: row.duration_seconds,
})
