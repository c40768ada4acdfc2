import type { Progress } from '@koedana/contract/progress.ts'
import type { Track } from '@koedana/contract/works.ts'

export interface ResumePosition {
  /** The queue: the track set that was played. */
  readonly tracks: readonly Track[]
  readonly index: number
  /** Seconds into the track. */
  readonly at: number
}

type PlayedPosition = Pick<Progress, 'fileId' | 'position'>

/**
 * Returns undefined if nothing was played, everything was, or the file no longer exists. If `chosen` is another track set, playback
 * continues in its track with the same title.
 */
export function resumePositionIn(
  tracks: readonly Track[],
  progress: Progress | null | undefined,
  chosen: readonly Track[] = [],
): ResumePosition | undefined {
  if (!progress || progress.finished) return undefined
  const { fileId, position } = progress
  if (chosen.length === 0 || chosen.some(({ id }) => id === fileId)) return resumePositionAt(tracks, progress)
  const heard = tracks.find(({ id }) => id === fileId)
  const same = chosen.filter(({ title }) => title === heard?.title)
  const [twin] = same
  return twin && same.length === 1 ? resumePositionAt(tracks, { fileId: twin.id, position }) : undefined
}

/** Returns the same for any position. A track that was played to its end leads to the next one. */
export function resumePositionAt(
  tracks: readonly Track[],
  { fileId, position }: PlayedPosition,
): ResumePosition | undefined {
  const version = trackSetWith(tracks, fileId)
  if (!version) return undefined
  const { current, index } = version
  const isOver = current.duration !== null && position >= current.duration - overSeconds
  if (isOver && index + 1 < version.tracks.length) return { tracks: version.tracks, index: index + 1, at: 0 }
  return { tracks: version.tracks, index, at: position }
}

/** Returns the track set that contains the file, and the file's index; undefined if the file no longer exists. */
export function trackSetWith(tracks: readonly Track[], fileId: string) {
  const current = tracks.find(({ id }) => id === fileId)
  if (!current) return undefined
  const version = trackSetOf(tracks, current)
  return { tracks: version, current, index: version.indexOf(current) }
}

/** Returns the seconds until the end of the track set; null if a duration is unknown. */
export function secondsLeft({ tracks, index, at }: ResumePosition): number | null {
  const rest = tracks.slice(index)
  const lengths = rest.flatMap(({ duration }) => duration ?? [])
  return lengths.length < rest.length ? null : Math.max(0, lengths.reduce((sum, one) => sum + one, 0) - at)
}

/** Durations are rounded. */
const overSeconds = 1

const trackSetOf = (tracks: readonly Track[], current: Track): readonly Track[] =>
  current.preferred
    ? tracks.filter(({ preferred }) => preferred)
    : tracks.filter(
        ({ preferred, set, format }) => !preferred && set === current.set && format === current.format,
      )
