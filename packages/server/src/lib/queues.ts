/** Limits concurrent work: further callers wait in line, for a limited time and up to a limited number. */
import { AppError } from './app-error.ts'

export interface QueueLimits {
  readonly atOnce: number
  /** Further callers are rejected immediately. */
  readonly maxWaiting: number
  /** A caller that gets no turn within this time is rejected. */
  readonly maxWaitMs: number
}

/** Throws `tooManyRequests` if the work was not started. */
export type RunQueued = <T>(work: () => Promise<T>) => Promise<T>

export function createLimitedQueue({ atOnce, maxWaiting, maxWaitMs }: QueueLimits): RunQueued {
  let running = 0
  const waiting = new Set<() => void>()

  const wait = () =>
    new Promise<void>((resolve, reject) => {
      if (waiting.size >= maxWaiting) return reject(queueFullError())
      const giveUp = () => {
        waiting.delete(begin)
        reject(queueFullError())
      }
      const timer = setTimeout(giveUp, maxWaitMs)
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(begin)
    })

  return async (work) => {
    if (running >= atOnce) await wait()
    else running += 1
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) {
        waiting.delete(next)
        next()
      } else running -= 1
    }
  }
}

const queueFullError = () => new AppError('tooManyRequests', { retryAfterSeconds: 1 })

/** Runs functions one after the other, in the order of calls. */
export interface SerialQueue {
  readonly run: <T>(act: () => Promise<T>) => Promise<T>
  readonly isIdle: () => boolean
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    run: (act) => {
      waiting += 1
      const result = last.then(act).finally(() => {
        waiting -= 1
      })
      last = result.catch(() => undefined)
      return result
    },
    isIdle: () => waiting === 0,
  }
}
