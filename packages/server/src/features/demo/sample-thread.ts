/** Writes demo works in a thread. */
import { workerData } from 'node:worker_threads'
import { writeSampleShelf } from '@koedana/fakes/demo/sample-shelf.ts'
import { sampleWorks } from '@koedana/fakes/demo/sample-works.ts'
import type { SampleOrder } from './write-in-thread.ts'

const { folder, ids }: SampleOrder = workerData
await writeSampleShelf(
  folder,
  sampleWorks().filter(({ id }) => ids.includes(id)),
)
