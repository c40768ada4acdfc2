import type { SleepState } from './sleep-timer.ts'

/** The volume fades in the last seconds. */
export const lastSeconds = 60

interface SleepTimerInput {
  readonly sleep: SleepState | undefined
  readonly playing: boolean
}

/** Returns whether any key extends the timer. Timers of up to a minute have no such phase. */
export const isInLastMinute = ({ sleep, playing }: SleepTimerInput): boolean =>
  playing &&
  sleep?.until.type === 'minutes' &&
  sleep.until.minutes * 60 > lastSeconds &&
  !sleep.isOver &&
  sleep.left !== null &&
  sleep.left <= lastSeconds
