/** Parses ASS and SSA subtitles: comma-separated event fields; the text field may hold override blocks in braces. */
import { collectCues, type ParsedText, plainText, timeOf, type Word } from './cues.rules.ts'
import { splitLines } from './lrc.rules.ts'

const defaultFields = [
  'layer',
  'start',
  'end',
  'style',
  'name',
  'marginl',
  'marginr',
  'marginv',
  'effect',
  'text',
]
const maxFields = 30
const clock = /^\s{0,9}(\d{1,3}):(\d{1,2}):(\d{1,2})[.:,](\d{1,3})\s{0,9}$/
const maxEventLength = 20_000

export function parseAss(text: string): ParsedText {
  const collected = collectCues()
  const seen = new Set<string>()
  let fields = defaultFields
  let isEvents = false
  for (const whole of splitLines(text)) {
    if (collected.isFull()) {
      collected.cut()
      break
    }
    const line = whole.slice(0, maxEventLength)
    const section = /^\s{0,9}\[([^\]]{1,40})\]/.exec(line)
    if (section) isEvents = section[1]?.trim().toLowerCase() === 'events'
    if (!isEvents) continue
    const [, kind = '', rest = ''] = /^\s{0,9}(format|dialogue)\s{0,9}:(.*)$/i.exec(line) ?? []
    if (kind.toLowerCase() === 'format')
      fields = rest.split(',', maxFields).map((name) => name.trim().toLowerCase())
    if (kind.toLowerCase() !== 'dialogue') continue
    const cue = parseEvent(rest, fields)
    // Shadows and outlines repeat the same line on another layer.
    const same = cue && `${cue.startMs} ${cue.endMs} ${cue.text}`
    if (!cue || same === undefined || seen.has(same)) continue
    seen.add(same)
    collected.add(cue)
  }
  return { source: 'ass', offsetMs: 0, isSynced: true, ...collected.finish() }
}

function parseEvent(rest: string, fields: readonly string[]) {
  const values = splitFields(rest, fields.length)
  const fieldOf = (name: string) => values[fields.indexOf(name)] ?? ''
  const [start, end] = [parseTime(fieldOf('start')), parseTime(fieldOf('end'))]
  if (start === undefined) return undefined
  const { text, words } = parseSpokenText(fieldOf('text'), start)
  return { startMs: start, ...(end === undefined ? {} : { endMs: end }), text, words }
}

function splitFields(rest: string, count: number): string[] {
  const values: string[] = []
  let at = 0
  while (values.length < count - 1) {
    const comma = rest.indexOf(',', at)
    if (comma < 0) break
    values.push(rest.slice(at, comma))
    at = comma + 1
  }
  values.push(rest.slice(at))
  return values
}

function parseTime(text: string): number | undefined {
  const [, h, m, s, f = ''] = clock.exec(text) ?? []
  // ASS writes centiseconds: a single digit is hundredths of a second, not tenths.
  return m === undefined || s === undefined ? undefined : timeOf(h, m, s, f.length === 1 ? `0${f}` : f)
}

/** Removes override blocks (`{…}`). A karaoke override (`\k`) holds the duration of the syllable that follows, in centiseconds. */
function parseSpokenText(source: string, start: number): { text: string; words: Word[] } {
  const words: { startMs: number; part: number }[] = []
  const parts: string[] = []
  let at = 0
  let ms = start
  let isDrawing = false
  for (let open = source.indexOf('{'); open >= 0; open = source.indexOf('{', at)) {
    const closed = source.indexOf('}', open)
    if (closed < 0) break
    if (!isDrawing) parts.push(source.slice(at, open))
    const override = source.slice(open + 1, closed)
    const drawing = /\\p(\d)/.exec(override)
    if (drawing) isDrawing = drawing[1] !== '0'
    const sung = /\\k[fo]?(\d{1,6})/i.exec(override)
    if (sung) {
      words.push({ startMs: ms, part: parts.length })
      ms += Number(sung[1]) * 10
    }
    at = closed + 1
  }
  if (!isDrawing) parts.push(source.slice(at))
  return positionWords(parts, words)
}

function positionWords(
  parts: readonly string[],
  words: readonly { startMs: number; part: number }[],
): { text: string; words: Word[] } {
  const text = toDisplayText(parts.join(''))
  // Word offsets are valid only if removing the overrides was the only change to the text.
  const isPlain = parts.join('') === text
  let length = 0
  const starts = parts.map((part) => {
    length += part.length
    return length - part.length
  })
  return {
    text,
    words: isPlain ? words.map(({ startMs, part }) => ({ startMs, at: starts[part] ?? 0 })) : [],
  }
}

const toDisplayText = (text: string): string => plainText(text.replaceAll('\\h', ' ').split(/\\N|\\n/))
