/** Runs a task in processes that are killed, one after another, until one of them finishes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { WorksOrder } from './works-order.ts'

const script = fileURLToPath(new URL('./works-process.ts', import.meta.url))

/** Returns how many processes were killed. Each of `moments` is a kill, in milliseconds after the process started working. */
export async function runKilled(order: WorksOrder, moments: readonly number[]): Promise<number> {
  for (const [killed, moment] of moments.entries()) if (await isOver(order, moment)) return killed
  if (!(await isOver(order, undefined))) throw new Error('a process that was let alone did not end well')
  return moments.length
}

/** Returns whether the process finished before its kill. */
async function isOver(order: WorksOrder, moment: number | undefined): Promise<boolean> {
  const child = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  if (moment !== undefined) {
    await Promise.race([once(child.stdout, 'data'), exit])
    await Promise.race([setTimeout(moment), exit])
    child.kill('SIGKILL')
  }
  await exit
  return child.exitCode === 0
}
