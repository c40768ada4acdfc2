/** Builds a generation in a thread of its own. */
import { Worker } from 'node:worker_threads'
import { type Arena, createArena, type Manifest, revive } from '@koedana/catalogue/memory/arena.ts'
import { type Generation, isGeneration } from '@koedana/catalogue/model/generation.ts'
import type { DatabaseLocation } from '../../../db/open.ts'
import { dayOf } from '../../../lib/instants.rules.ts'
import { leastYoungHeap } from '../../../lib/young-heap.ts'

export interface Built {
  /** The last change the generation contains. */
  readonly seq: number
  /** The day up to which growth of sales is counted, in days since 1970. */
  readonly day: number
  readonly generation: Generation
  readonly arena: Arena
  /** Resolves when its snapshot is written, if one is wanted: to the reason why it could not be, otherwise to nothing. */
  readonly saved: Promise<unknown>
}

export interface BuildWishes {
  /** Growth of sales is counted up to its day. */
  readonly now?: Date
  /** The folder in which a snapshot is written once the generation is handed over; without it none is. */
  readonly snapshotFolder?: string | undefined
  /** Memory of a generation that nobody reads any more; without it there is new memory. */
  readonly memory?: WebAssembly.Memory | undefined
}

/** The thread gets this. */
export interface Wanted extends Pick<BuildWishes, 'memory'> {
  readonly location: DatabaseLocation
  readonly day: number
  readonly snapshotFolder: string | undefined
  /** Up to so many one thread builds alone; 20,000 unless it is given. */
  readonly fewWorks?: number | undefined
}

/** The thread hands this over: memory, and the layout of what lies in it. */
export interface Sent {
  readonly seq: number
  readonly manifest: Manifest
  readonly memory: WebAssembly.Memory
  readonly used: number
}

/**
 * Rows pass through once and die young, and the collector comes the earlier the less it may let grow: more room would only
 * stay resident. What is alive at any time is some 150 MiB at a million works.
 */
const resourceLimits = { ...leastYoungHeap, maxOldGenerationSizeMb: 1_024 }

export type Build = (location: DatabaseLocation, wishes?: BuildWishes) => Promise<Built>

export const buildInWorker: Build = (location, { now = new Date(), snapshotFolder, memory } = {}) => {
  const day = dayOf(now.toISOString())
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
      workerData: { location, day, snapshotFolder, memory } satisfies Wanted,
      resourceLimits,
    })
    const saved = new Promise<unknown>((done) => {
      worker.once('error', done)
      worker.once('exit', () => done(undefined))
    })
    worker.once('message', (sent: Sent) => resolve({ ...generationIn(sent), seq: sent.seq, day, saved }))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the index was not built: the thread ended with ${code}`)))
  })
}

/** Returns the generation that a manifest and its memory hold. */
export function generationIn({
  manifest,
  memory,
  used,
}: Omit<Sent, 'seq'>): Pick<Built, 'generation' | 'arena'> {
  const generation = revive(manifest, memory.buffer)
  if (!isGeneration(generation)) throw new TypeError('what came is no generation')
  return { generation, arena: createArena(memory, used) }
}
