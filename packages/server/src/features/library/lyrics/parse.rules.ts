/** Parses a text as lyrics: detects the format, and which lines are the main text, a translation or a reading. */
import { kanaOfRomaji } from '@koedana/catalogue/text/romaji.rules.ts'
import { parseAss } from './ass.rules.ts'
import {
  type Cue,
  type CueKind,
  collectCues,
  type Lyrics,
  type ParsedText,
  plainLine,
  plainText,
  timeOf,
  type Word,
} from './cues.rules.ts'
import { languageOfText } from './language.rules.ts'
import { parseLrc, splitLines } from './lrc.rules.ts'

export interface TextToParse {
  readonly text: string
  /** File extension. The content takes precedence over it. */
  readonly extension: string
  readonly language: string | undefined
  readonly isEmbedded?: boolean
}

export interface ParsedLyrics {
  readonly parts: readonly Lyrics[]
  readonly isCut: boolean
}

/** Number of characters that are inspected to detect the format and language. */
const maxInspectedLength = 20_000

export function parseLyrics({ text, extension, language, isEmbedded }: TextToParse): ParsedLyrics {
  const parsed = parseText(text, extension)
  const source = isEmbedded ? 'embedded' : parsed.source
  const groups = parsed.isSynced ? splitLanguages(parsed.cues) : [parsed.cues]
  const parts: Lyrics[] = []
  for (const cues of groups) {
    if (cues.length === 0) continue
    const main = parts[0]
    const lang = main ? detectPartLanguage(cues, main.lang) : (language ?? languageOfText(textOf(cues)))
    const kind: CueKind = main ? kindOfPart(main.lang, lang, cues) : 'main'
    parts.push({ lang, kind, source, offsetMs: parsed.offsetMs, isSynced: parsed.isSynced, cues })
  }
  return { parts, isCut: parsed.isCut }
}

function parseText(text: string, extension: string): ParsedText {
  const head = text.slice(0, maxInspectedLength)
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
  for (const line of splitLines(text)) {
    if (collected.isFull()) {
      collected.cut()
      break
    }
    // Metadata such as `[ar:…]` is not spoken text.
    if (!/^\s{0,9}\[[a-z#]{1,20}:/i.test(line)) collected.add({ startMs: 0, text: plainLine(line) })
  }
  return { source: 'txt', offsetMs: 0, isSynced: false, ...collected.finish() }
}

/** Share of times that must have several lines, or the file is not treated as multilingual. */
const pairedShare = 0.6

const maxConcurrent = 3

/** Splits lines with equal times, as bilingual files have them, by position. A single line counts as the first language. */
function splitLanguages(cues: readonly Cue[]): Cue[][] {
  const moments: Cue[][] = []
  for (const cue of cues) {
    const last = moments.at(-1)
    if (last?.[0]?.startMs === cue.startMs) last.push(cue)
    else moments.push([cue])
  }
  const paired = moments.filter((moment) => moment.length > 1)
  if (moments.length < 2 || paired.length < moments.length * pairedShare) return [[...cues]]
  const groups: Cue[][] = Array.from({ length: maxConcurrent }, () => [])
  for (const moment of moments) {
    for (const [at, cue] of moment.entries()) groups[Math.min(at, maxConcurrent - 1)]?.push(cue)
  }
  return groups.filter((group) => group.length > 0)
}

const textOf = (cues: readonly Cue[]): string => {
  let text = ''
  for (const cue of cues) if (text.length < maxInspectedLength) text += `${cue.text}\n`
  return text
}

function detectPartLanguage(cues: readonly Cue[], main: string): string {
  const text = textOf(cues)
  return isRomaji(text) && main === 'ja' ? 'ja-Latn' : languageOfText(text)
}

/** The same language without Han characters is a reading: kana or Latin letters for a Japanese text. */
function kindOfPart(main: string, lang: string, cues: readonly Cue[]): CueKind {
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

const time = String.raw`(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})[.,:](\d{1,3})`

const timing = new RegExp(String.raw`^\s{0,40}${time}\s{0,40}-{1,2}>\s{0,40}${time}`)

/** Only this many characters of a line are searched for times; WebVTT settings may follow. */
const maxTimingLength = 200

const maxLines = 20

function parseBlocks(text: string, source: 'vtt' | 'srt'): ParsedText {
  const collected = collectCues()
  let block: { startMs: number; endMs: number; lines: string[] } | undefined
  const close = () => {
    if (block) collected.add({ ...block, ...parseSpokenText(block.lines) })
    block = undefined
  }
  for (const line of splitLines(text)) {
    const times = line.includes('->') ? timing.exec(line.slice(0, maxTimingLength)) : null
    if (times) {
      // Without a blank line between blocks, the number of the next block would be read as text.
      if (block && /^\s*\d{1,9}\s*$/.test(block.lines.at(-1) ?? '')) block.lines.pop()
      close()
      if (collected.isFull()) {
        collected.cut()
        break
      }
      const [, h, m = '', s = '', f, endH, endM = '', endS = '', endF] = times
      block = { startMs: timeOf(h, m, s, f), endMs: timeOf(endH, endM, endS, endF), lines: [] }
    } else if (/^\s{0,100}$/.test(line)) close()
    else if (block && block.lines.length < maxLines) block.lines.push(line)
  }
  close()
  return { source, offsetMs: 0, isSynced: true, ...collected.finish() }
}

/** Converts times inside the text (WebVTT karaoke) to word offsets. */
function parseSpokenText(lines: readonly string[]): { text: string; words: Word[] } {
  const marks: Word[] = []
  const shown = plainText(lines.map(removeMarkup))
  let text = ''
  for (const part of shown.split(wordMark)) {
    const ms = part.startsWith('\ue000') ? Number(part.slice(1, -1)) : undefined
    if (ms === undefined) text += part
    else marks.push({ startMs: ms, at: text.length })
  }
  return { text: text.trim(), words: marks }
}

/** Placeholders for word times, in private-use characters. The same characters are removed from the file's own text first. */
const wordMark = /(\ue000\d{1,12}\ue001)/

const innerTime = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})\.(\d{1,3})$/

/** Ruby annotations repeat the base text. */
const hiddenTag = /^(?:rt|rp)\b/i

function removeMarkup(line: string): string {
  const source = line
    .slice(0, maxLineLength)
    .replace(/[\ue000\ue001]/g, '')
    .replace(/\{\\[^{}]{0,100}\}/g, '')
  let text = ''
  let at = 0
  let isHidden = false
  for (let open = source.indexOf('<'); open >= 0; open = source.indexOf('<', at)) {
    const closed = source.indexOf('>', open)
    // An unclosed bracket is text.
    if (closed < 0) break
    const inside = source.slice(open + 1, closed)
    if (!isHidden) text += source.slice(at, open)
    if (/^[a-z/\d]/i.test(inside)) {
      const ms = innerTime.exec(inside)
      if (ms) text += `\ue000${timeOf(ms[1], ms[2] ?? '', ms[3] ?? '', ms[4])}\ue001`
      if (hiddenTag.test(inside)) isHidden = true
      if (/^\/(?:rt|rp|ruby)\b/i.test(inside)) isHidden = false
    } else if (!isHidden) text += source.slice(open, closed + 1)
    at = closed + 1
  }
  return decodeEntities(isHidden ? text : text + source.slice(at))
}

const maxLineLength = 10_000

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  quot: '"',
  apos: "'",
  lrm: '',
  rlm: '',
}

const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|nbsp|quot|apos|lrm|rlm|#\d{1,7}|#x[0-9a-f]{1,6});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
    const code =
      name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
