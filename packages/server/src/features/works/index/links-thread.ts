/** A second thread that reads and builds links, which takes as long as reading and building the works. */
import { Worker } from 'node:worker_threads'
import type { LinkParts } from '@koedana/catalogue/build/generation.ts'
import type { DatabaseLocation } from '../../../db/open.ts'
import type { Snapshot } from '../../../db/readers.ts'
import { minYoungHeap } from '../../../lib/young-heap.ts'
import type { Skeleton } from './link-half.ts'

export interface LinksThreadData {
  readonly location: DatabaseLocation
  readonly memory: WebAssembly.Memory
}

export type ToLinksThread =
  | { readonly kind: 'join'; readonly moment: Snapshot }
  | { readonly kind: 'begin'; readonly skeleton: Skeleton }
  | { readonly kind: 'worksWritten' }

export type FromLinksThread =
  | { readonly kind: 'open' }
  | { readonly kind: 'joined'; readonly isJoined: boolean }
  | { readonly kind: 'arenaFree' }
  | { readonly kind: 'built'; readonly parts: LinkParts }

export interface LinksThread {
  /** Makes the thread read in the same snapshot. Returns false if something was written since. */
  readonly join: (moment: Snapshot) => Promise<boolean>
  /** Starts reading the links of the works in the skeleton. */
  readonly begin: (skeleton: Skeleton) => LinkHalf
  readonly end: () => Promise<unknown>
}

/** See `build.ts`: little is alive at any time, and fewer rows pass through this thread. */
const resourceLimits = { ...minYoungHeap, maxOldGenerationSizeMb: 1_024 }

/** The half of a generation that the other thread builds. */
export interface LinkHalf {
  /** Resolves when the thread has finished allocating in the arena, so that works can be written. */
  readonly arenaFree: Promise<void>
  /** Call it when nothing grows in the arena any more and all columns are written. */
  readonly worksWritten: () => void
  readonly built: Promise<LinkParts>
}

/** Resolves when the thread has opened the database. */
export async function openLinksThread(order: LinksThreadData): Promise<LinksThread> {
  const worker = new Worker(new URL('./links-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits,
  })
  const post = (message: ToLinksThread) => worker.postMessage(message)
  const failing = Promise.withResolvers<never>()
  worker.once('error', failing.reject)
  worker.once('exit', (code) =>
    failing.reject(new Error(`half of the index is missing: a thread ended with ${code}`)),
  )
  // Callers that wait for the thread receive the error; this only prevents an unhandled rejection.
  failing.promise.catch(() => {})
  const next = <K extends FromLinksThread['kind']>(kind: K) =>
    Promise.race([
      failing.promise,
      new Promise<Extract<FromLinksThread, { kind: K }>>((resolve) => {
        const take = (message: FromLinksThread) => {
          if (!isOf(message, kind)) return
          worker.off('message', take)
          resolve(message)
        }
        worker.on('message', take)
      }),
    ])
  await next('open')
  return {
    join: async (moment) => {
      post({ kind: 'join', moment })
      return (await next('joined')).isJoined
    },
    begin: (skeleton) => {
      post({ kind: 'begin', skeleton })
      const arenaFree = next('arenaFree').then(() => {})
      // Prevents an unhandled rejection. Callers of `built` receive the error.
      arenaFree.catch(() => {})
      return {
        arenaFree,
        worksWritten: () => post({ kind: 'worksWritten' }),
        built: next('built').then(({ parts }) => parts),
      }
    },
    end: () => worker.terminate(),
  }
}

const isOf = <K extends FromLinksThread['kind']>(
  message: FromLinksThread,
  kind: K,
): message is Extract<FromLinksThread, { kind: K }> => message.kind === kind
