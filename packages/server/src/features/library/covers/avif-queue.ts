/**
 * Makes AVIF covers in the background, one at a time. Until one is ready, viewers get the WebP. The queue is not persisted, since the next
 * viewer requests the cover again.
 */
import { LRUCache } from 'lru-cache'
import type { SpaceShortageCheck } from '../../../lib/free-space.ts'
import type { Log } from '../../../lib/log.ts'
import { type AvifJob, avifName, makeAvif } from './make-avif.ts'

export interface AvifQueue {
  /** Queues a job. Ignored if the job is queued already, failed before, or the queue is full. */
  readonly add: (job: AvifJob) => void
  /** Drops queued jobs, and waits for the current one. */
  readonly close: () => Promise<void>
}

/** A few pages of covers. More queued covers would be of pages that viewers already left. */
const maxWaiting = 500
/** A forgotten failure only costs another failed attempt. */
const maxFailed = 2_000

/** Creates the queue. Nothing is made while `isShort` reports a lack of disk space. */
export function createAvifQueue(log: Log, isShort?: SpaceShortageCheck): AvifQueue {
  /** Jobs by target file; the current one is first. */
  const jobs = new Map<string, AvifJob>()
  /** Folders with an unusable original. */
  const failed = new LRUCache<string, true>({ max: maxFailed })
  let processing: Promise<void> | undefined
  let isClosed = false

  const processJobs = async (): Promise<void> => {
    for (const [file, job] of jobs) {
      if (!failed.has(job.folder) && (await isShort?.()) === undefined) await make(job)
      jobs.delete(file)
    }
    processing = undefined
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
      processing ??= processJobs()
    },
    close: async () => {
      isClosed = true
      jobs.clear()
      await processing
    },
  }
}
