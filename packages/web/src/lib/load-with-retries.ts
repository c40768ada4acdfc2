/** Retries loads of code chunks after a short loss of connection. */
import { basePath } from '@koedana/contract/base-path.ts'
import { subPath } from './sub-path.ts'

const waitMs = 1_000

export interface RetryPorts {
  /** Returns whether the server responds. */
  readonly isThere: () => Promise<boolean>
  readonly wait: () => Promise<unknown>
}

const network: RetryPorts = {
  isThere: () =>
    fetch(`${subPath}${basePath}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    ),
  wait: () => new Promise((done) => setTimeout(done, waitMs)),
}

/** All waiting loads share one check for the server. */
let waiting: Promise<void> | undefined

async function waitUntilReachable({ isThere, wait }: RetryPorts): Promise<void> {
  do await wait()
  while (!(await isThere()))
  waiting = undefined
}

/**
 * Calls `load`, and again once the server responds: the caller gets the chunk late instead of failing. A server that has just started may
 * fail again, so there are several tries. Throws the last error, for example for a file that an update has removed.
 */
export async function loadWithRetries<T>(
  load: () => Promise<T>,
  way: RetryPorts = network,
  tries = 3,
): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    if (tries === 0) throw cause
    waiting ??= waitUntilReachable(way)
    await waiting
    return loadWithRetries(load, way, tries - 1)
  }
}
