/** Decodes and parses the chapters that stand in texts: what the killable thread does with them. */
import { decodeTexts } from '../../lyrics/decode-texts.ts'
import type { TextFile } from '../../lyrics/read-texts.ts'
import { extensionOf } from '../../media/formats.rules.ts'
import type { FileWithChapters } from './beside.rules.ts'
import { readCueSheet, readTimedText } from './chapter-texts.rules.ts'

/** Texts of one folder, which share what they do not tell of their encoding. */
export function readChapters(files: readonly TextFile[]): FileWithChapters[] {
  const texts = decodeTexts(files.map(({ bytes }) => bytes))
  return files.map(({ path }, at) => {
    const text = texts[at] ?? ''
    if (extensionOf(path) === 'cue') return { path, files: readCueSheet(text) }
    return { path, files: [{ file: undefined, chapters: readTimedText(text) }] }
  })
}
