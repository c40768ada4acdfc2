/**
 * Chapters of tracks: those of the tags, else those of a cue sheet beside the sound, else of a text with times. What lies
 * beside it is read again where anything of it changed.
 */
import { parentOf } from '../../storages/path.rules.ts'
import { readTextFile } from '../lyrics/scan-texts.ts'
import type { WorkFileRow } from '../media/work-files.store.ts'
import type { Scan } from './scan.ts'
import type { FoundFiles } from './scan-files.ts'
import { chaptersBeside, type FileWithChapters, isChapterFile } from './sounds/beside.rules.ts'
import type { SoundFacts } from './sounds/sound-facts.ts'
import type { SeenTrack } from './tracks.rules.ts'

export interface ChaptersWanted {
  readonly tracks: readonly SeenTrack[]
  readonly files: FoundFiles | undefined
}

/** The facts of each track of these works, by its id. */
export async function scanChapters(
  scan: Scan,
  works: readonly ChaptersWanted[],
): Promise<ReadonlyMap<string, SoundFacts>> {
  const found = new Map<string, SoundFacts>()
  for (const { tracks, files } of works) {
    for (const { id, facts } of tracks) found.set(id, facts)
    const beside = (files?.rows ?? []).filter(({ path }) => isChapterFile(path, tracks))
    const unread = tracks.filter(({ facts }) => facts.chaptersFrom !== 'tags')
    const isOld =
      unread.some(({ embedded }) => embedded !== undefined) ||
      beside.some((row) => files?.changed.includes(row)) ||
      (files?.gone ?? []).some(({ path }) => isChapterFile(path, tracks))
    if (!isOld) continue
    const read = await readFiles(scan, beside)
    for (const track of unread)
      found.set(track.id, { ...track.facts, ...chaptersBeside(track, tracks, read) })
  }
  return found
}

/** Folder by folder, since texts of one share their encoding. */
async function readFiles(scan: Scan, rows: readonly WorkFileRow[]): Promise<FileWithChapters[]> {
  const read: FileWithChapters[] = []
  for (const some of Map.groupBy(rows, ({ path }) => parentOf(path)).values()) {
    const files = []
    for (const { path } of some) {
      const bytes = await readTextFile(scan, { path })
      if (bytes) files.push({ path, bytes })
    }
    read.push(...((files.length > 0 && (await scan.sounds.chapters(files))) || []))
  }
  return read
}
