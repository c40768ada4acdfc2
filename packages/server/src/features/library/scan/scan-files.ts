/**
 * Scans files that are not audio, of which only the facts are read. Chapters of tracks come from the tags, otherwise from a cue sheet next
 * to the track, otherwise from a text with times. Changed texts are read again.
 */
import { writeInTurn } from '../../../db/changes.ts'
import { chunksOf } from '../../../db/statements.ts'
import { printableName } from '../../../lib/printable.rules.ts'
import { parentOf } from '../../storages/path.rules.ts'
import type { FileFacts } from '../../storages/storage.ts'
import type { TextFile } from '../lyrics/read-texts.ts'
import { readTextFile } from '../lyrics/scan-texts.ts'
import { audioFormatOf } from '../media/formats.rules.ts'
import { deleteFiles, listStoredFiles, saveFiles, type WorkFileRow } from '../media/work-files.store.ts'
import { pathInWork, type WorkFolder } from './group.rules.ts'
import { hashId } from './known-files.ts'
import { findKnownKeys } from './scan.store.ts'
import { assertNotRemoved, type Scan } from './scan.ts'
import {
  type ChapterFile,
  createChapterFileMatcher,
  createChapterLookup,
} from './sounds/chapter-files.rules.ts'
import { type Chapter, maxChapters } from './sounds/chapters.rules.ts'
import type { SoundFacts } from './sounds/sound-facts.ts'
import type { ScannedTrack } from './tracks.rules.ts'

interface WorkToScan {
  readonly key: number
  readonly work: WorkFolder
  readonly tracks: readonly ScannedTrack[]
}

/** Safety limit: a folder with more files is a collection, not a work. */
const maxFiles = 5_000

export interface FileChanges {
  readonly rows: readonly WorkFileRow[]
  readonly changed: readonly WorkFileRow[]
  readonly gone: readonly WorkFileRow[]
}

/** Returns the files by work key. Works without tracks have none (`deleteStrayFiles`). */
export async function findFiles(
  scan: Scan,
  works: readonly WorkToScan[],
): Promise<ReadonlyMap<number, FileChanges>> {
  const worksWithTracks = works.filter(({ tracks }) => tracks.length > 0)
  const keys = worksWithTracks.map(({ key }) => key)
  const known = Map.groupBy(
    await listStoredFiles(scan.database.write, scan.storageKey, keys),
    (row) => row.work_key,
  )
  const found = new Map<number, FileChanges>()
  for (const one of worksWithTracks) {
    const before = new Map(known.get(one.key)?.map((row) => [row.id, row]))
    const rows = await createRows(scan, one)
    const changed = rows.filter((row) => !isSameFile(before.get(row.id), row))
    for (const { id } of rows) before.delete(id)
    const gone = [...before.values()].filter(({ path }) => !scan.isUnreadable(path))
    found.set(one.key, { rows, changed, gone })
  }
  return found
}

/** Writes the found files. Their works must be written first. */
export async function writeFiles(scan: Scan, found: Iterable<FileChanges>): Promise<void> {
  const all = [...found]
  const [changed, gone] = [all.flatMap((one) => one.changed), all.flatMap((one) => one.gone)]
  if (changed.length === 0 && gone.length === 0) return
  await writeInTurn(scan.database.write, async (tx) => {
    await assertNotRemoved(tx, scan)
    const there = await findKnownKeys(tx, [...new Set(changed.map((row) => row.work_key))])
    await saveFiles(
      tx,
      changed.filter((row) => there.has(row.work_key)),
    )
    await deleteFiles(tx, gone)
  })
}

async function createRows(scan: Scan, { key, work }: WorkToScan): Promise<WorkFileRow[]> {
  const rows: WorkFileRow[] = []
  const paths = work.paths().filter((path) => audioFormatOf(path) === undefined)
  for (const path of paths.slice(0, maxFiles)) {
    const facts = await scan.factsOf(path)
    if (facts) rows.push(createRow(scan, { key, work, path, facts, position: rows.length }))
  }
  return rows
}

interface WorkFileFacts {
  readonly key: number
  readonly work: WorkFolder
  readonly path: string
  readonly facts: FileFacts
  readonly position: number
}

