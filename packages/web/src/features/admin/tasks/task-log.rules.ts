import type { TaskLine } from '@koedana/contract/tasks.ts'

/** More would slow the page down; the older ones are in the server's own log. */
export const mostLines = 2_000

/** Each line once, in order. */
export function mergeLines(known: readonly TaskLine[], told: readonly TaskLine[]): readonly TaskLine[] {
  const last = known.at(-1)?.seq ?? -1
  const newer = told.filter(({ seq }) => seq > last)
  return newer.length === 0 ? known : [...known, ...newer].slice(-mostLines)
}
