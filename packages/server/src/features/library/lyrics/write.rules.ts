/** Writes lyrics as LRC, WebVTT or SRT, for players that fetch the text themselves. */
import type { Cue, Lyrics } from './cues.rules.ts'

export type WrittenLyrics = Pick<Lyrics, 'offsetMs' | 'isSynced' | 'cues'>

export const writers = { lrc: writeLrc, vtt: writeVtt, srt: writeSrt } as const
export const contentTypes = {
  lrc: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
} as const

function writeLrc({ cues, offsetMs, isSynced }: WrittenLyrics): string {
  if (!isSynced) return cues.map(({ text }) => `${toOneLine(text)}\n`).join('')
  const head = offsetMs === 0 ? '' : `[offset:${offsetMs > 0 ? '+' : ''}${offsetMs}]\n`
  const lines = cues.map((cue, at) => {
    const end =
      cue.endMs !== undefined && cue.endMs < (cues[at + 1]?.startMs ?? Infinity)
        ? `[${shortClock(cue.endMs)}]\n`
        : ''
    return `[${shortClock(cue.startMs)}]${withWords(cue)}\n${end}`
  })
  return head + lines.join('')
}

/** A bracket at the start of a line would be read as a tag. */
const toOneLine = (text: string) => text.replaceAll('\n', ' ').replace(/^\[/, '［')

function withWords({ text, words }: Cue): string {
  if (!words) return toOneLine(text)
  const parts = words.map(
    ({ startMs, at }, index) => `<${shortClock(startMs)}>${text.slice(at, words[index + 1]?.at)}`,
  )
  return toOneLine(text.slice(0, words[0]?.at) + parts.join(''))
}

function writeVtt(lyrics: WrittenLyrics): string {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const blocks = toTimedBlocks(lyrics).map(
    ({ start, end, text }) => `${longClock(start, '.')} --> ${longClock(end, '.')}\n${escaped(text)}\n`,
  )
  return `WEBVTT\n\n${blocks.join('\n')}`
}

function writeSrt(lyrics: WrittenLyrics): string {
  const blocks = toTimedBlocks(lyrics).map(
    ({ start, end, text }, at) => `${at + 1}\n${longClock(start, ',')} --> ${longClock(end, ',')}\n${text}\n`,
  )
  return blocks.join('\n')
}

const defaultCueMs = 5_000

/** WebVTT and SRT have no offset, so it is applied to the times. */
function toTimedBlocks({ cues, offsetMs }: WrittenLyrics) {
  return cues.map(({ startMs, endMs, text }, at) => {
    const next = cues[at + 1]?.startMs ?? 0
    const end = endMs ?? (next > startMs ? next : startMs + defaultCueMs)
    const start = Math.max(0, startMs - offsetMs)
    return { start, end: Math.max(start + 1, end - offsetMs), text }
  })
}

const two = (value: number) => String(Math.floor(value)).padStart(2, '0')

const shortClock = (ms: number) => `${two(ms / 60_000)}:${two((ms % 60_000) / 1000)}.${two((ms % 1000) / 10)}`

const longClock = (ms: number, point: '.' | ',') =>
  `${two(ms / 3_600_000)}:${two((ms % 3_600_000) / 60_000)}:${two((ms % 60_000) / 1000)}${point}${String(ms % 1000).padStart(3, '0')}`
