/** The common form of subtitles and lyrics, whatever file they came from (ADR 0033). */

export type CueKind = 'main' | 'translation' | 'reading'
export type CueSource = 'lrc' | 'vtt' | 'srt' | 'ass' | 'txt' | 'embedded'

export interface Word {
  readonly startMs: number
  /** Offset in the text at which the word begins, in UTF-16 code units. */
  readonly at: number
}

export interface Cue {
  readonly startMs: number
  readonly endMs?: number | undefined
  /** Plain text without markup; lines are separated by line feeds. */
  readonly text: string
  readonly words?: readonly Word[] | undefined
}

export interface Lyrics {
  /** BCP 47 tag; `und` if the language is unknown. */
  readonly lang: string
  readonly kind: CueKind
  readonly source: CueSource
  /** Milliseconds by which every line is shown before its time, as LRC's `[offset:]` defines it. */
  readonly offsetMs: number
  /** False for plain text, in which all times are 0. */
  readonly isSynced: boolean
  readonly cues: readonly Cue[]
}

export interface ParsedText {
  readonly source: CueSource
  readonly offsetMs: number
  readonly isSynced: boolean
  readonly cues: readonly Cue[]
  /** Whether cues or text beyond the limits were dropped. */
  readonly isCut: boolean
}

export const maxCues = 20_000
/** 100 hours, longer than any audio file. */
export const maxTimeMs = 360_000_000
const maxTextLength = 2_000
const maxWords = 200

/** Collects cues up to the limits. Drops cues with an invalid time or without text. */
export function collectCues() {
  const cues: Cue[] = []
  let isCut = false
  return {
    isFull: () => cues.length >= maxCues,
    add: ({ startMs, endMs, text, words = [] }: Cue): void => {
      if (!isValidTime(startMs)) return
      if (cues.length >= maxCues) {
        isCut = true
        return
      }
      const shown = text.slice(0, maxTextLength).toWellFormed()
      if (shown === '') return
      if (shown.length < text.length) isCut = true
      const known = words.filter(({ startMs: at, at: index }) => isValidTime(at) && index < shown.length)
      cues.push({
        startMs,
        ...(endMs !== undefined && isValidTime(endMs) && endMs > startMs ? { endMs } : {}),
        text: shown,
        ...(known.length > 1 ? { words: known.slice(0, maxWords) } : {}),
      })
    },
    cut: () => {
      isCut = true
    },
    finish: () => ({ cues: cues.sort((a, b) => a.startMs - b.startMs), isCut }),
  }
}

const isValidTime = (ms: number) => Number.isSafeInteger(ms) && ms >= 0 && ms <= maxTimeMs

/** Returns a line without bidi controls and zero-width characters. Control characters and runs of white space become one space. */
export const plainLine = (line: string): string =>
  line
    .replace(/\p{Bidi_Control}|[\u200b\ufeff]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

export const plainText = (lines: readonly string[]): string =>
  lines
    .map(plainLine)
    .filter((line) => line !== '')
    .join('\n')

/** Returns the time at which the last cue begins, with the offset applied, in milliseconds; 0 without cues or times. */
export function lastMsOf({
  cues,
  offsetMs,
  isSynced,
}: Pick<Lyrics, 'cues' | 'offsetMs' | 'isSynced'>): number {
  const last = cues.at(-1)
  return isSynced && last ? Math.max(0, last.startMs - offsetMs) : 0
}

/** Returns milliseconds from the digits of a clock. Parts may exceed their usual range; the fraction has up to three digits. */
export function timeOf(hours: string | undefined, minutes: string, seconds: string, fraction = ''): number {
  const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
  return whole * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0') || 0)
}
