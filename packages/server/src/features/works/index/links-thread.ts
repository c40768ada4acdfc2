/** A thread beside the one that reads works: what lies around them takes as long to read and to build. */
import { Worker } from 'node:worker_threads'
import type { LinkParts } from '@koedana/catalogue/build/generation.ts'
import type { DatabaseLocation } from '../../../db/open.ts'
import type { Moment } from '../../../db/readers.ts'
import { leastYoungHeap } from '../../../lib/young-heap.ts'
import type { Skeleton } from './link-half.ts'

/** The order that the thread begins with. */
export interface LinksOrder {
  readonly location: DatabaseLocation
  /** The arena of both threads. */
  readonly memory: WebAssembly.Memory
}

export type ToLinksThread =
  | { readonly kind: 'join'; readonly moment: Moment }
  | { readonly kind: 'begin'; readonly skeleton: Skeleton }
  | { readonly kind: 'worksWritten' }

export type FromLinksThread =
  | { readonly kind: 'open' }
  | { readonly kind: 'joined'; readonly isJoined: boolean }
  | { readonly kind: 'arenaFree' }
  | { readonly kind: 'built'; readonly parts: LinkParts }

export interface LinksThread {
  /** Returns whether it reads at that moment too: false if something was written since. */
  readonly join: (moment: Moment) => Promise<boolean>
  /** Has it read what belongs to the works of the skeleton. */
  readonly begin: (skeleton: Skeleton) => LinkHalf
  readonly end: () => Promise<unknown>
}

/** See `build.ts`: little is alive at any time, and fewer rows pass through here. */
const resourceLimits = { ...leastYoungHeap, maxOldGenerationSizeMb: 1_024 }

/** The half of a generation that another reads and builds. */
export interface LinkHalf {
  /** Resolves once it has ended with the arena, in which works are written then. */
  readonly arenaFree: Promise<void>
  /** Call it once nothing grows in the arena any more, and every column is written. */
  readonly worksWritten: () => void
  readonly built: Promise<LinkParts>
}

/** Resolves once the thread has opened the database. */
export async function openLinksThread(order: LinksOrder): Promise<LinksThread> {
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
  // Whoever waits for the thread learns that it failed.
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
      // It may fail before anybody waits for it; who waits for what is built learns of that.
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
