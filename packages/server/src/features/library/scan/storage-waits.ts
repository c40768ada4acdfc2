/** Lets a scan wait for a storage that limits requests or does not respond, up to a limit, and reports each wait. */
import type { TaskWait } from '@koedana/contract/tasks.ts'
import { type MaybePromise, type OpenFile, type Storage, StorageError } from '../../storages/storage.ts'

export interface WaitOptions {
  readonly onWait?: ((wait: TaskWait | undefined) => void) | undefined
  readonly limits?: WaitLimits
}

interface WaitLimits {
  /** Budget of time to wait for rate limits. */
  readonly rateLimitedMs: number
  /** Time that each success returns to the budget. */
  readonly earnedMs: number
  /** A storage that has not responded for this long fails. */
  readonly silentMs: number
  /** A response that takes longer is reported as a wait. */
  readonly reportedMs: number
}

/**
 * Jianguoyun allows 600 requests in 30 minutes, then blocks for the rest of them. 45 minutes outlast one block, and 600 successes give
 * back 50 minutes: scans of any size finish, while a storage that only rejects requests fails.
 */
const defaultLimits: WaitLimits = {
  rateLimitedMs: 45 * 60_000,
  earnedMs: 5_000,
  silentMs: 5 * 60_000,
  reportedMs: 3_000,
}

/** Returns the storage with calls that wait as long as it requests, and that fail at once after it was silent for too long. */
export function withWaits(given: Storage, { onWait, limits = defaultLimits }: WaitOptions = {}): Storage {
  const reports = createReports(onWait)
  const rate = createRateWait(limits, reports)
  const silence = createSilence(limits, reports)
  const call = async <T>(act: () => MaybePromise<T>): Promise<T> => {
    for (;;) {
      await rate.passed()
      try {
        const result = await silence.watch(act)
        rate.earn()
        return result
      } catch (error) {
        if (!rate.takes(error)) throw error
      }
    }
  }
  const waiting = (storage: Storage): Storage => {
    const { changes, over } = storage
    return {
      ...storage,
      list: (folder, page) => call(() => storage.list(folder, page)),
      stat: (ref) => call(() => storage.stat(ref)),
      open: async (ref, signal) => waitingFile(await call(() => storage.open(ref, signal)), call),
      ...(changes && { changes: (cursor?: string) => call(() => changes(cursor)) }),
      ...(over && { over: (listings) => waiting(over(listings)) }),
    }
  }
  return waiting(given)
}

type Call = <T>(act: () => MaybePromise<T>) => Promise<T>

const waitingFile = (file: OpenFile, call: Call): OpenFile => ({
  ...file,
  read: (range) => call(() => file.read(range)),
})

interface Reports {
  readonly set: (reason: TaskWait['reason'], wait: Omit<TaskWait, 'reason'> | undefined) => void
}

/** If both apply, a rate limit is reported, since it explains more. */
function createReports(onWait: WaitOptions['onWait']): Reports {
  const waits = new Map<TaskWait['reason'], TaskWait>()
  return {
    set: (reason, wait) => {
      if (wait) waits.set(reason, { reason, ...wait })
      else if (!waits.delete(reason)) return
      onWait?.(waits.get('rateLimited') ?? waits.get('noResponse'))
    },
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const toIso = (ms: number) => new Date(ms).toISOString()

/** All calls share one pause, since providers count by account. Simultaneous rejections use up the limit only once. */
function createRateWait({ rateLimitedMs, earnedMs }: WaitLimits, reports: Reports) {
  let leftMs = rateLimitedMs
  let pausedUntil = 0
  return {
    passed: async (): Promise<void> => {
      while (pausedUntil > Date.now()) await sleep(pausedUntil - Date.now())
      reports.set('rateLimited', undefined)
    },
    earn: () => {
      leftMs = Math.min(leftMs + earnedMs, rateLimitedMs)
    },
    /** Returns whether the failed call may be retried after the pause. */
    takes: (error: unknown): boolean => {
      if (!(error instanceof StorageError) || error.fault !== 'rateLimited') return false
      const now = Date.now()
      const until = now + (error.retryAfterMs ?? 1_000)
      const moreMs = until - Math.max(now, pausedUntil)
      if (moreMs > leftMs) return false
      if (moreMs > 0) {
        leftMs -= moreMs
        pausedUntil = until
        reports.set('rateLimited', { until: toIso(until), limitSeconds: rateLimitedMs / 1_000 })
      }
      return true
    },
  }
}

/** Any response ends the silence, including errors other than `unavailable`. */
function createSilence({ silentMs, reportedMs }: WaitLimits, reports: Reports) {
  let silentSince: number | undefined
  let pending = 0
  let timer: NodeJS.Timeout | undefined
  const report = () => {
    const until = toIso((silentSince ?? Date.now()) + silentMs)
    reports.set('noResponse', { until, limitSeconds: silentMs / 1_000 })
  }
  const settle = (hasResponded: boolean) => {
    pending -= 1
    if (hasResponded) silentSince = pending > 0 ? Date.now() : undefined
    clearTimeout(timer)
    if (hasResponded || pending === 0) reports.set('noResponse', undefined)
    if (pending > 0) timer = setTimeout(report, reportedMs)
  }
  return {
    watch: async <T>(act: () => MaybePromise<T>): Promise<T> => {
      silentSince ??= Date.now()
      const leftMs = silentSince + silentMs - Date.now()
      if (leftMs <= 0) throw silentError()
      pending += 1
      if (pending === 1) timer = setTimeout(report, reportedMs)
      let hasResponded = true
      try {
        return await withinMs(act, leftMs)
      } catch (error) {
        hasResponded = !(error instanceof StorageError && error.fault === 'unavailable')
        throw error
      } finally {
        settle(hasResponded)
      }
    },
  }
}

const silentError = () => new StorageError('unavailable', { cause: 'no response within the limit' })

async function withinMs<T>(act: () => MaybePromise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(silentError()), limitMs)
  })
  try {
    return await Promise.race([act(), limit])
  } finally {
    clearTimeout(timer)
  }
}
