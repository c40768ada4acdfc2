/** Long lists a few at a time: between two steps the event loop serves everybody else. */
import { setImmediate } from 'node:timers/promises'

/** Returns what the steps returned, in order. */
export async function inSteps<T, R>(
  all: readonly T[],
  size: number,
  read: (some: readonly T[]) => Promise<readonly R[]> | readonly R[],
): Promise<R[]> {
  const made: R[] = []
  for (let at = 0; at < all.length; at += size) {
    if (at > 0) await setImmediate()
    made.push(...(await read(all.slice(at, at + size))))
  }
  return made
}
