/** Finds the current chapter of a track. Chapters are sorted by start; times are seconds. */
export interface Chapter {
  readonly start: number
  readonly title: string
}

/** Returns the index of the chapter at this time; -1 before the first chapter. */
export const chapterAt = (chapters: readonly Chapter[], time: number): number =>
  chapters.findLastIndex(({ start }) => start <= time)

/** Returns the end of the chapter at this time: the start of the next chapter, or the end of the track. */
export const chapterEnd = (chapters: readonly Chapter[], time: number, duration: number): number =>
  chapters[chapterAt(chapters, time) + 1]?.start ?? duration

/** A step back reaches the previous chapter only within this time of the chapter start, as with tracks. */
const startSeconds = 3

/** Returns the target time of a step by one chapter; undefined past either end of the track. */
export function chapterStep(chapters: readonly Chapter[], time: number, by: 1 | -1): number | undefined {
  const at = chapterAt(chapters, time)
  if (by === 1) return chapters[at + 1]?.start
  const isLate = time - (chapters[at]?.start ?? 0) > startSeconds
  return chapters[isLate ? at : at - 1]?.start
}
