/** How long things lie in the trash before they are removed. */

const dayMs = 86_400_000

/** A file that is gone for this long is not coming back by itself. */
export const daysMissing = 7
/** What lies in the trash for this long is removed for good. */
export const daysInTrash = 30

export const daysBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * dayMs).toISOString()

/** Returns the time from which the next clean task removes for good what went into the trash then. */
export const removedAfter = (trashedAt: string): string =>
  new Date(Date.parse(trashedAt) + daysInTrash * dayMs).toISOString()
