/**
 * Makes AVIF covers in the background, one at a time: nobody waits for one, and what is shown meanwhile is the WebP.
 * Nothing is kept of what waits, since the next viewer requests it again.
 */
import { LRUCache } from 'lru-cache'
import type { ShortOfSpace } from '../../../lib/free-space.ts'
import type { Log } from '../../../lib/log.ts'
import { type AvifJob, avifName, makeAvif } from './make-avif.ts'

export interface AvifQueue {
  /** Returns at once. What waits already, has failed before, or finds the queue full is not taken. */
  readonly add: (job: AvifJob) => void
  /** Takes nothing more, drops what waits and ends with the one being made. */
  readonly close: () => Promise<void>
}

/** Some pages of covers; more waiting would be of pages long left. */
const maxWaiting = 500
/** One that is forgotten is tried again, and fails again. */
const mostFailed = 2_000

/** Where there is no room, none is made: the WebP stays what is shown. */
export function createAvifQueue(log: Log, isShort?: ShortOfSpace): AvifQueue {
  /** Waiting covers by file, the one being made first. */
  const jobs = new Map<string, AvifJob>()
  /** Folders whose original cannot be used: trying again would end the same way. */
  const failed = new LRUCache<string, true>({ max: mostFailed })
  let working: Promise<void> | undefined
  let isClosed = false

  const work = async (): Promise<void> => {
    // A map is walked to its end even when that moves: what is added meanwhile is made too.
    for (const [file, job] of jobs) {
      if (!failed.has(job.folder) && (await isShort?.()) === undefined) await make(job)
      jobs.delete(file)
    }
    working = undefined
  }

  const make = async (job: AvifJob): Promise<void> => {
    try {
      await makeAvif(job)
    } catch (err) {
      failed.set(job.folder, true)
      log.warn({ err, folder: job.folder }, 'no AVIF could be made of a cover')
    }
  }

  return {
    add: (job) => {
      const file = `${job.folder}/${avifName(job.width)}`
      if (isClosed || jobs.size >= maxWaiting || jobs.has(file) || failed.has(job.folder)) return
      jobs.set(file, job)
      working ??= work()
    },
    close: async () => {
      isClosed = true
      jobs.clear()
      await working
    },
  }
}
