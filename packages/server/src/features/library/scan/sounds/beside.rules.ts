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
 * Returns whether a file may hold chapters of one of these sounds. A plain text does under the name of one, or as a list.
 */
export function isChapterFile(path: string, sounds: readonly Pick<Sound, 'path'>[]): boolean {
  const extension = extensionOf(path)
  if (extension === 'cue') return true
  if (extension !== 'txt') return false
  return listName.test(lastPart(path)) || sounds.some((sound) => areNamedAlike(sound.path, path))
}

/** Those of the cue sheets count before those of texts. */
export function chaptersBeside(
  sound: Sound,
  all: readonly Sound[],
  read: readonly FileWithChapters[],
): { readonly chapters: readonly Chapter[]; readonly chaptersFrom: 'cue' | 'text' | null } {
  for (const chaptersFrom of ['cue', 'text'] as const) {
    const files = read.filter(({ path }) => (extensionOf(path) === 'cue') === (chaptersFrom === 'cue'))
    for (const file of files) {
      const found = file.files.find((one) => isOf({ ...one, path: file.path }, sound, all))
      const chapters = found ? orderedChapters(found.chapters, sound.durationSeconds) : []
      // A text that goes on behind the end of a sound is not of that one.
      const isOfSound = chaptersFrom === 'cue' || (found && endsWithin(found.chapters, sound.durationSeconds))
      if (chapters.length > 0 && isOfSound) return { chapters, chaptersFrom }
    }
  }
  return { chapters: [], chaptersFrom: null }
}

/** They are in their order. */
const endsWithin = (chapters: readonly Chapter[], durationSeconds: number | null): boolean =>
  durationSeconds === null || (chapters.at(-1)?.startMs ?? 0) < durationSeconds * 1000

/** A cue sheet names its file, which may have been converted since; else names decide, or there is only one sound. */
function isOf(
  { path, file }: { readonly path: string; readonly file: string | undefined },
  sound: Sound,
  all: readonly Sound[],
): boolean {
  if (parentOf(path) !== parentOf(sound.path)) return false
  if (file !== undefined && stemOf(lastPart(file.replaceAll('\\', '/'))) === stemOf(sound.path)) return true
  if (areNamedAlike(path, sound.path)) return true
  return all.filter((one) => parentOf(one.path) === parentOf(path)).length === 1
}

const areNamedAlike = (a: string, b: string): boolean =>
  parentOf(a) === parentOf(b) && stemOf(a) === stemOf(b)

/** `a.wav.cue` and `a.cue` are both of `a.wav`. */
const stemOf = (path: string): string =>
  lastPart(path)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?:\.[a-z0-9]{1,5}){1,2}$/, '')
