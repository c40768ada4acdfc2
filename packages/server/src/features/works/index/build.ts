/** Builds a generation in a thread of its own. */
import { Worker } from 'node:worker_threads'
import type { Generation } from '@koedana/catalogue/generation.ts'
import type { Place } from '../../../db/open.ts'

export interface Built {
  /** The last change the generation contains. */
  readonly seq: number
  readonly generation: Generation
}

/** Rows pass through once and die young: more room for them would only stay resident. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 }

export function buildInWorker(place: Place): Promise<Built> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
      workerData: place,
      resourceLimits,
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the index was not built: the thread ended with ${code}`)))
  })
}
