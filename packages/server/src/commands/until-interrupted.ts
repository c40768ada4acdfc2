/** A command that may take long, and is told to stop by Ctrl+C or by whoever ends services. */
import { UsageError } from '../lib/app-error.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * The act gives up once its signal says so; then the command ends with these words. A second interrupt ends it at once,
 * as it ends any program.
 *
 * @throws UsageError where it was interrupted before the act was over.
 */
export async function untilInterrupted<T>(
  act: (signal: AbortSignal) => Promise<T>,
  words: () => string,
): Promise<T> {
  const stop = new AbortController()
  const onSignal = () => {
    forget()
    stop.abort()
  }
  const forget = () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
  for (const signal of signals) process.on(signal, onSignal)
  try {
    return await act(stop.signal)
  } catch (error) {
    if (stop.signal.aborted) throw new UsageError(words())
    throw error
  } finally {
    forget()
  }
}
