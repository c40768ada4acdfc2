/** Loads of parts of the client, which a connection that was away for a moment only puts off. */
import { basePath } from '@koedana/contract/base-path.ts'
import { subPath } from './sub-path.ts'

const waitMs = 1_000

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

/** One looks for the server on behalf of all that wait for it. */
let waiting: Promise<void> | undefined

async function untilThere({ isThere, wait }: Way): Promise<void> {
  do await wait()
  while (!(await isThere()))
  waiting = undefined
}

/**
 * Returns what `load` does, which is tried again once the server responds: to whoever waits, a part is late then, where its
 * page would have broken. A server that has just begun may fail once more. Throws what the last try throws, as of a file
 * that an update has removed.
 */
export async function loadAgain<T>(load: () => Promise<T>, way: Way = network, tries = 3): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    if (tries === 0) throw cause
    waiting ??= untilThere(way)
    await waiting
    return loadAgain(load, way, tries - 1)
  }
}
