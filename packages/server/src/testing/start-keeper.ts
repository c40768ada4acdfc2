/** Takes away what was made for one run of tests as the run ends, even if it is killed. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Kept } from './keeper.ts'

const keeper = fileURLToPath(new URL('./keeper.ts', import.meta.url))

export type Keeper = ChildProcessByStdio<Writable, null, Readable>

/** It leads a group of its own: a signal to everything that this terminal runs would end it before its work is done. */
export const startKeeper = (kept: Kept): Keeper =>
  spawn(process.execPath, [keeper, JSON.stringify(kept)], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })

/** Resolves once the program has ended and the folder is gone. */
export async function stopKeeper(keeper: Keeper): Promise<void> {
  const ended = once(keeper, 'exit')
  keeper.stdin.end()
  await ended
}
