/** Decides what follows when the marketplace says that a work is not there. A fault is never an absence. */

/** Describes a work that both calls have said is not there, or that was never looked up. */
export interface Absence {
  /** How many times in a row. */
  readonly absences: number
  readonly absent_since: string | null
  /** The time before which it is not requested again. */
  readonly retry_at: string | null
}

export const present: Absence = { absences: 0, absent_since: null, retry_at: null }

const dayMs = 86_400_000
/** The waits of ids that were never seen there: a slip of the pen, or not announced yet. */
const daysForUnknown = [1, 7, 30] as const
/** The waits of works that were there: three lookups at least three days apart before they count as gone. */
const daysForKnown = [3, 3, 30] as const
const absencesBeforeGone = 3

export interface AbsenceCheck {
  /** Whether it was ever there. */
  readonly wasThere: boolean
  /** Fixed-width UTC text. */
  readonly now: string
}

/** A lookup ahead of its time, by a person, proves nothing and counts for nothing. */
export function nextAbsence(before: Absence, { wasThere, now }: AbsenceCheck): Absence {
  if (before.retry_at !== null && now < before.retry_at) return before
  const days = wasThere ? daysForKnown : daysForUnknown
  const wait = days[Math.min(before.absences, days.length - 1)] ?? days[0]
  return {
    absences: before.absences + 1,
    absent_since: before.absent_since ?? now,
    retry_at: new Date(Date.parse(now) + wait * dayMs).toISOString(),
  }
}

export const isGone = ({ absences }: Absence): boolean => absences >= absencesBeforeGone
