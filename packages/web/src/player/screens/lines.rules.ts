/** The lines of a text beside those of another language, and which of them is spoken when. */
import type { TrackLyrics } from '@koedana/contract/lyrics.ts'

export interface Line {
  /** Seconds; undefined where the text has no times. */
  readonly start: number | undefined
  readonly text: string
  /** The same in the other language. */
  readonly second: string | undefined
}

type Text = Pick<TrackLyrics, 'cues' | 'offsetMs' | 'synced'>

/** The other text is laid beside the first by time: what begins until the next line begins belongs to this one. */
export function linesOf(text: Text, other: Text | undefined): Line[] {
  const starts = text.cues.map((cue) => startOf(text, cue))
  const seconds = text.cues.map((): string[] => [])
  for (const cue of other?.synced && text.synced ? other.cues : []) {
    // Two people never press a key at the same moment.
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

/** Returns the line that is spoken at this time; -1 before the first. Lines are shown so many seconds later. */
export function lineAt(lines: readonly Line[], time: number, later: number): number {
  return lines.findLastIndex(({ start }) => start !== undefined && start + later <= time)
}
