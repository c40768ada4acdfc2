/**
 * Reads what an old server holds, in a process of its own with limits of memory and time: its database may be hostile, and
 * SQLite returns to nobody while it works. The process is killed when its caller cancels or is gone.
 */
import { fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import type { MoveSource } from '@koedana/contract/moving.ts'
import * as v from 'valibot'
import type { Message } from '../../lib/messages/messages.rules.ts'
import { temporaryFolder } from '../../lib/temporary-folders.ts'
import { readAudiobookshelf } from './audiobookshelf-database.ts'
import { readKikoeru } from './kikoeru-database.ts'
import { MoveRefused, type Unmatched } from './migration-report.ts'
import { readOldDatabase } from './old-file.ts'
import type { OldLibrary } from './old-library.ts'

export interface OldContents {
  readonly library: OldLibrary
  /** Rows that cannot be read. */
  readonly missed: readonly Unmatched[]
}

/** Throws `MoveRefused` for what is no database of that server. */
export type ReadOld = (from: MoveSource, file: string) => Promise<OldContents>

export interface ReadLimits {
  readonly maxResidentBytes: number
  readonly timeoutMs: number
}

/** Years of marks take some seconds and less than half of this memory. */
export const defaultReadLimits: ReadLimits = { maxResidentBytes: 1.5 * 1024 ** 3, timeoutMs: 10 * 60_000 }

export const ReadOrder = v.object({
  from: v.picklist(['kikoeru', 'audiobookshelf'] satisfies MoveSource[]),
  file: v.string(),
  /** Does not exist yet. */
  folder: v.string(),
  limits: v.object({ maxResidentBytes: v.number(), timeoutMs: v.number() }),
})
export type ReadOrder = v.InferOutput<typeof ReadOrder>

/** Reads a copy that is made in the folder of the order. Runs in the process that is started for it. */
export const readOver = ({ from, file, folder }: Omit<ReadOrder, 'limits'>): Promise<OldContents> =>
  readOldDatabase(file, folder, (db) => {
    const missed: Unmatched[] = []
    const read = from === 'kikoeru' ? readKikoeru : readAudiobookshelf
    const library = read(db, { miss: (table, name, reason) => void missed.push({ table, name, reason }) })
    return { library, missed }
  })

/** The process sends one of these, once; `contents` in the format of `node:v8`. */
export type ReadResult =
  | { readonly type: 'contents'; readonly contents: Uint8Array }
  | {
      readonly type: 'refused'
      readonly reason: MoveRefused['reason']
      readonly said: readonly Message[]
    }
  | { readonly type: 'failed'; readonly message: string }

/** The heap of V8; the rest of the memory is that of SQLite and of the result on its way. */
const maxHeapMb = 1_024

/** An aborted signal kills the process at once, and rejects with its reason. */
export const readInProcess =
  (signal: AbortSignal, limits = defaultReadLimits): ReadOld =>
  async (from, file) => {
    signal.throwIfAborted()
    const folder = temporaryFolder('migration')
    try {
      const result = await resultOf({ from, file, folder, limits }, signal)
      if (result.type === 'contents') return deserialize(result.contents)
      throw result.type === 'refused'
        ? new MoveRefused(result.reason, result.said)
        : new Error(`${file} could not be read: ${result.message}`)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      // A process that was killed has cleaned up nothing.
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
    }
  }

function resultOf(order: ReadOrder, signal: AbortSignal): Promise<ReadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./read-old-process.ts', import.meta.url)), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${maxHeapMb}`, '--no-warnings'],
      env: { ...namedIn(process.env, ['PATH', 'TMPDIR', 'TMP', 'TEMP', 'SYSTEMROOT']) },
    })
    const kill = () => void child.kill('SIGKILL')
    signal.addEventListener('abort', kill, { once: true })
    let result: ReadResult | undefined
    child.once('message', (message: ReadResult) => {
      result = message
      kill()
    })
    child.once('error', reject)
    child.once('exit', () => {
      signal.removeEventListener('abort', kill)
      if (result) resolve(result)
      // Its watchdog killed it, or V8 ended for want of memory.
      else reject(new MoveRefused('databaseTooLarge', tooLarge(order)))
    })
    child.send(order, (error) => error && reject(error))
  })
}

/** The environment of the server has its secrets. */
const namedIn = (environment: NodeJS.ProcessEnv, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  )

const tooLarge = ({ file, limits: { maxResidentBytes, timeoutMs } }: ReadOrder): Message => ({
  code: 'import.tooSlow',
  values: {
    file,
    maxMib: Math.round(maxResidentBytes / 1024 ** 2),
    maxMinutes: Math.round(timeoutMs / 60_000),
  },
})
