/** The thread in which half of a generation is built. */
import { parentPort, workerData } from 'node:worker_threads'
import { buildFromColumns } from '@koedana/catalogue/build/generation.ts'
import { createArena } from '@koedana/catalogue/memory/arena.ts'
import { lowerThreadPriority } from '../../../lib/low-priority.ts'
import type { BesideOrder } from './build-beside.ts'

lowerThreadPriority()
const { memory, columns, texts }: BesideOrder = workerData
parentPort?.postMessage(buildFromColumns(createArena(memory), columns, texts))
