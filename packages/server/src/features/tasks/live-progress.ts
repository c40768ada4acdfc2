/** How far a worker is ahead of what it has written, and how fast it is: a step may take many items. */
import { marked, type Pace } from './pace.rules.ts'
import type { Written } from './step.store.ts'
import type { LiveProgress } from './task.store.ts'

export interface Progress {
  readonly advance: (items: number) => void
  readonly now: () => LiveProgress
  /** So many items of a step have been written: they are no longer ahead. */
  readonly written: (step: Written, items: number) => void
}

export function createLiveProgress(start: { readonly done: number }, now: () => Date): Progress {
  let done = start.done
  let ahead = 0
  let pace: Pace = []
  return {
    advance: (items) => {
      ahead += items
    },
    now: () => {
      pace = marked(pace, now().getTime(), done + ahead)
      return { ahead, pace }
    },
    written: (step, items) => {
      done = step.done
      pace = step.pace
      ahead = Math.max(0, ahead - items)
    },
  }
}
