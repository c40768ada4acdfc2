/** The thread that reads sounds, one after the other; it is ended from outside where one takes too long. */
import { parentPort, workerData } from 'node:worker_threads'
import { readEdges, readPicture, readSound, type SoundBudgets } from './read-sound.ts'
import type { SoundOrder, SoundResult } from './sound-reader.ts'

const budgets: SoundBudgets = workerData

async function read({ wanted, path }: SoundOrder): Promise<SoundResult> {
  if (wanted === 'edges') return { edges: await readEdges(path) }
  return wanted === 'picture'
    ? { picture: await readPicture(path, budgets) }
    : { sound: await readSound(path, budgets) }
}

let last: Promise<unknown> = Promise.resolve()
parentPort?.on('message', (order: SoundOrder) => {
  last = last.then(async () => parentPort?.postMessage(await read(order)))
})
