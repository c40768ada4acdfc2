/** Scans in a thread of their own, one after the other: walking a large folder never holds up who is being served. */
import { Worker } from 'node:worker_threads'
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Place } from '../../../db/open.ts'
import type { Log } from '../../../lib/log.ts'

export interface BackgroundScans {
  readonly start: (folder: ScannedFolder) => void
  /** When nothing is being scanned. */
  readonly idle: () => Promise<void>
  /** Ends a scan where it stands; the next one goes on from there. */
  readonly close: () => Promise<void>
}

export interface ScannedFolder {
  readonly root: string
  /** Of works there that no source knows. */
  readonly unknownAge: AgeCategory
}

export interface ScanSources {
  readonly place: Place
  readonly coversFolder: string
  readonly log: Log
}

/** What the thread is given. */
export interface ScanOrder extends ScannedFolder {
  readonly place: Place
  readonly coversFolder: string
}

export function createBackgroundScans({ place, coversFolder, log }: ScanSources): BackgroundScans {
  let isClosed = false
  let worker: Worker | undefined
  let last = Promise.resolve()

  const scan = async (folder: ScannedFolder): Promise<void> => {
    if (isClosed) return
    const workerData: ScanOrder = { ...folder, place, coversFolder }
    worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { workerData })
    try {
      await ended(worker, (line) => log.info({ root: folder.root }, line))
    } catch (error) {
      if (!isClosed) log.error({ err: error, root: folder.root }, 'a folder was not scanned')
    } finally {
      worker = undefined
    }
  }

  return {
    start: (folder) => {
      last = last.then(() => scan(folder))
    },
    idle: () => last,
    close: async () => {
      isClosed = true
      await worker?.terminate()
      await last
    },
  }
}

function ended(worker: Worker, tell: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (line) => tell(String(line)))
    worker.once('error', reject)
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the thread ended with ${code}`)),
    )
  })
}
