/** Names of backups, and which ones are kept. */

/** How many backups are kept: the newest of each of the last `days` days and `weeks` weeks (UTC) that have one. */
export interface Retention {
  readonly days: number
  readonly weeks: number
}

export const defaultRetention: Retention = { days: 7, weeks: 4 }

/** Names have a resolution of one second. */
export const backupName = (madeAt: Date): string =>
  `koedana-${madeAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}.tar`

const named = /^koedana-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/

/** Returns undefined for other files. */
export function madeAtOf(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = named.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** Returns the backups to delete. The newest is always kept, and other files are ignored. */
export function expiredBackups(names: readonly string[], { days, weeks }: Retention): string[] {
  const backups = names
    .flatMap((name) => {
      const madeAt = madeAtOf(name)
      return madeAt ? [{ name, day: Math.floor(madeAt.getTime() / dayMs) }] : []
    })
    .toSorted((a, b) => (a.name < b.name ? 1 : -1))
  const kept = new Set([
    ...backups.slice(0, 1).map(({ name }) => name),
    ...newestOfEach(backups, ({ day }) => day, days),
    ...newestOfEach(backups, ({ day }) => weekOf(day), weeks),
  ])
  return backups.map(({ name }) => name).filter((name) => !kept.has(name))
}

const dayMs = 86_400_000

/** 1970-01-01 was a Thursday; weeks begin on Mondays. */
const weekOf = (day: number) => Math.floor((day + 3) / 7)

interface Dated {
  readonly name: string
  readonly day: number
}

/** `backups` is sorted newest first. */
function newestOfEach(backups: readonly Dated[], spanOf: (backup: Dated) => number, spans: number): string[] {
  const newest = new Map<number, string>()
  for (const backup of backups) if (!newest.has(spanOf(backup))) newest.set(spanOf(backup), backup.name)
  return [...newest.values()].slice(0, spans)
}
