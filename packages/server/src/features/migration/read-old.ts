/** Reads what an old server holds, in a thread of its own where others are being served: it takes as long as the database is large. */
import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { MoveSource } from '@koedana/contract/moving.ts'
import { temporaryFolder } from '../../lib/temporary-folders.ts'
import { usualYoungHeap } from '../../lib/young-heap.ts'
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

export const readHere: ReadOld = (from, file) =>
  readOver({ from, file, folder: temporaryFolder('migration') })

/** Reads a copy that is made in the folder of the order. */
export const readOver = ({ from, file, folder }: ReadOrder): Promise<OldContents> =>
  readOldDatabase(file, folder, (db) => {
    const missed: Unmatched[] = []
    const read = from === 'kikoeru' ? readKikoeru : readAudiobookshelf
    const library = read(db, { miss: (table, name, reason) => void missed.push({ table, name, reason }) })
    return { library, missed }
  })

export interface ReadOrder {
  readonly from: MoveSource
  readonly file: string
  /** Nothing is there yet. */
  readonly folder: string
}

/** The thread says one of these, once. */
export type ReadWord =
  | { readonly contents: OldContents }
  | { readonly refused: { readonly reason: MoveRefused['reason']; readonly message: string } }

/** A database whose rows need more than this is none of years of marks. */
const resourceLimits = { ...usualYoungHeap, maxOldGenerationSizeMb: 2_048 }

/** An aborted signal ends the thread, and rejects with its reason. */
export const readInThread =
  (signal: AbortSignal): ReadOld =>
  async (from, file) => {
    signal.throwIfAborted()
    const folder = temporaryFolder('migration')
    const workerData: ReadOrder = { from, file, folder }
    const worker = new Worker(new URL('./read-old-worker.ts', import.meta.url), {
      workerData,
      resourceLimits,
    })
    const end = () => void worker.terminate()
    signal.addEventListener('abort', end, { once: true })
    try {
      const word = await wordOf(worker, file)
      if ('contents' in word) return word.contents
      throw new MoveRefused(word.refused.reason, word.refused.message)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', end)
      // A thread that was ended, or ran out of memory, has cleaned up nothing.
      await worker.terminate()
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
    }
  }

function wordOf(worker: Worker, file: string): Promise<ReadWord> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new MoveRefused('databaseTooLarge', `${file} is larger than any database of such a server.`)
          : error,
      ),
    )
    worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)))
  })
}
