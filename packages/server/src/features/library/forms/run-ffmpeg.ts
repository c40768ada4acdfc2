/**
 * Runs the system's ffmpeg on an untrusted file. It gets the bytes by a pipe or from a local copy, can open nothing else, and has limits
 * of memory, CPU time and duration.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type OpenFile, StorageError } from '../../storages/storage.ts'
import { type ConversionInput, needsSeeking } from './form.rules.ts'

export interface FfmpegJob {
  readonly program: string
  readonly argsFor: (input: ConversionInput) => readonly string[]
  readonly source: OpenFile
  readonly name: string
  readonly copy: string
  readonly signal: AbortSignal
  readonly onOutput?: (piece: Uint8Array) => void
}

/**
 * Returns the end of the standard error output. Fails with `damaged` if ffmpeg cannot read the source, or with the error of the storage.
 */
export async function runFfmpeg(job: FfmpegJob): Promise<string> {
  const { source, name, copy, signal, argsFor } = job
  const bytes = () => source.stream({ start: 0, end: source.sizeBytes - 1 })
  if (source.sizeBytes === 0) throw new StorageError('damaged', { cause: 'the file is empty' })
  if (!needsSeeking(name)) return runProcess(job, argsFor({ path: undefined }), bytes())
  try {
    await pipeline(bytes(), createWriteStream(copy, { mode: 0o600 }), { signal })
    return await runProcess(job, argsFor({ path: copy }), undefined)
  } finally {
    await rm(copy, { force: true })
  }
}

/** A day of audio takes a few minutes. */
const maxMs = 30 * 60_000
const maxWordsLength = 8_000

function runProcess(
  { program, signal, onOutput }: FfmpegJob,
  args: readonly string[],
  bytes: Readable | undefined,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = startProcess(program, args)
    const kill = () => child.kill('SIGKILL')
    const timer = setTimeout(kill, maxMs)
    signal.addEventListener('abort', kill, { once: true })
    let failed: unknown
    let stderrText = ''
    child.stdout.on('data', (piece: Uint8Array) => onOutput?.(piece))
    child.stderr.on('data', (piece: Buffer) => {
      stderrText = (stderrText + piece.toString()).slice(-maxWordsLength)
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
      else if (code === 0) resolve(stderrText)
      else reject(new StorageError('damaged', { cause: stderrText }))
    })
    if (signal.aborted) kill()
    // ffmpeg may exit before it has read all input. A source that ends early must fail, or the result would pass for complete.
    child.stdin.on('error', () => {})
    bytes?.once('error', (error) => {
      failed = error
      kill()
    })
    if (bytes) bytes.pipe(child.stdin)
    else child.stdin.end()
  })
}

const maxKilobytes = 2 * 1024 * 1024
const maxSeconds = 1_800
/** Limits that a system does not support are skipped. */
const limitScript = 'ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; shift 2; exec "$@"'

function startProcess(program: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  const limits = [String(maxKilobytes), String(maxSeconds)]
  const [command, given] =
    process.platform === 'win32'
      ? [program, args]
      : ['/bin/sh', ['-c', limitScript, 'sh', ...limits, program, ...args]]
  const child = spawn(command, given, { env: { PATH: process.env.PATH } })
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It may have ended already, or not be ours to change.
  }
  return child
}
