/** How fast a task gets on: a few marks of the last minute, kept with the task so that everybody sees the same. */
import * as v from 'valibot'

/** Milliseconds since 1970 and how many items were done by then, oldest first. */
export type Pace = readonly (readonly [at: number, done: number])[]

const minuteMs = 60_000
/** The time between marks; some fifteen of them cover a minute. */
const betweenMs = 4_000
/** Anything shorter says nothing. */
const shortestMs = 1_000

const Marks = v.array(v.tuple([v.number(), v.number()]))

export const readPace = (text: string | null): Pace => v.parse(Marks, JSON.parse(text ?? '[]'))

/** Adds a mark of this moment where the last one is old enough; of those before the minute one is kept. */
export function marked(pace: Pace, at: number, done: number): Pace {
  const last = pace.at(-1)
  if (last && at - last[0] < betweenMs) return pace
  return [...withinMinute(pace, at), [at, done]]
}

/** Items a second over the last minute; null while nothing can be said. */
export function rateOf(pace: Pace, at: number, done: number): number | null {
  const [first] = withinMinute(pace, at)
  if (!first || at - first[0] < shortestMs) return null
  return Math.round(((done - first[1]) / (at - first[0])) * 1_000 * 100) / 100
}

/** Whole seconds; null where the end or the pace is unknown. */
export function secondsLeft(rate: number | null, done: number, total: number | null): number | null {
  if (!rate || total === null || total < done) return null
  return Math.ceil((total - done) / rate)
}

function withinMinute(pace: Pace, at: number): Pace {
  const start = pace.findLastIndex(([mark]) => at - mark >= minuteMs)
  return start < 0 ? pace : pace.slice(start)
}
