/** Starts a cleanup process that deletes the files of a test run when it ends, even if it is killed. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { CleanupOrder } from './cleanup-process.ts'

const keeper = fileURLToPath(new URL('./cleanup-process.ts', import.meta.url))

export type Keeper = ChildProcessByStdio<Writable, null, Readable>

/** It has its own process group: otherwise a signal to the terminal's group would kill it before it has cleaned up. */
export const startCleanupProcess = (kept: CleanupOrder): Keeper =>
  spawn(process.execPath, [keeper, JSON.stringify(kept)], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })

/** Resolves when the program has ended and the folder is deleted. */
export async function stopCleanupProcess(keeper: Keeper): Promise<void> {
  const ended = once(keeper, 'exit')
  keeper.stdin.end()
  await ended
}
