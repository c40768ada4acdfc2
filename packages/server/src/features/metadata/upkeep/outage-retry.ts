/** Waits politely while the marketplace is silent, and gives up once that has gone on for long. */
import { setTimeout } from 'node:timers/promises'
import type { Answer } from '../answers.ts'

export interface OutageRetry {
  readonly signal: AbortSignal
  /** Milliseconds between two looks whether it speaks again. */
  readonly lookMs: number
  /** Of silence that is waited out, milliseconds. */
  readonly longestMs: number
  /** Told once as a silence begins, and once as it ends. */
  readonly onSilence: (isSilent: boolean) => void
  /** What ends it all after the longest silence. */
  readonly giveUp: () => Error
}

/** Asks until there is an answer, or a fault of this one call alone. */
export type AskThroughOutages = <T>(ask: () => Promise<T>, isSilent: (answer: T) => boolean) => Promise<T>

/** One for all calls of a task: what one of them hears is known to the others. */
export function createOutageRetry(outageRetry: OutageRetry): AskThroughOutages {
  const { signal, lookMs, longestMs, onSilence, giveUp } = outageRetry
  let silentSince: number | undefined
  return async (ask, isSilent) => {
    for (;;) {
      signal.throwIfAborted()
      const answer = await ask()
      if (!isSilent(answer)) {
        if (silentSince !== undefined) onSilence(false)
        silentSince = undefined
        return answer
      }
      if (silentSince === undefined) onSilence(true)
      silentSince ??= performance.now()
      if (performance.now() - silentSince >= longestMs) throw giveUp()
      await setTimeout(lookMs, undefined, { signal })
    }
  }
}

export const isSilent = (answer: Answer<unknown>): boolean =>
  answer.kind === 'fault' && answer.reason === 'marketplaceSilent'
