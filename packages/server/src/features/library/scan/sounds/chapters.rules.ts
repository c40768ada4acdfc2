import { printableName } from '../../../../lib/printable.rules.ts'

export interface Chapter {
  readonly startMs: number
  readonly title: string
}

export interface TaggedChapter {
  readonly title: string
  readonly start: number
  readonly timeScale?: number | undefined
}

/** Limit, because chapters are sent with every track. */
export const maxChapters = 500
const maxTitleLength = 200
/** MP3 tags use seconds. */
const defaultScale = 1

export const chaptersFromTags = (
  tagged: readonly TaggedChapter[],
  durationSeconds: number | null,
): readonly Chapter[] =>
  orderedChapters(
    tagged.map(({ start, timeScale = defaultScale, title }) => ({
      startMs: Math.round((start / timeScale) * 1000),
      title,
    })),
    durationSeconds,
  )

/** Returns valid chapters sorted by start, each start once; an empty list if fewer than two remain. */
export function orderedChapters(
  chapters: readonly Chapter[],
  durationSeconds: number | null,
): readonly Chapter[] {
  const endMs = durationSeconds === null ? Number.MAX_SAFE_INTEGER : durationSeconds * 1000
  const byStart = new Map<number, Chapter>()
  for (const { startMs, title } of chapters.slice(0, maxChapters)) {
    if (!Number.isSafeInteger(startMs) || startMs < 0 || startMs >= endMs || byStart.has(startMs)) continue
    byStart.set(startMs, { startMs, title: [...printableName(title)].slice(0, maxTitleLength).join('') })
  }
  // A single chapter covers the whole track.
  return byStart.size < 2 ? [] : [...byStart.values()].sort((a, b) => a.startMs - b.startMs)
}

export function parseStoredChapters({ chapters }: { readonly chapters: string | null }): readonly Chapter[] {
  const read: readonly Chapter[] = chapters === null ? [] : JSON.parse(chapters)
  return read
}
