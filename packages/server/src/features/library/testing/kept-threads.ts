/** Threads that read sounds one scan after the other: to start one costs a test more than all that it reads. */
import { remoteBudgets, type SoundBudgets, usualBudgets } from '../scan/sounds/read-sound.ts'
import { type SoundThread, type SoundThreads, startSoundThread } from '../scan/sounds/sound-reader.ts'

/** Budgets of a test's own have threads of their own, which end with their reader. */
const idle = new Map<SoundBudgets, SoundThread[]>([
  [usualBudgets, []],
  [remoteBudgets, []],
])
const budgetsOf = new WeakMap<SoundThread, SoundBudgets>()

export const keptThreads: SoundThreads = {
  start: (budgets) => {
    const waiting = idle.get(budgets)
    for (let thread = waiting?.pop(); thread; thread = waiting?.pop()) if (isAlive(thread)) return thread
    const thread = startSoundThread(budgets)
    budgetsOf.set(thread, budgets)
    return thread
  },
  end: async (thread, isIdle) => {
    const { worker } = thread
    const budgets = budgetsOf.get(thread)
    const waiting = budgets && idle.get(budgets)
    if (!isIdle || !waiting) {
      await worker.terminate()
      return
    }
    worker.removeAllListeners('message')
    worker.removeAllListeners('exit')
    waiting.push(thread)
  },
}

/** A thread that has ended has no number. */
const isAlive = ({ worker }: SoundThread) => worker.threadId >= 0
