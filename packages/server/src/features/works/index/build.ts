import { Worker } from 'node:worker_threads'
import { type Arena, createArena, type Manifest, reviveManifest } from '@koedana/catalogue/memory/arena.ts'
import { type Generation, isGeneration } from '@koedana/catalogue/model/generation.ts'
import type { DatabaseLocation } from '../../../db/open.ts'
import { dayOf } from '../../../lib/dates.rules.ts'
import { minYoungHeap } from '../../../lib/young-heap.ts'

export interface Built {
  readonly seq: number
  /** The day up to which sales growth is counted, in days since 1970. */
  readonly day: number
  readonly generation: Generation
  readonly arena: Arena
  /** Resolves when the snapshot is written, if requested: to the error if it failed, otherwise to undefined. */
  readonly saved: Promise<unknown>
}

export interface BuildOptions {
  readonly now?: Date
  /** The folder for the snapshot, which is written after the generation was handed over. No snapshot without it. */
  readonly snapshotFolder?: string | undefined
  /** Memory of an unused generation; new memory is allocated without it. */
  readonly memory?: WebAssembly.Memory | undefined
}

export interface BuildRequest extends Pick<BuildOptions, 'memory'> {
  readonly location: DatabaseLocation
  readonly day: number
  readonly snapshotFolder: string | undefined
  /** Up to this many works are built by one thread; 20,000 by default. */
  readonly fewWorks?: number | undefined
}

export interface BuildResult {
  readonly seq: number
  readonly manifest: Manifest
  readonly memory: WebAssembly.Memory
  readonly used: number
}

/**
 * Rows are short-lived, and a small young generation is collected early; more room would only stay resident. At a million works,
 * about 150 MiB are alive at any time.
 */
const resourceLimits = { ...minYoungHeap, maxOldGenerationSizeMb: 1_024 }

export type Build = (location: DatabaseLocation, wishes?: BuildOptions) => Promise<Built>

export const buildInWorker: Build = (location, { now = new Date(), snapshotFolder, memory } = {}) => {
  const day = dayOf(now.toISOString())
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
      workerData: { location, day, snapshotFolder, memory } satisfies BuildRequest,
      resourceLimits,
    })
    const saved = new Promise<unknown>((done) => {
      worker.once('error', done)
      worker.once('exit', () => done(undefined))
    })
    worker.once('message', (sent: BuildResult) =>
      resolve({ ...generationIn(sent), seq: sent.seq, day, saved }),
    )
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the index was not built: the thread ended with ${code}`)))
  })
}

/** Opens the generation that a manifest describes, in the given memory. */
export function generationIn({
  manifest,
  memory,
  used,
}: Omit<BuildResult, 'seq'>): Pick<Built, 'generation' | 'arena'> {
  const generation = reviveManifest(manifest, memory.buffer)
  if (!isGeneration(generation)) throw new TypeError('what came is no generation')
  return { generation, arena: createArena(memory, used) }
}
