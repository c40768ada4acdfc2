/**
 * Listeners that read 48 kB per second of a whole file, in a process with low priority. So they only cost what the server spends on them,
 * and take no CPU from the measuring client.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Order } from './slow-listeners-process.ts'

/** Resolves once all listen, to a function that ends them. */
export async function listenSlowly(order: Order): Promise<() => Promise<void>> {
  const child = fork(fileURLToPath(new URL('./slow-listeners-process.ts', import.meta.url)))
  child.send(order)
  await once(child, 'message')
  return async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
}
