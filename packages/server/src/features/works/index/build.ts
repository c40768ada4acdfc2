/** Builds a generation in a thread of its own. */
import { Worker } from 'node:worker_threads'
import { type Arena, createArena } from '@koedana/catalogue/arena.ts'
import { type Generation, isGeneration } from '@koedana/catalogue/generation.ts'
import { type Manifest, revive } from '@koedana/catalogue/manifest.ts'
import type { Place } from '../../../db/open.ts'
import { dayOf } from './instants.rules.ts'

export interface Built {
  /** The last change the generation contains. */
  readonly seq: number
  readonly generation: Generation
  readonly arena: Arena
}

/** What the thread hands over: memory, and where in it what lies. */
export interface Sent {
  readonly seq: number
  readonly manifest: Manifest
  readonly memory: WebAssembly.Memory
  readonly used: number
}

/** Rows pass through once and die young: more room for them would only stay resident. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 }

/** Growth of sales is counted up to the day of `now`. */
export function buildInWorker(place: Place, now = new Date()): Promise<Built> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
      workerData: { place, today: dayOf(now.toISOString()) },
      resourceLimits,
    })
    worker.once('message', (sent: Sent) => resolve(receive(sent)))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the index was not built: the thread ended with ${code}`)))
  })
}

function receive({ seq, manifest, memory, used }: Sent): Built {
  const generation = revive(manifest, memory.buffer)
  if (!isGeneration(generation)) throw new TypeError('what the thread sent is no generation')
  return { seq, generation, arena: createArena(memory, used) }
}
