/** Where files lie, and what is made of them in the background. */
import { join } from 'node:path'
import type { Database } from './db/open.ts'
import { type AvifQueue, createAvifQueue } from './features/library/covers/avif-queue.ts'
import { type BackgroundScans, createBackgroundScans } from './features/library/scan/background-scans.ts'
import { createStorages, type OpenStorage } from './features/storages/open-storages.ts'
import type { Log } from './lib/log.ts'

export interface Files {
  readonly coversFolder: string
  readonly avifQueue: AvifQueue
  readonly scans: BackgroundScans
  readonly openStorage: OpenStorage
}

interface FileSources {
  readonly database: Database
  readonly dataFolder: string
  readonly log: Log
}

export function openFiles({ database, dataFolder, log }: FileSources): Files {
  const coversFolder = join(dataFolder, 'covers')
  return {
    coversFolder,
    openStorage: createStorages(),
    avifQueue: createAvifQueue(log),
    scans: createBackgroundScans({ place: database.place, coversFolder, log }),
  }
}
