/** Says when a sleep timer is about to end. */
import type { SleepState } from './sleep-timer.ts'

/** The sound fades in the last seconds. */
export const lastSeconds = 60

interface Sounding {
  readonly sleep: SleepState | undefined
  readonly playing: boolean
}

/** Returns whether any key means "ten minutes more"; a timer that was given no more than this has no such end. */
export const isInLastMinute = ({ sleep, playing }: Sounding): boolean =>
  playing &&
  sleep?.until.is === 'minutes' &&
  sleep.until.minutes * 60 > lastSeconds &&
  !sleep.isOver &&
  sleep.left !== null &&
  sleep.left <= lastSeconds
