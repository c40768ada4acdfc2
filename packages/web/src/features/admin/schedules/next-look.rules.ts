/** Decides when schedules are worth loading again: soon after the next one starts. */
import type { Schedule } from '@koedana/contract/schedules.ts'

const usualMs = 60_000
/** The server looks every five seconds; and if its clock and ours differ, it is not polled without a pause. */
const leastMs = 6_000

/** Milliseconds. `now` since 1970. */
export function untilNextLook(schedules: readonly Pick<Schedule, 'nextAt'>[], now: number): number {
  const left = schedules.flatMap(({ nextAt }) => (nextAt === null ? [] : [Date.parse(nextAt) - now]))
  return Math.max(leastMs, Math.min(usualMs, ...left.map((ms) => ms + leastMs)))
}
