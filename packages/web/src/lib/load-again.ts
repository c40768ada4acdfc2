/** Loads of parts of the client, which a connection that was away for a moment only puts off. */
import { basePath } from '@koedana/contract/base-path.ts'
import { subPath } from './sub-path.ts'

const waitMs = 2_000

export interface Way {
  /** Returns whether the server responds. */
  readonly isThere: () => Promise<boolean>
  readonly wait: () => Promise<unknown>
}

const network: Way = {
  isThere: () =>
    fetch(`${subPath}${basePath}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    ),
  wait: () => new Promise((done) => setTimeout(done, waitMs)),
}

/**
 * Returns what `load` does, which is tried once more as soon as the server responds: to whoever waits, a part is late then,
 * where its page would have broken. Throws what the second load throws, as of a file that an update has removed.
 */
export async function loadAgain<T>(load: () => Promise<T>, { isThere, wait }: Way = network): Promise<T> {
  try {
    return await load()
  } catch {
    while (!(await isThere())) await wait()
    return load()
  }
}
