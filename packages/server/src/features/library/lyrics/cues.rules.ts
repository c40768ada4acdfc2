/** The one form of everything that is spoken in a track, whatever file it came from (ADR 0033). */

export type CueKind = 'main' | 'translation' | 'reading'
export type CueSource = 'lrc' | 'vtt' | 'srt' | 'ass' | 'txt' | 'embedded'

export interface Word {
  readonly startMs: number
  /** The offset in the text at which it begins, in code units. */
  readonly at: number
}

export interface Cue {
  readonly startMs: number
  readonly endMs?: number | undefined
  /** The text without markup, with a line feed between its lines. */
  readonly text: string
  readonly words?: readonly Word[] | undefined
}

export interface Lyrics {
  /** BCP 47; `und` where nothing says it. */
  readonly lang: string
  readonly kind: CueKind
  readonly source: CueSource
  /** Every line is due this much sooner than its time says, as the `[offset:]` of LRC has it. */
  readonly offsetMs: number
  /** Whether the times mean something; those of a plain text are all 0. */
  readonly isSynced: boolean
  /** Sorted by time. */
  readonly cues: readonly Cue[]
}

/** A parser makes this of a text, before it is put in order. */
export interface ParsedText {
  readonly source: CueSource
  readonly offsetMs: number
  readonly isSynced: boolean
  readonly cues: readonly Cue[]
  /** Whether there was more than lyrics have. */
  readonly isCut: boolean
}

export const mostCues = 20_000
/** A hundred hours: no sound is longer, and nothing later is ever reached. */
export const latestMs = 360_000_000
const longestText = 2_000
const mostWords = 200

/** Takes cues up to their bound, and leaves out what no listener could be shown. */
export function collectCues() {
  const cues: Cue[] = []
  let isCut = false
  return {
    isFull: () => cues.length >= mostCues,
    add: ({ startMs, endMs, text, words = [] }: Cue): void => {
      if (!isTime(startMs)) return
      if (cues.length >= mostCues) {
        isCut = true
        return
      }
      const shown = text.slice(0, longestText).toWellFormed()
      if (shown === '') return
      if (shown.length < text.length) isCut = true
      const known = words.filter(({ startMs: at, at: index }) => isTime(at) && index < shown.length)
      cues.push({
        startMs,
        ...(endMs !== undefined && isTime(endMs) && endMs > startMs ? { endMs } : {}),
        text: shown,
        ...(known.length > 1 ? { words: known.slice(0, mostWords) } : {}),
      })
    },
    cut: () => {
      isCut = true
    },
    finish: () => ({ cues: cues.sort((a, b) => a.startMs - b.startMs), isCut }),
  }
}

const isTime = (ms: number) => Number.isSafeInteger(ms) && ms >= 0 && ms <= latestMs

/** Spaces for everything that is neither text nor the end of a line, one at a time, none at the ends of a line. */
export const plainLine = (line: string): string =>
  line
    .replace(/\p{Bidi_Control}|[\u200b\ufeff]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Does the same for each line of a text; empty ones are left out. */
export const plainText = (lines: readonly string[]): string =>
  lines
    .map(plainLine)
    .filter((line) => line !== '')
    .join('\n')

/** When the last cue is over, as far as it is known; 0 without cues that have times. */
export function lastMsOf({
  cues,
  offsetMs,
  isSynced,
}: Pick<Lyrics, 'cues' | 'offsetMs' | 'isSynced'>): number {
  const last = cues.at(-1)
  return isSynced && last ? Math.max(0, last.startMs - offsetMs) : 0
}

/** All that is given may be out of order and without bounds; clock parts as digits, the fraction with up to three. */
export function timeOf(hours: string | undefined, minutes: string, seconds: string, fraction = ''): number {
  const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
  return whole * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0') || 0)
}
