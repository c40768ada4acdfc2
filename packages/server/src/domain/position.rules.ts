/** Corrects positions in files. Players compute them with their own idea of the duration. */

/**
 * Returns the position in milliseconds, limited to the end of the file, so that playback never resumes after it. A file of unknown
 * duration has no limit.
 */
export function clampPosition(positionMs: number, durationSeconds: number | null): number {
  if (durationSeconds === null || durationSeconds <= 0) return positionMs
  return Math.min(positionMs, Math.round(durationSeconds * 1000))
}
