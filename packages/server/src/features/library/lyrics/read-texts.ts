/** Decodes and parses untrusted texts. Runs in a worker thread that can be terminated. */
import type { IAudioMetadata } from 'music-metadata'
import { extensionOf } from '../media/formats.rules.ts'
import { type Cue, collectCues, type Lyrics, plainLine } from './cues.rules.ts'
import { decodeTexts } from './decode-texts.ts'
import { languageOfCode, languageOfText } from './language.rules.ts'
import { languageOfPath } from './match.rules.ts'
import { parseLyrics } from './parse.rules.ts'

export interface TextFile {
  readonly path: string
  readonly bytes: Uint8Array
}

export interface ReadText {
  readonly path: string
  readonly parts: readonly Lyrics[]
  readonly isCut: boolean
}

/** Parses texts of one folder, which share the guess of an undeclared encoding. */
export function readTexts(files: readonly TextFile[]): ReadText[] {
  const texts = decodeTexts(files.map(({ bytes }) => bytes))
  return files.map(({ path }, at) => {
    const text = { text: texts[at] ?? '', extension: extensionOf(path), language: languageOfPath(path) }
    return { path, ...parseLyrics(text) }
  })
}

const maxTagsLength = 2 * 1024 * 1024
const maxTags = 8

/** Returns lyrics from the tags of an audio file: timed lines (SYLT), or text that may contain times (USLT, `LYRICS`). */
export function readEmbeddedTexts({ common }: Pick<IAudioMetadata, 'common'>): Lyrics[] {
  const found: Lyrics[] = []
  let left = maxTagsLength
  for (const { syncText, text, language, timeStampFormat } of (common.lyrics ?? []).slice(0, maxTags)) {
    const lang = language === undefined ? undefined : languageOfCode(language)
    // 2 means milliseconds. The other unit, MPEG frames, is not used in practice.
    const cues = timeStampFormat === 2 ? toTimedCues(syncText, left) : []
    if (cues.length > 0) {
      const said = cues.map((cue) => cue.text).join('\n')
      left = Math.max(0, left - said.length)
      const known = lang ?? languageOfText(said)
      found.push({ lang: known, kind: 'main', source: 'embedded', offsetMs: 0, isSynced: true, cues })
    } else if (text !== undefined) {
      const kept = text.slice(0, left)
      left -= kept.length
      found.push(...parseLyrics({ text: kept, extension: '', language: lang, isEmbedded: true }).parts)
    }
  }
  return found
}

function toTimedCues(
  lines: readonly { readonly text: string; readonly timestamp?: number }[],
  maxLetters: number,
): readonly Cue[] {
  const collected = collectCues()
  let left = maxLetters
  for (const { text, timestamp } of lines) {
    left -= text.length
    if (left < 0) break
    if (timestamp !== undefined) collected.add({ startMs: Math.round(timestamp), text: plainLine(text) })
  }
  return collected.finish().cues
}
