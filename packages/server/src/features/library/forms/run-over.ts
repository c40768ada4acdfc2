/**
 * Runs the ffmpeg of the system over a sound that somebody else made: it gets bytes by a pipe or a file of our own, may open
 * nothing else, and has a budget of memory, of its processor and of time.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type OpenFile, StorageError } from '../../storages/storage.ts'
import { type Input, needsSeeking } from './form.rules.ts'

export interface SoundRun {
  readonly program: string
  readonly argsFor: (input: Input) => readonly string[]
  readonly source: OpenFile
  /** The name of the source. */
  readonly name: string
  /** The path at which a copy may lie for as long as it runs. */
  readonly copy: string
  readonly signal: AbortSignal
  readonly onOutput?: (piece: Uint8Array) => void
}

/** Returns the end of what it says. Fails with `damaged` for what it cannot read, and as the storage does where that fails. */
export async function runOver(job: SoundRun): Promise<string> {
  const { source, name, copy, signal, argsFor } = job
  const bytes = () => source.stream({ start: 0, end: source.sizeBytes - 1 })
  if (source.sizeBytes === 0) throw new StorageError('damaged', { cause: 'the file is empty' })
  if (!needsSeeking(name)) return run(job, argsFor({ path: undefined }), bytes())
  try {
    await pipeline(bytes(), createWriteStream(copy, { mode: 0o600 }), { signal })
    return await run(job, argsFor({ path: copy }), undefined)
  } finally {
    await rm(copy, { force: true })
  }
}

/** A day of sound takes some minutes. */
const longestMs = 30 * 60_000
const longestWords = 8_000

function run(
  { program, signal, onOutput }: SoundRun,
  args: readonly string[],
  bytes: Readable | undefined,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = start(program, args)
    const kill = () => child.kill('SIGKILL')
    const timer = setTimeout(kill, longestMs)
    signal.addEventListener('abort', kill, { once: true })
    let failed: unknown
    let said = ''
    child.stdout.on('data', (piece: Uint8Array) => onOutput?.(piece))
    child.stderr.on('data', (piece: Buffer) => {
      said = (said + piece.toString()).slice(-longestWords)
    })
    child.once('error', (error) => {
      failed = error
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      bytes?.destroy()
      if (signal.aborted) reject(new StorageError('unavailable', { cause: 'nobody waits any more' }))
      else if (failed) reject(failed)
      else if (code === 0) resolve(said)
      else reject(new StorageError('damaged', { cause: said }))
    })
    if (signal.aborted) kill()
    // The program may end before it has read everything; a source that ends too early must not pass for a whole one.
    child.stdin.on('error', () => {})
    bytes?.once('error', (error) => {
      failed = error
      kill()
    })
    if (bytes) bytes.pipe(child.stdin)
    else child.stdin.end()
  })
}

const mostKilobytes = 2 * 1024 * 1024
const mostSeconds = 1_800
/** What a system does not know how to bound is left as it is. */
const bounded = 'ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; shift 2; exec "$@"'

/** It goes behind everything else that this machine does. */
function start(program: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  const limits = [String(mostKilobytes), String(mostSeconds)]
  const [command, given] =
    process.platform === 'win32'
      ? [program, args]
      : ['/bin/sh', ['-c', bounded, 'sh', ...limits, program, ...args]]
  const child = spawn(command, given, { env: { PATH: process.env.PATH } })
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It may have ended already, or not be ours to change.
  }
  return child
}
