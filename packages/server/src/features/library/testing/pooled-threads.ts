/** Reuses audio-reading threads across scans, because starting one takes longer than all that a test reads. */
import { defaultBudgets, remoteBudgets, type SoundBudgets } from '../scan/sounds/read-sound.ts'
import { type SoundThread, type SoundThreads, startSoundThread } from '../scan/sounds/sound-reader.ts'

/** Threads with custom budgets are not reused. */
const idle = new Map<SoundBudgets, SoundThread[]>([
  [defaultBudgets, []],
  [remoteBudgets, []],
])
const budgetsOf = new WeakMap<SoundThread, SoundBudgets>()

export const pooledThreads: SoundThreads = {
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

/** Terminated workers have a negative thread ID. */
const isAlive = ({ worker }: SoundThread) => worker.threadId >= 0