function createRow({ storageKey }: Scan, { key, work, path, facts, position }: WorkFileFacts): WorkFileRow {
  return {
    // `file` keeps the ID distinct from that of a track at the same path.
    id: hashId(['file', storageKey, path]),
    work_key: key,
    storage_key: storageKey,
    path,
    folder: printableName(parentOf(pathInWork(work, path))),
    position,
    size_bytes: facts.sizeBytes,
    modified_at: facts.modifiedAt,
    changed_ms: facts.changedMs,
  }
}

/** Change times are not shown anywhere, so they do not count as a change. */
const isSameFile = (known: WorkFileRow | undefined, row: WorkFileRow): boolean =>
  known !== undefined &&
  known.work_key === row.work_key &&
  known.folder === row.folder &&
  known.position === row.position &&
  known.size_bytes === row.size_bytes &&
  known.modified_at === row.modified_at

export interface ChapterRequest {
  readonly tracks: readonly ScannedTrack[]
  readonly files: FileChanges | undefined
}

/** Returns the facts of each track with its chapters, by track ID. */
export async function scanChapters(
  scan: Scan,
  works: readonly ChapterRequest[],
): Promise<ReadonlyMap<string, SoundFacts>> {
  const found = new Map<string, SoundFacts>()
  for (const { tracks, files } of works) {
    for (const { id, facts } of tracks) found.set(id, facts)
    const isChapterFile = createChapterFileMatcher(tracks)
    const chapterFiles = (files?.rows ?? [])
      .filter(({ path }) => isChapterFile(path))
      .slice(0, maxChapterFiles)
    const unread = tracks.filter(({ facts }) => facts.chaptersFrom !== 'tags')
    const isOld =
      unread.some(({ embedded }) => embedded !== undefined) ||
      chapterFiles.some((row) => files?.changed.includes(row)) ||
      (files?.gone ?? []).some(({ path }) => isChapterFile(path))
    if (!isOld) continue
    const chaptersOf = createChapterLookup(tracks, await readFiles(scan, chapterFiles))
    for (const track of unread) found.set(track.id, { ...track.facts, ...chaptersOf(track) })
  }
  return found
}

/** No work has more tracks than this. */
const maxChapterFiles = 1_000
/** Several times the size of the maximum number of chapters, since a script may be longer. */
const maxChapterBytes = 256 * 1024
const filesPerBatch = 50

/** Reads folder by folder, since the texts of a folder share their encoding. */
async function readFiles(scan: Scan, rows: readonly WorkFileRow[]): Promise<ChapterFile[]> {
  const read: ChapterFile[] = []
  for (const inFolder of Map.groupBy(rows, ({ path }) => parentOf(path)).values()) {
    for (const some of chunksOf(inFolder, filesPerBatch)) {
      const files: TextFile[] = []
      for (const { path } of some) {
        const bytes = await readTextFile(scan, path, maxChapterBytes)
        if (bytes) files.push({ path, bytes })
      }
      read.push(...(files.length > 0 ? await parseFiles(scan, files) : []))
    }
  }
  return read
}

/** Parses files in the worker thread. If that was terminated, parses the files one by one to find the one at fault. */
async function parseFiles(scan: Scan, files: readonly TextFile[]): Promise<readonly ChapterFile[]> {
  const read = await scan.sounds.chapters(files)
  if (!read && files.length > 1) {
    const each: ChapterFile[] = []
    for (const file of files) each.push(...(await parseFiles(scan, [file])))
    return each
  }
  if (!read) for (const { path } of files) scan.faults.add(path, 'overBudget')
  return (read ?? []).map(({ path, files: parts }) => {
    if (parts.some(({ chapters }) => chapters.length > maxChapters)) scan.faults.add(path, 'chaptersCut')
    return { path, files: parts.map((part) => ({ ...part, chapters: limitChapters(part.chapters) })) }
  })
}

/** Keeps the last chapter too, since it shows where the text ends. */
const limitChapters = (chapters: readonly Chapter[]): readonly Chapter[] =>
  chapters.length > maxChapters ? [...chapters.slice(0, maxChapters), ...chapters.slice(-1)] : chapters
