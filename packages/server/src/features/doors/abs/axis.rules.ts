/**
 * One axis of time over the files of a work, as audiobooks have it, and where its moments lie in files. It counts whole
 * milliseconds, so that a moment comes back as it was.
 */
import type { TrackSet } from '@koedana/contract/values.ts'

export interface AxisFile {
  readonly id: string
  /** Seconds; null where it is not known. */
  readonly duration: number | null
  readonly preferred: boolean
  readonly set: TrackSet
  readonly format: string
}

export interface Stretch {
  readonly fileId: string
  readonly startMs: number
  readonly durationMs: number
}

export interface Axis {
  /** One for each preferred file, in their order. */
  readonly stretches: readonly Stretch[]
  readonly totalMs: number
}

/** A moment in a file. */
export interface FilePosition {
  readonly fileId: string
  readonly positionMs: number
}

/** A file of unknown length takes no time. */
export function axisOf(files: readonly AxisFile[]): Axis {
  let totalMs = 0
  const stretches: Stretch[] = []
  for (const { id, duration, preferred } of files) {
    if (!preferred) continue
    const durationMs = lengthOf(duration)
    stretches.push({ fileId: id, startMs: totalMs, durationMs })
    totalMs += durationMs
  }
  return { stretches, totalMs }
}

const lengthOf = (seconds: number | null) => Math.max(0, Math.round((seconds ?? 0) * 1000))

/**
 * Returns the moment at this time; undefined where nothing can be heard. What lies outside of the axis is its nearer end.
 */
export function positionAt({ stretches, totalMs }: Axis, timeMs: number): FilePosition | undefined {
  const ms = Math.min(Math.max(0, Math.round(timeMs)), totalMs)
  const stretch =
    stretches.findLast(({ startMs, durationMs }) => startMs <= ms && durationMs > 0) ?? stretches[0]
  return stretch && { fileId: stretch.fileId, positionMs: Math.min(ms - stretch.startMs, stretch.durationMs) }
}

/**
 * Returns the time of this moment. One in a file that is not preferred has that of the file with its index, where both
 * versions have as many, or lies as far into the whole; one in a file that is gone lies at the beginning.
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
  /** Each with its beginning in seconds into the file. */
  readonly chapters: readonly { readonly start: number; readonly title: string }[]
}

/** Returns those of the files, and a file without any as one. A single file without chapters has none. */
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
