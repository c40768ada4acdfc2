/**
 * Maps the files of a work to one time axis, as audiobooks have it, and back. Times are whole milliseconds, so a position survives the
 * round trip unchanged.
 */
import type { TrackSet } from '@koedana/contract/values.ts'

export interface AxisFile {
  readonly id: string
  /** Seconds; null if unknown. */
  readonly duration: number | null
  readonly preferred: boolean
  readonly set: TrackSet
  readonly format: string
}

export interface AxisSegment {
  readonly fileId: string
  readonly startMs: number
  readonly durationMs: number
}

export interface Axis {
  /** One per preferred file, in their order. */
  readonly stretches: readonly AxisSegment[]
  readonly totalMs: number
}

export interface FilePosition {
  readonly fileId: string
  readonly positionMs: number
}

/** Returns the time axis of the preferred files. A file of unknown duration counts as zero. */
export function axisOf(files: readonly AxisFile[]): Axis {
  let totalMs = 0
  const stretches: AxisSegment[] = []
  for (const { id, duration, preferred } of files) {
    if (!preferred) continue
    const durationMs = lengthOf(duration)
    stretches.push({ fileId: id, startMs: totalMs, durationMs })
    totalMs += durationMs
  }
  return { stretches, totalMs }
}

const lengthOf = (seconds: number | null) => Math.max(0, Math.round((seconds ?? 0) * 1000))

/** Returns the file position at a time on the axis; undefined if there are no files. Times outside of the axis are clamped. */
export function positionAt({ stretches, totalMs }: Axis, timeMs: number): FilePosition | undefined {
  const ms = Math.min(Math.max(0, Math.round(timeMs)), totalMs)
  const stretch =
    stretches.findLast(({ startMs, durationMs }) => startMs <= ms && durationMs > 0) ?? stretches[0]
  return stretch && { fileId: stretch.fileId, positionMs: Math.min(ms - stretch.startMs, stretch.durationMs) }
}

/**
 * Returns the time on the axis of a file position. A file that is not preferred maps to the preferred file with the same index if both
 * versions have equally many files, otherwise to the same fraction of the whole. A missing file maps to 0.
 */
export function timeOf(axis: Axis, files: readonly AxisFile[], { fileId, positionMs }: FilePosition): number {
  const direct = axis.stretches.find((stretch) => stretch.fileId === fileId)
  if (direct) return direct.startMs + within(positionMs, direct.durationMs)
  const file = files.find(({ id }) => id === fileId)
  if (!file) return 0
  const version = files.filter(({ set, format }) => set === file.set && format === file.format)
  const at = version.indexOf(file)
  const alike = version.length === axis.stretches.length ? axis.stretches[at] : undefined
  if (alike) return alike.startMs + within(positionMs, alike.durationMs)
  const lengths = version.map(({ duration }) => lengthOf(duration))
  const whole = sum(lengths)
  if (whole === 0) return 0
  const heard = sum(lengths.slice(0, at)) + within(positionMs, lengths[at] ?? 0)
  return Math.round((heard / whole) * axis.totalMs)
}

const within = (ms: number, durationMs: number) => Math.min(Math.max(0, Math.round(ms)), durationMs)

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)

export interface Chapter {
  readonly id: number
  /** Seconds on the axis. */
  readonly start: number
  readonly end: number
  readonly title: string
}

interface Divided {
  readonly id: string
  readonly title: string
  /** The start of each chapter, in seconds into the file. */
  readonly chapters: readonly { readonly start: number; readonly title: string }[]
}

/** Returns the chapters of all files; a file without chapters is one chapter. A single file without chapters has none. */
export function chaptersOf({ stretches }: Axis, files: readonly Divided[]): Chapter[] {
  const byId = new Map(files.map((file) => [file.id, file]))
  const found = stretches.flatMap(({ fileId, startMs, durationMs }) => {
    const file = byId.get(fileId)
    if (!file) return []
    const parts = file.chapters.length > 0 ? file.chapters : [{ start: 0, title: file.title }]
    const starts = parts.map(({ start }, at) => (at === 0 ? 0 : within(start * 1000, durationMs)))
    return parts.map(({ title }, at) => ({
      start: (startMs + (starts[at] ?? 0)) / 1000,
      end: (startMs + (starts[at + 1] ?? durationMs)) / 1000,
      title,
    }))
  })
  return found.length < 2 ? [] : found.map((chapter, id) => ({ id, ...chapter }))
}
