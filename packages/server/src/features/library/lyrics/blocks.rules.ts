/** WebVTT and SRT: blocks of `start --> end` with lines of text below. */
import { collectCues, type ParsedText, plainText, timeOf, type Word } from './cues.rules.ts'
import { linesOf } from './lrc.rules.ts'

const time = String.raw`(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})[.,:](\d{1,3})`
const timing = new RegExp(String.raw`^\s{0,40}${time}\s{0,40}-{1,2}>\s{0,40}${time}`)
/** The times of a block stand within so many characters of its line; settings may follow. */
const timingLength = 200
/** No speaker says more at once; what follows is cut. */
const mostLines = 20

export function parseBlocks(text: string, source: 'vtt' | 'srt'): ParsedText {
  const collected = collectCues()
  let block: { startMs: number; endMs: number; lines: string[] } | undefined
  const close = () => {
    if (block) collected.add({ ...block, ...spokenIn(block.lines) })
    block = undefined
  }
  for (const line of linesOf(text)) {
    const times = line.includes('->') ? timing.exec(line.slice(0, timingLength)) : null
    if (times) {
      // Where no blank line stands between blocks, the number of the next one is not spoken.
      if (block && /^\s*\d{1,9}\s*$/.test(block.lines.at(-1) ?? '')) block.lines.pop()
      close()
      if (collected.isFull()) {
        collected.cut()
        break
      }
      const [, h, m = '', s = '', f, endH, endM = '', endS = '', endF] = times
      block = { startMs: timeOf(h, m, s, f), endMs: timeOf(endH, endM, endS, endF), lines: [] }
    } else if (/^\s{0,100}$/.test(line)) close()
    else if (block && block.lines.length < mostLines) block.lines.push(line)
  }
  close()
  return { source, offsetMs: 0, isSynced: true, ...collected.finish() }
}

/** Times inside of a text are those of its words, as WebVTT has them for karaoke. */
function spokenIn(lines: readonly string[]): { text: string; words: Word[] } {
  const marks: Word[] = []
  const shown = plainText(lines.map(withoutMarkup))
  let text = ''
  for (const part of shown.split(wordMark)) {
    const ms = part.startsWith('\ue000') ? Number(part.slice(1, -1)) : undefined
    if (ms === undefined) text += part
    else marks.push({ startMs: ms, at: text.length })
  }
  return { text: text.trim(), words: marks }
}

/** A place of a time in the text, by characters that nobody is sent: those of a file itself are taken out before. */
const wordMark = /(\ue000\d{1,12}\ue001)/
const innerTime = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})\.(\d{1,3})$/
/** Readings above characters repeat what stands below them. */
const hidden = /^(?:rt|rp)\b/i

function withoutMarkup(line: string): string {
  const source = line
    .slice(0, longestLine)
    .replace(/[\ue000\ue001]/g, '')
    .replace(/\{\\[^{}]{0,100}\}/g, '')
  let text = ''
  let at = 0
  let isHidden = false
  for (let open = source.indexOf('<'); open >= 0; open = source.indexOf('<', at)) {
    const closed = source.indexOf('>', open)
    // A bracket that stays open is text, and so is everything after it.
    if (closed < 0) break
    const inside = source.slice(open + 1, closed)
    if (!isHidden) text += source.slice(at, open)
    if (/^[a-z/\d]/i.test(inside)) {
      const ms = innerTime.exec(inside)
      if (ms) text += `\ue000${timeOf(ms[1], ms[2] ?? '', ms[3] ?? '', ms[4])}\ue001`
      if (hidden.test(inside)) isHidden = true
      if (/^\/(?:rt|rp|ruby)\b/i.test(inside)) isHidden = false
    } else if (!isHidden) text += source.slice(open, closed + 1)
    at = closed + 1
  }
  return withoutEntities(isHidden ? text : text + source.slice(at))
}

const longestLine = 10_000

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

const withoutEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|nbsp|quot|apos|lrm|rlm|#\d{1,7}|#x[0-9a-f]{1,6});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
    const code =
      name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
