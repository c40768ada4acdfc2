/** Processes long lists in steps, so that the event loop serves other requests in between. */
import { setImmediate } from 'node:timers/promises'

/** Yields the result of each step, in order. Results are not kept here. */
export async function* readInSteps<T, R>(
  all: readonly T[],
  size: number,
  read: (some: readonly T[]) => Promise<readonly R[]> | readonly R[],
): AsyncGenerator<readonly R[]> {
  for (let at = 0; at < all.length; at += size) {
    if (at > 0) await setImmediate()
    yield await read(all.slice(at, at + size))
  }
}

export async function* mapSteps<T, R>(
  steps: AsyncIterable<readonly T[]>,
  map: (one: T) => R,
): AsyncGenerator<R[]> {
  for await (const some of steps) yield some.map(map)
}

export async function collectInSteps<T, R>(
  all: readonly T[],
  size: number,
  read: (some: readonly T[]) => Promise<readonly R[]> | readonly R[],
): Promise<R[]> {
  const made: R[] = []
  for await (const some of readInSteps(all, size, read)) made.push(...some)
  return made
}
