/**
 * Listeners who take 48 kB a second of a whole file, in a process of their own that gives way to all others: what they cost
 * is then what the server spends on them, and not what they take from the one who measures.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Order } from './slow-listeners-process.ts'

/** Returns a function that ends them, once all of them listen. */
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
