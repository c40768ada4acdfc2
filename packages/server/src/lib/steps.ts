/** Long lists a few at a time: between two steps the event loop serves everybody else. */
import { setImmediate } from 'node:timers/promises'

/** Yields what each step returned, in order. Of those that were taken nothing is held here. */
export async function* stepsOf<T, R>(
  all: readonly T[],
  size: number,
  read: (some: readonly T[]) => Promise<readonly R[]> | readonly R[],
): AsyncGenerator<readonly R[]> {
  for (let at = 0; at < all.length; at += size) {
    if (at > 0) await setImmediate()
    yield await read(all.slice(at, at + size))
  }
}

/** Returns the same steps with each thing as something else. */
export async function* mapSteps<T, R>(
  steps: AsyncIterable<readonly T[]>,
  map: (one: T) => R,
): AsyncGenerator<R[]> {
  for await (const some of steps) yield some.map(map)
}

/** Returns what the steps returned, in order. */
export async function inSteps<T, R>(
  all: readonly T[],
  size: number,
  read: (some: readonly T[]) => Promise<readonly R[]> | readonly R[],
): Promise<R[]> {
  const made: R[] = []
  for await (const some of stepsOf(all, size, read)) made.push(...some)
  return made
}
