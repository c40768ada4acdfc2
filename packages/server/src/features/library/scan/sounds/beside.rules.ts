/** Finds the file beside a sound that has its chapters. */
import { lastPart, parentOf } from '../../../storages/path.rules.ts'
import { extensionOf } from '../../media/formats.rules.ts'
import type { ChaptersOfFile } from './chapter-texts.rules.ts'
import { type Chapter, orderedChapters } from './chapters.rules.ts'

export interface FileWithChapters {
  readonly path: string
  readonly files: readonly ChaptersOfFile[]
}

interface Sound {
  readonly path: string
  readonly durationSeconds: number | null
}

/** `トラックリスト.txt`, `tracklist.txt` and their kin. */
const listName = /track[ _-]?list|トラックリスト|曲目|目次|chapters?|チャプター|章节|章節/i

/**
 * Returns what says whether a file may hold chapters of one of these sounds. A plain text does under the name of one, or as a
 * list.
 */
export function chapterFilesOf(sounds: readonly Pick<Sound, 'path'>[]): (path: string) => boolean {
  let names: ReadonlySet<string> | undefined
  return (path) => {
    const extension = extensionOf(path)
    if (extension === 'cue') return true
    if (extension !== 'txt') return false
    names ??= new Set(sounds.map((sound) => nameOf(sound.path)))
    return listName.test(lastPart(path)) || names.has(nameOf(path))
  }
}

export interface ChaptersBeside {
  readonly chapters: readonly Chapter[]
  readonly chaptersFrom: 'cue' | 'text' | null
}

/** Returns what gives the chapters of each of these sounds. Those of the cue sheets count before those of texts. */
export function chaptersBeside(
  all: readonly Sound[],
  read: readonly FileWithChapters[],
): (sound: Sound) => ChaptersBeside {
  const soundsIn = Map.groupBy(all, ({ path }) => parentOf(path))
  const filesIn = Map.groupBy(read.map(namedFile), ({ folder }) => folder)
  return (sound) => {
    const folder = parentOf(sound.path)
    const named = { stem: stemOf(sound.path), isOnly: soundsIn.get(folder)?.length === 1 }
    for (const chaptersFrom of ['cue', 'text'] as const) {
      for (const file of filesIn.get(folder) ?? []) {
        const found = file.chaptersFrom === chaptersFrom ? partOf(file, named) : undefined
        const chapters = found ? orderedChapters(found.chapters, sound.durationSeconds) : []
        // A text that goes on behind the end of a sound is not of that one.
        const isOfSound =
          chaptersFrom === 'cue' || (found && endsWithin(found.chapters, sound.durationSeconds))
        if (chapters.length > 0 && isOfSound) return { chapters, chaptersFrom }
      }
    }
    return { chapters: [], chaptersFrom: null }
  }
}

/** They are in their order. */
const endsWithin = (chapters: readonly Chapter[], durationSeconds: number | null): boolean =>
  durationSeconds === null || (chapters.at(-1)?.startMs ?? 0) < durationSeconds * 1000

interface NamedFile {
  readonly folder: string
  readonly stem: string
  readonly chaptersFrom: 'cue' | 'text'
  /** `stem`: of the sound that a part names. */
  readonly parts: readonly { readonly stem: string | undefined; readonly chapters: readonly Chapter[] }[]
}

const namedFile = ({ path, files }: FileWithChapters): NamedFile => ({
  folder: parentOf(path),
  stem: stemOf(path),
  chaptersFrom: extensionOf(path) === 'cue' ? 'cue' : 'text',
  parts: files.map(({ file, chapters }) => ({
    stem: file === undefined ? undefined : stemOf(file.replaceAll('\\', '/')),
    chapters,
  })),
})

/** A cue sheet names its file, which may have been converted since; else names decide, or there is only one sound. */
const partOf = (
  file: NamedFile,
  { stem, isOnly }: { readonly stem: string; readonly isOnly: boolean },
): NamedFile['parts'][number] | undefined =>
  isOnly || file.stem === stem ? file.parts[0] : file.parts.find((part) => part.stem === stem)

const nameOf = (path: string): string => `${parentOf(path)}/${stemOf(path)}`

/** `a.wav.cue` and `a.cue` are both of `a.wav`. */
const stemOf = (path: string): string =>
  lastPart(path)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?:\.[a-z0-9]{1,5}){1,2}$/, '')
