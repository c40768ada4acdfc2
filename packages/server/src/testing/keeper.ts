/**
 * Removes a folder once the process that began this one has ended, however it did: it holds the other end of the standard
 * input, and the system closes it for a process that was killed. A program that works in the folder is ended first.
 */
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'

export interface Kept {
  readonly folder: string
  readonly program?: Program
}

export interface Program {
  readonly path: string
  readonly args: readonly string[]
  /** The user it runs as, if not the one who began. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined
}

function keep({ folder, program }: Kept): void {
  // Servers that were asked to end may still write.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  const end = program ? startProgram(program, folder, remove) : remove
  process.stdin.resume().once('close', end)
}

/** Returns a function that ends it. */
function startProgram(
  { path, args, owner }: Program,
  folder: string,
  remove: () => Promise<void>,
): () => void {
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, ...owner })
  child.once('exit', async (code) => {
    await remove()
    process.exit(code ?? 1)
  })
  // PostgreSQL takes it for the fast shutdown, which ends connections that are still open.
  return () => child.kill('SIGINT')
}

const kept: Kept = JSON.parse(process.argv[2] ?? '')
keep(kept)
