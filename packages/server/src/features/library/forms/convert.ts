/**
 * Runs the converter over a sound that somebody else made: it gets bytes by a pipe or a file of our own, may open nothing
 * else, and has a budget of memory, of its processor and of time.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type OpenFile, StorageError } from '../../storages/storage.ts'
import { conversionArgs, type MediaForm, needsSeeking } from './form.rules.ts'

export interface Conversion {
  /** The converter. */
  readonly program: string
  readonly source: OpenFile
  /** The name of the source. */
  readonly name: string
  readonly form: MediaForm
  /** Where the result is written. */
  readonly target: string
  readonly signal: AbortSignal
}

/** Fails with `damaged` for what cannot be converted, and as its storage does where that fails. */
export async function convert(conversion: Conversion): Promise<void> {
  const { source, name, target, signal } = conversion
  const bytes = () => source.stream({ start: 0, end: source.sizeBytes - 1 })
  if (source.sizeBytes === 0) throw new StorageError('damaged', { cause: 'the file is empty' })
  if (!needsSeeking(name)) return run(conversion, { path: undefined }, bytes())
  const path = `${target}.in`
  try {
    await pipeline(bytes(), createWriteStream(path, { mode: 0o600 }), { signal })
    await run(conversion, { path }, undefined)
  } finally {
    await rm(path, { force: true })
  }
}

type Child = ChildProcessByStdio<Writable, null, Readable>

/** A day of sound takes some minutes. */
const longestMs = 30 * 60_000
const longestErrors = 4_000

function run(
  { program, form, target, signal }: Conversion,
  input: { readonly path: string | undefined },
  bytes: Readable | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = start(program, conversionArgs(form, input, target))
    const kill = () => child.kill('SIGKILL')
    const timer = setTimeout(kill, longestMs)
    signal.addEventListener('abort', kill, { once: true })
    let failed: unknown
    let said = ''
    child.stderr.on('data', (piece: Buffer) => {
      if (said.length < longestErrors) said += piece.toString()
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
      else if (code === 0) resolve()
      else reject(new StorageError('damaged', { cause: said.slice(0, longestErrors) }))
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
function start(program: string, args: readonly string[]): Child {
  const limits = [String(mostKilobytes), String(mostSeconds)]
  const [command, given] =
    process.platform === 'win32'
      ? [program, args]
      : ['/bin/sh', ['-c', bounded, 'sh', ...limits, program, ...args]]
  const child = spawn(command, given, { stdio: ['pipe', 'ignore', 'pipe'], env: { PATH: process.env.PATH } })
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It may have ended already, or not be ours to change.
  }
  return child
}
