/** Waits politely while the marketplace is silent, and gives up once that has gone on for long. */
import { setTimeout } from 'node:timers/promises'
import type { LookupResult } from '../lookup-result.ts'

export interface OutageRetry {
  readonly signal: AbortSignal
  /** Milliseconds between two looks whether it speaks again. */
  readonly pollMs: number
  /** The longest outage that is waited out, milliseconds. */
  readonly longestMs: number
  /** Called once as an outage begins, and once as it ends. */
  readonly onSilence: (isSilent: boolean) => void
  /** What ends it all after the longest silence. */
  readonly giveUp: () => Error
}

/** Asks until there is an answer, or a fault of this one call alone. */
export type RetryThroughOutages = <T>(call: () => Promise<T>, isSilent: (result: T) => boolean) => Promise<T>

/** One for all calls of a task: what one of them hears is known to the others. */
export function createOutageRetry(outageRetry: OutageRetry): RetryThroughOutages {
  const { signal, pollMs, longestMs, onSilence, giveUp } = outageRetry
  let silentSince: number | undefined
  return async (call, isSilent) => {
    for (;;) {
      signal.throwIfAborted()
      const result = await call()
      if (!isSilent(result)) {
        if (silentSince !== undefined) onSilence(false)
        silentSince = undefined
        return result
      }
      if (silentSince === undefined) onSilence(true)
      silentSince ??= performance.now()
      if (performance.now() - silentSince >= longestMs) throw giveUp()
      await setTimeout(pollMs, undefined, { signal })
    }
  }
}

export const isSilent = (result: LookupResult<unknown>): boolean =>
  result.kind === 'fault' && result.reason === 'marketplaceSilent'
