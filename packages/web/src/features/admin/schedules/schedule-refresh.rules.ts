/** Decides when to reload the schedules: soon after the next one starts. */
import type { Schedule } from '@koedana/contract/schedules.ts'

const defaultMs = 60_000
/** The server checks schedules every five seconds. The minimum also avoids constant polling if the clocks differ. */
const minMs = 6_000

/** Returns milliseconds. `now` is in milliseconds since the Unix epoch. */
export function msUntilReload(schedules: readonly Pick<Schedule, 'nextAt'>[], now: number): number {
  const left = schedules.flatMap(({ nextAt }) => (nextAt === null ? [] : [Date.parse(nextAt) - now]))
  return Math.max(minMs, Math.min(defaultMs, ...left.map((ms) => ms + minMs)))
}
