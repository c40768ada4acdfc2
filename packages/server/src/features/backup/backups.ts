/** Backups of a running server, in a folder of their own. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DatabaseLocation } from '../../db/open.ts'
import { undefinedIfMissing } from '../../lib/enoent.ts'
import { CodedError } from '../../lib/messages/coded-error.ts'
import type { Message } from '../../lib/messages/messages.rules.ts'
import { defaultYoungHeap } from '../../lib/young-heap.ts'
import type { BackupOrder, MadeBackup } from './make-backup.ts'
import { backupName, expiredBackups, madeAtOf, type Retention } from './retention.rules.ts'

export interface Backups {
  /** Makes one, under this name, and does nothing else meanwhile. Throws a `CodedError` for what a person can fix. */
  readonly make: (wishes: BackupOptions) => Promise<MadeBackup>
  /** Returns the name for a backup of the current time. */
  readonly nameNow: () => string
  /** Deletes backups beyond the retention, and unfinished ones. Returns the names of deleted backups. */
  readonly thin: (retention: Retention) => Promise<string[]>
  /** Returns undefined if there is none. */
  readonly newest: () => Promise<KnownBackup | undefined>
}

export interface BackupOptions {
  readonly name: string
  readonly withCovers: boolean
  readonly signal: AbortSignal
  /** Called with the name of a table, or `covers`. */
  readonly onPart: (part: string) => void
}

export interface KnownBackup {
  readonly madeAt: Date
  readonly sizeBytes: number
}

export interface BackupsSources {
  readonly location: DatabaseLocation
  readonly dataFolder: string
  /** Created if missing. */
  readonly backupFolder: string
  readonly now: () => Date
}

/** Messages of the thread. */
export type BackupWord =
  | { readonly at: string }
  | { readonly made: MadeBackup }
  | { readonly refused: readonly Message[] }

const dayMs = 86_400_000

export function createBackups({ location, dataFolder, backupFolder, now }: BackupsSources): Backups {
  /** Unfinished files older than a day are abandoned. */
  const isOld = (name: string) => {
    const madeAt = madeAtOf(name)
    return madeAt !== undefined && now().getTime() - madeAt.getTime() > dayMs
  }
  const names = async () => (await readdir(backupFolder).catch(undefinedIfMissing)) ?? []
  return {
    nameNow: () => backupName(now()),
    make: async ({ name, withCovers, ...wishes }) => {
      await mkdir(backupFolder, { recursive: true, mode: 0o700 }).catch((cause: Error) => {
        const values = { folder: backupFolder, reason: cause.message }
        throw new CodedError({ code: 'backup.folderNotMade', values }, { cause })
      })
      const target = join(backupFolder, name)
      try {
        return await makeInThread(
          { location, dataFolder, target, withKey: false, withCovers, now: now() },
          wishes,
        )
      } finally {
        // A terminated thread leaves its draft behind.
        await rm(`${target}.part`, { force: true })
      }
    },
    thin: async (retention) => {
      const found = await names()
      const gone = expiredBackups(found, retention)
      const unfinished = found.filter(
        (name) => name.endsWith('.part') && isOld(name.slice(0, -'.part'.length)),
      )
      for (const name of [...gone, ...unfinished]) await rm(join(backupFolder, name), { force: true })
      return gone
    },
    newest: async () => {
      const name = (await names())
        .filter((one) => madeAtOf(one))
        .toSorted()
        .at(-1)
      const madeAt = madeAtOf(name ?? '')
      const found =
        name === undefined ? undefined : await stat(join(backupFolder, name)).catch(undefinedIfMissing)
      return madeAt && found && { madeAt, sizeBytes: found.size }
    },
  }
}

function makeInThread(
  order: BackupOrder,
  { signal, onPart }: Pick<BackupOptions, 'signal' | 'onPart'>,
): Promise<MadeBackup> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: defaultYoungHeap,
  })
  const end = () => void worker.terminate()
  signal.addEventListener('abort', end, { once: true })
  return new Promise<MadeBackup>((resolve, reject) => {
    worker.on('message', (word: BackupWord) => {
      if ('at' in word) onPart(word.at)
      else if ('made' in word) resolve(word.made)
      else reject(new CodedError(word.refused))
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(signal.reason ?? new Error(`the thread ended with ${code}`)))
  }).finally(() => signal.removeEventListener('abort', end))
}
