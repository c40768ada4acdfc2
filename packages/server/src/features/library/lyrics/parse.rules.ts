/** A text as lyrics: which format it is, and which of its lines are spoken, translate or tell how to read. */
import { kanaOfRomaji } from '@koedana/catalogue/text/romaji.rules.ts'
import { parseAss } from './ass.rules.ts'
import { parseBlocks } from './blocks.rules.ts'
import { type Cue, type CueKind, collectCues, type Lyrics, type ParsedText, plainLine } from './cues.rules.ts'
import { languageOfText } from './language.rules.ts'
import { linesOf, parseLrc } from './lrc.rules.ts'

export interface TextToParse {
  readonly text: string
  /** By the file's extension; what is in the text counts for more. */
  readonly extension: string
  /** What the name of the file, or a tag, says of its language. */
  readonly language: string | undefined
  readonly isEmbedded?: boolean
}

export interface ParsedLyrics {
  /** Several where a file holds a language beside another. */
  readonly parts: readonly Lyrics[]
  readonly isCut: boolean
}

/** How much of a text tells its format. */
const lookedAt = 20_000

export function parseLyrics({ text, extension, language, isEmbedded }: TextToParse): ParsedLyrics {
  const parsed = parseText(text, extension)
  const source = isEmbedded ? 'embedded' : parsed.source
  const groups = parsed.isSynced ? splitByTime(parsed.cues) : [parsed.cues]
  const parts: Lyrics[] = []
  for (const cues of groups) {
    if (cues.length === 0) continue
    const main = parts[0]
    const lang = main ? otherLanguage(cues, main.lang) : (language ?? languageOfText(textOf(cues)))
    const kind: CueKind = main ? kindBeside(main.lang, lang, cues) : 'main'
    parts.push({ lang, kind, source, offsetMs: parsed.offsetMs, isSynced: parsed.isSynced, cues })
  }
  return { parts, isCut: parsed.isCut }
}

function parseText(text: string, extension: string): ParsedText {
  const head = text.slice(0, lookedAt)
  if (/^\ufeff?\s*WEBVTT/.test(head)) return parseBlocks(text, 'vtt')
  if (/^\s{0,9}\[(?:script info|events)\]/im.test(head)) return parseAss(text)
  if (/\d{1,2}:\d{1,2}[.,]\d{1,3}\s{0,9}-->/.test(head))
    return parseBlocks(text, extension === 'vtt' ? 'vtt' : 'srt')
  const lrc = parseLrc(text)
  if (lrc.cues.length > 0 && extension !== 'ass') return lrc
  return extension === 'txt' || extension === 'lrc' || extension === ''
    ? parsePlain(text)
    : { ...lrc, cues: [] }
}

function parsePlain(text: string): ParsedText {
  const collected = collectCues()
  for (const line of linesOf(text)) {
    if (collected.isFull()) {
      collected.cut()
      break
    }
    // What only tells of the song, as `[ar:…]`, is not spoken.
    if (!/^\s{0,9}\[[a-z#]{1,20}:/i.test(line)) collected.add({ startMs: 0, text: plainLine(line) })
  }
  return { source: 'txt', offsetMs: 0, isSynced: false, ...collected.finish() }
}

/** So much of all times must have the same number of lines, or they are not languages beside each other. */
const pairedShare = 0.6
const mostBeside = 3

/** Lines of equal time, as bilingual files have them, each with its like; a single line where pairs are the rule is the first. */
function splitByTime(cues: readonly Cue[]): Cue[][] {
  const moments: Cue[][] = []
  for (const cue of cues) {
    const last = moments.at(-1)
    if (last?.[0]?.startMs === cue.startMs) last.push(cue)
    else moments.push([cue])
  }
  const paired = moments.filter((moment) => moment.length > 1)
  if (moments.length < 2 || paired.length < moments.length * pairedShare) return [[...cues]]
  const groups: Cue[][] = Array.from({ length: mostBeside }, () => [])
  for (const moment of moments) {
    for (const [at, cue] of moment.entries()) groups[Math.min(at, mostBeside - 1)]?.push(cue)
  }
  return groups.filter((group) => group.length > 0)
}

const textOf = (cues: readonly Cue[]): string => {
  let text = ''
  for (const cue of cues) if (text.length < lookedAt) text += `${cue.text}\n`
  return text
}

function otherLanguage(cues: readonly Cue[], main: string): string {
  const text = textOf(cues)
  return isRomaji(text) && main === 'ja' ? 'ja-Latn' : languageOfText(text)
}

/** The same words in other letters are a reading. */
function kindBeside(main: string, lang: string, cues: readonly Cue[]): CueKind {
  if (lang === 'ja-Latn') return 'reading'
  if (main === 'ja' && lang === 'ja') return /\p{Script=Han}/u.test(textOf(cues)) ? 'main' : 'reading'
  return lang === main ? 'main' : 'translation'
}

function isRomaji(text: string): boolean {
  const words = text.slice(0, 2_000).match(/[a-zāīūēō'-]+/gi) ?? []
  const japanese = words.filter((word) => kanaOfRomaji(word) !== undefined)
  return (
    words.length > 0 &&
    !/[^\x20-\x7e\nāīūēō]/.test(text.slice(0, 2_000)) &&
    japanese.length >= words.length * 0.8
  )
}
