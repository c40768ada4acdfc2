/** Decides what follows if the marketplace reports a work as absent. A fault is never an absence. */

/** The absence state of a work that both calls reported as absent, or that was never looked up. */
export interface Absence {
  /** Number of consecutive absences. */
  readonly absences: number
  readonly absent_since: string | null
  /** The work is not requested again before this time. */
  readonly retry_at: string | null
}

export const noAbsence: Absence = { absences: 0, absent_since: null, retry_at: null }

const dayMs = 86_400_000
/** Days between lookups of an ID that was never found: a typo, or not announced yet. */
const daysForUnknown = [1, 7, 30] as const
/** Days between lookups of a work that existed. Three lookups at least three days apart must miss it before it counts as deleted. */
const daysForKnown = [3, 3, 30] as const
const absencesBeforeGone = 3

export interface AbsenceCheck {
  /** Whether the marketplace ever had the work. */
  readonly wasThere: boolean
  /** Fixed-width UTC text. */
  readonly now: string
}

/** Returns the state after an absent lookup. A lookup before `retry_at`, started by a person, does not count. */
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

export const isConfirmedAbsent = ({ absences }: Absence): boolean => absences >= absencesBeforeGone
