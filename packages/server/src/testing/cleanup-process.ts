/**
 * Deletes a folder after the process that started this one has ended, even if it was killed. The parent holds the other end of
 * standard input, which the system closes. A program that works in the folder is stopped first.
 */
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'

export interface CleanupOrder {
  readonly folder: string
  readonly program?: Program
}

export interface Program {
  readonly path: string
  readonly args: readonly string[]
  /** The user that runs the program, if different. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined
}

function cleanUpOnExit({ folder, program }: CleanupOrder): void {
  // Servers that are shutting down may still write, so deleting is retried.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  const end = program ? startProgram(program, folder, remove) : remove
  process.stdin.resume().once('close', end)
}

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
  // SIGINT is PostgreSQL's fast shutdown, which closes open connections.
  return () => child.kill('SIGINT')
}

const kept: CleanupOrder = JSON.parse(process.argv[2] ?? '')
cleanUpOnExit(kept)
