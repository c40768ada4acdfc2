/** Assigns chapter files to the tracks next to them. */
import { lastPart, parentOf } from '../../../storages/path.rules.ts'
import { extensionOf } from '../../media/formats.rules.ts'
import type { ChaptersOfFile } from './chapter-texts.rules.ts'
import { type Chapter, orderedChapters } from './chapters.rules.ts'

export interface ChapterFile {
  readonly path: string
  readonly files: readonly ChaptersOfFile[]
}

interface TrackFile {
  readonly path: string
  readonly durationSeconds: number | null
}

/** Matches `トラックリスト.txt`, `tracklist.txt` and similar names. */
const trackListName = /track[ _-]?list|トラックリスト|曲目|目次|chapters?|チャプター|章节|章節/i

/**
 * Returns a function that tells whether a file may contain chapters of the tracks: a cue sheet, or a `.txt` file with the name of a track
 * or of a track list.
 */
export function createChapterFileMatcher(
  sounds: readonly Pick<TrackFile, 'path'>[],
): (path: string) => boolean {
  let names: ReadonlySet<string> | undefined
  return (path) => {
    const extension = extensionOf(path)
    if (extension === 'cue') return true
    if (extension !== 'txt') return false
    names ??= new Set(sounds.map((sound) => nameOf(sound.path)))
    return trackListName.test(lastPart(path)) || names.has(nameOf(path))
  }
}

export interface ChaptersWithSource {
  readonly chapters: readonly Chapter[]
  readonly chaptersFrom: 'cue' | 'text' | null
}

/** Returns a function that finds the chapters of a track. Cue sheets take precedence over texts. */
export function createChapterLookup(
  all: readonly TrackFile[],
  read: readonly ChapterFile[],
): (sound: TrackFile) => ChaptersWithSource {
  const soundsIn = Map.groupBy(all, ({ path }) => parentOf(path))
  const filesIn = Map.groupBy(read.map(toNamedFile), ({ folder }) => folder)
  return (sound) => {
    const folder = parentOf(sound.path)
    const named = { stem: stemOf(sound.path), isOnly: soundsIn.get(folder)?.length === 1 }
    for (const chaptersFrom of ['cue', 'text'] as const) {
      for (const file of filesIn.get(folder) ?? []) {
        const found = file.chaptersFrom === chaptersFrom ? findPart(file, named) : undefined
        const chapters = found ? orderedChapters(found.chapters, sound.durationSeconds) : []
        // A text with times after the end of the track belongs to another one.
        const isOfSound =
          chaptersFrom === 'cue' || (found && endsWithin(found.chapters, sound.durationSeconds))
        if (chapters.length > 0 && isOfSound) return { chapters, chaptersFrom }
      }
    }
    return { chapters: [], chaptersFrom: null }
  }
}

/** `chapters` must be sorted. */
const endsWithin = (chapters: readonly Chapter[], durationSeconds: number | null): boolean =>
  durationSeconds === null || (chapters.at(-1)?.startMs ?? 0) < durationSeconds * 1000

interface NamedChapterFile {
  readonly folder: string
  readonly stem: string
  readonly chaptersFrom: 'cue' | 'text'
  /** `stem`: base name of the audio file that a part names. */
  readonly parts: readonly { readonly stem: string | undefined; readonly chapters: readonly Chapter[] }[]
}

const toNamedFile = ({ path, files }: ChapterFile): NamedChapterFile => ({
  folder: parentOf(path),
  stem: stemOf(path),
  chaptersFrom: extensionOf(path) === 'cue' ? 'cue' : 'text',
  parts: files.map(({ file, chapters }) => ({
    stem: file === undefined ? undefined : stemOf(file.replaceAll('\\', '/')),
    chapters,
  })),
})

/** A cue sheet names its audio file, which may have been converted since. Otherwise the names decide, or the track is the only one. */
const findPart = (
  file: NamedChapterFile,
  { stem, isOnly }: { readonly stem: string; readonly isOnly: boolean },
): NamedChapterFile['parts'][number] | undefined =>
  isOnly || file.stem === stem ? file.parts[0] : file.parts.find((part) => part.stem === stem)

const nameOf = (path: string): string => `${parentOf(path)}/${stemOf(path)}`

/** Reduces `a.wav.cue` and `a.cue` to the base name of `a.wav`. */
const stemOf = (path: string): string =>
  lastPart(path)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?:\.[a-z0-9]{1,5}){1,2}$/, '')
