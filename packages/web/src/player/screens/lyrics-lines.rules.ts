/** Pairs the lines of a text with those of another language, and finds the current line. */
import type { TrackLyrics } from '@koedana/contract/lyrics.ts'

export interface Line {
  /** Seconds; undefined if the text is not synchronized. */
  readonly start: number | undefined
  readonly text: string
  readonly second: string | undefined
}

type Text = Pick<TrackLyrics, 'cues' | 'offsetMs' | 'synced'>

/** Assigns each cue of the other text to the line during which it starts. */
export function linesOf(text: Text, other: Text | undefined): Line[] {
  const starts = text.cues.map((cue) => startOf(text, cue))
  const seconds = text.cues.map((): string[] => [])
  for (const cue of other?.synced && text.synced ? other.cues : []) {
    // The timestamps of two transcribers always differ a little.
    const at = starts.findLastIndex((start) => start <= startOf(other ?? text, cue) + nearSeconds)
    seconds[at]?.push(cue.text)
  }
  return text.cues.map((cue, at) => ({
    start: text.synced ? starts[at] : undefined,
    text: cue.text,
    second: seconds[at]?.join('\n') || (other?.synced === false ? other.cues[at]?.text : undefined),
  }))
}

const nearSeconds = 0.4

const startOf = ({ offsetMs }: Text, { startMs }: TrackLyrics['cues'][number]): number =>
  (startMs - offsetMs) / 1000

/** Returns the index of the line at this time; -1 before the first line. `later` delays the lines, in seconds. */
export function lineAt(lines: readonly Line[], time: number, delaySeconds: number): number {
  return lines.findLastIndex(({ start }) => start !== undefined && start + delaySeconds <= time)
}
