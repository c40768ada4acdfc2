/** Positions in files, which players report by what they make of a file themselves. */

/**
 * Returns milliseconds. A position behind the end of the file is its end, so that nobody is sent to where nothing sounds; a file
 * whose duration is not known has no end here.
 */
export function positionWithin(positionMs: number, durationSeconds: number | null): number {
  if (durationSeconds === null || durationSeconds <= 0) return positionMs
  return Math.min(positionMs, Math.round(durationSeconds * 1000))
}
