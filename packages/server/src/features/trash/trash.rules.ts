/** Retention periods of missing and deleted items. */

const dayMs = 86_400_000

/** Files that have been missing for this many days are moved to the trash. */
export const daysMissing = 7
/** Items that have been in the trash for this many days are removed permanently. */
export const daysInTrash = 30

export const daysBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * dayMs).toISOString()

/** Returns the time from which the cleanup task may permanently remove an item that was moved to the trash at `trashedAt`. */
export const removedAfter = (trashedAt: string): string =>
  new Date(Date.parse(trashedAt) + daysInTrash * dayMs).toISOString()
