/**
 * Reads an old database in a separate process with limits of memory and time: it may be malicious, and SQLite cannot be interrupted.
 * The process is killed when its caller cancels or exits.
 */
import { fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import type { MoveSource } from '@koedana/contract/server-import.ts'
import * as v from 'valibot'
import type { Message } from '../../lib/messages/messages.rules.ts'
import { temporaryFolder } from '../../lib/temporary-folders.ts'
import { readAudiobookshelf } from './audiobookshelf-database.ts'
import { readKikoeru } from './kikoeru-database.ts'
import { MigrationRejected, type UnmatchedRow } from './migration-report.ts'
import { readOldDatabase } from './old-file.ts'
import type { OldLibrary } from './old-library.ts'

export interface OldContents {
  readonly library: OldLibrary
  /** Unreadable rows. */
  readonly missed: readonly UnmatchedRow[]
}

/** Throws `MigrationRejected` if the file is not a database of that server. */
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
  /** Must not exist yet. */
  folder: v.string(),
  limits: v.object({ maxResidentBytes: v.number(), timeoutMs: v.number() }),
})
export type ReadOrder = v.InferOutput<typeof ReadOrder>

/** Reads a copy of the database, which is made in `folder`. Runs in the child process. */
export const readOver = ({ from, file, folder }: Omit<ReadOrder, 'limits'>): Promise<OldContents> =>
  readOldDatabase(file, folder, (db) => {
    const missed: UnmatchedRow[] = []
    const read = from === 'kikoeru' ? readKikoeru : readAudiobookshelf
    const library = read(db, { miss: (table, name, reason) => void missed.push({ table, name, reason }) })
    return { library, missed }
  })

/** The child process sends one of these, once; `contents` has the format of `node:v8`. */
export type ReadResult =
  | { readonly type: 'contents'; readonly contents: Uint8Array }
  | {
      readonly type: 'refused'
      readonly reason: MigrationRejected['reason']
      readonly said: readonly Message[]
    }
  | { readonly type: 'failed'; readonly message: string }

/** The V8 heap; the rest of the memory is for SQLite and the result in transit. */
const maxHeapMb = 1_024

/** Returns a reader. Aborting the signal kills the process at once, and rejects with the signal's reason. */
export const readInProcess =
  (signal: AbortSignal, limits = defaultReadLimits): ReadOld =>
  async (from, file) => {
    signal.throwIfAborted()
    const folder = temporaryFolder('migration')
    try {
      const result = await resultOf({ from, file, folder, limits }, signal)
      if (result.type === 'contents') return deserialize(result.contents)
      throw result.type === 'refused'
        ? new MigrationRejected(result.reason, result.said)
        : new Error(`${file} could not be read: ${result.message}`)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      // A killed process cannot clean up after itself.
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
      // The watchdog killed it, or V8 ran out of memory.
      else reject(new MigrationRejected('databaseTooLarge', tooLarge(order)))
    })
    child.send(order, (error) => error && reject(error))
  })
}

/** The server's environment contains secrets, so only named variables are passed. */
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
