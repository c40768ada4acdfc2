/** Parses LRC: `[mm:ss.xx]text` with one or more times a line, `<mm:ss.xx>` before words, and `[offset:±ms]`. */
import { type Cue, collectCues, type ParsedText, plainLine, timeOf, type Word } from './cues.rules.ts'

/** The length limits keep an unclosed bracket from costing time on a long line. */
const tag = /\[(?:(\d{1,3}):)?(\d{1,4}):(\d{1,2})(?:[.:,](\d{1,3}))?\]/y
const anyTag = /\[([a-z#]{1,20}):([^\]]{0,300})\]/iy
const wordTime = /<(?:(\d{1,3}):)?(\d{1,4}):(\d{1,2})(?:[.:](\d{1,3}))?>/y
const gap = /[ \t\u3000]{0,100}/y

export function parseLrc(text: string): ParsedText {
  const collected = collectCues()
  let offsetMs = 0
  const due: { cue: Cue | undefined; startMs: number }[] = []
  for (const line of splitLines(text)) {
    if (collected.isFull() || due.length >= maxTimes) {
      collected.cut()
      break
    }
    const { times, rest, offset } = readTags(line)
    offsetMs = offset ?? offsetMs
    if (times.length === 0) continue
    const { text: spoken, words } = readWords(rest)
    const first = times[0] ?? 0
    for (const startMs of times.slice(0, maxTimes - due.length)) {
      const moved = words.map((word) => ({ ...word, startMs: word.startMs - first + startMs }))
      due.push({ startMs, cue: spoken === '' ? undefined : { startMs, text: spoken, words: moved } })
    }
    if (times.length >= maxTimes) collected.cut()
  }
  due.sort((a, b) => a.startMs - b.startMs)
  due.forEach(({ cue }, at) => {
    if (cue) collected.add({ ...cue, ...endOf(due, at) })
  })
  return { source: 'lrc', offsetMs, isSynced: true, ...collected.finish() }
}

/** Twice the cue limit, since a line without text only ends the line before. */
const maxTimes = 40_000

/** Returns the end of a line if a line without text follows it. */
function endOf(due: readonly { cue: Cue | undefined; startMs: number }[], at: number): { endMs?: number } {
  const startMs = due[at]?.startMs ?? 0
  for (let next = at + 1; next < due.length && next < at + 4; next += 1) {
    const one = due[next]
    if (one && one.startMs > startMs) return one.cue ? {} : { endMs: one.startMs }
  }
  return {}
}

function readTags(line: string): { times: number[]; rest: string; offset: number | undefined } {
  const times: number[] = []
  let offset: number | undefined
  let at = matchAt(gap, line, 0)?.[0].length ?? 0
  for (;;) {
    const time = matchAt(tag, line, at)
    const other = time ? undefined : matchAt(anyTag, line, at)
    const found = time ?? (times.length === 0 ? other : undefined)
    if (!found) break
    const ms = time && parseTagTime(time)
    if (ms !== undefined && times.length <= maxTimes) times.push(ms)
    if (other?.[1]?.toLowerCase() === 'offset') offset = parseOffset(other[2] ?? '')
    at += found[0].length
    at += matchAt(gap, line, at)?.[0].length ?? 0
  }
  return { times, rest: line.slice(at), offset }
}

/** Three parts without a fraction mean `[mm:ss:xx]`, with one `[hh:mm:ss.xx]`. */
function parseTagTime([, first, second = '', third = '', fraction]: RegExpExecArray): number | undefined {
  const [h, m, s, f] =
    first !== undefined && fraction === undefined
      ? [undefined, first, second, third]
      : [first, second, third, fraction]
  return Number(s) < 60 ? timeOf(h, m, s, f) : undefined
}

/** Offsets over one hour are ignored as mistakes. */
function parseOffset(text: string): number | undefined {
  const ms = /^\s{0,9}[+-]?\d{1,7}\s{0,9}$/.test(text) ? Number(text) : Number.NaN
  return Math.abs(ms) <= 3_600_000 ? ms : undefined
}

/** Splits text at its word times. A time at the end of the line, which ends the last word, is dropped. */
export function readWords(rest: string): { text: string; words: Word[] } {
  const words: Word[] = []
  let text = ''
  let from = 0
  let startMs: number | undefined
  const take = (until: number) => {
    const part = rest.slice(from, until)
    const begins = /^\s/.test(part) && text !== '' && !text.endsWith(' ') ? ' ' : ''
    const plain = plainLine(part)
    if (plain === '') {
      if (part !== '') text += begins
      return
    }
    text += begins
    if (startMs !== undefined) words.push({ startMs, at: text.length })
    text += plain + (/\s$/.test(part) ? ' ' : '')
  }
  for (let at = rest.indexOf('<'); at >= 0; at = rest.indexOf('<', at + 1)) {
    const time = matchAt(wordTime, rest, at)
    if (!time) continue
    take(at)
    startMs = timeOf(time[1], time[2] ?? '', time[3] ?? '', time[4])
    from = at + time[0].length
  }
  take(rest.length)
  return { text: text.trimEnd(), words: words.length < maxWordTimes ? words : [] }
}

const maxWordTimes = 1_000

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

export function* splitLines(text: string): Generator<string> {
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit !== 10 && unit !== 13) continue
    yield text.slice(start, at)
    if (unit === 13 && text.charCodeAt(at + 1) === 10) at += 1
    start = at + 1
  }
  yield text.slice(start)
}
