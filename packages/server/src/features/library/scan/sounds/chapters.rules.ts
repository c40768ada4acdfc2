/** Chapters of a sound: where each begins, and what it is called. */
import { printableName } from '../../../../lib/printable.rules.ts'

export interface Chapter {
  readonly startMs: number
  readonly title: string
}

/** Tags say this, in units of their own. */
export interface TaggedChapter {
  readonly title: string
  readonly start: number
  /** Units a second. */
  readonly timeScale?: number | undefined
}

/** No sound has more, and a list of them is sent with every track. */
export const mostChapters = 500
const longestTitle = 200
/** Tags of MP3 count in seconds. */
const usualScale = 1

export const chaptersOfTags = (
  tagged: readonly TaggedChapter[],
  durationSeconds: number | null,
): readonly Chapter[] =>
  orderedChapters(
    tagged.map(({ start, timeScale = usualScale, title }) => ({
      startMs: Math.round((start / timeScale) * 1000),
      title,
    })),
    durationSeconds,
  )

/** Returns them in their order, each start once; nothing of what cannot be true, and nothing at all where it says nothing. */
export function orderedChapters(
  chapters: readonly Chapter[],
  durationSeconds: number | null,
): readonly Chapter[] {
  const endMs = durationSeconds === null ? Number.MAX_SAFE_INTEGER : durationSeconds * 1000
  const byStart = new Map<number, Chapter>()
  for (const { startMs, title } of chapters.slice(0, mostChapters)) {
    if (!Number.isSafeInteger(startMs) || startMs < 0 || startMs >= endMs || byStart.has(startMs)) continue
    byStart.set(startMs, { startMs, title: [...printableName(title)].slice(0, longestTitle).join('') })
  }
  // One chapter is the whole.
  return byStart.size < 2 ? [] : [...byStart.values()].sort((a, b) => a.startMs - b.startMs)
}

/** Reads them as our own scans write them into a column. */
export function chaptersIn({ chapters }: { readonly chapters: string | null }): readonly Chapter[] {
  const read: readonly Chapter[] = chapters === null ? [] : JSON.parse(chapters)
  return read
}
