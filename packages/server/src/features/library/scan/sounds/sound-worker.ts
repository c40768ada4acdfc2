/** The thread that reads sounds, one after the other; it is ended from outside where one takes too long. */
import { parentPort, workerData } from 'node:worker_threads'
import { readPicture, readSound, type SoundBudgets } from './read-sound.ts'
import type { SoundAnswer, SoundOrder } from './sound-reader.ts'

const budgets: SoundBudgets = workerData

async function answer({ wanted, path }: SoundOrder): Promise<SoundAnswer> {
  return wanted === 'picture'
    ? { picture: await readPicture(path, budgets) }
    : { sound: await readSound(path, budgets) }
}

parentPort?.on('message', (order: SoundOrder) => {
  void answer(order).then((word) => parentPort?.postMessage(word))
})
