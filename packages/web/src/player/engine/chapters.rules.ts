/** Finds where one is among the chapters of a track. Chapters stand in their order; times are seconds. */
export interface Chapter {
  readonly start: number
  readonly title: string
}

/** Returns the index of the chapter at this time; -1 before the first one. */
export const chapterAt = (chapters: readonly Chapter[], time: number): number =>
  chapters.findLastIndex(({ start }) => start <= time)

/** Returns where the chapter at this time ends: where the next one begins, else with the track. */
export const chapterEnd = (chapters: readonly Chapter[], time: number, duration: number): number =>
  chapters[chapterAt(chapters, time) + 1]?.start ?? duration

/** One step back leads to the chapter before only this early in a chapter, as with tracks. */
const startSeconds = 3

/** Returns where a step by chapters leads; undefined past either end of the track. */
export function chapterStep(chapters: readonly Chapter[], time: number, by: 1 | -1): number | undefined {
  const at = chapterAt(chapters, time)
  if (by === 1) return chapters[at + 1]?.start
  const isLate = time - (chapters[at]?.start ?? 0) > startSeconds
  return chapters[isLate ? at : at - 1]?.start
}
