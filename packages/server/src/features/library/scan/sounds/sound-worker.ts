/** The thread that reads sounds, one after the other; it is ended from outside where one takes too long. */
import { parentPort, workerData } from 'node:worker_threads'
import { readTexts } from '../../lyrics/read-texts.ts'
import { fillFrom } from './range-port.ts'
import { readChapters } from './read-chapters.ts'
import { readEdges, readGivenPicture, readGivenSound, readPicture, readSound } from './read-sound.ts'
import type { SoundOrder, SoundResult, SoundWorkerData } from './sound-reader.ts'

const { budgets, shared }: SoundWorkerData = workerData

async function read(order: SoundOrder): Promise<SoundResult> {
  if ('files' in order) {
    return order.wanted === 'texts'
      ? { texts: readTexts(order.files) }
      : { chapters: readChapters(order.files) }
  }
  if ('given' in order) {
    const fill = fillFrom(shared, order.given.sizeBytes, (needed) => parentPort?.postMessage({ needed }))
    const file = { ...order.given, fill }
    return order.wanted === 'picture'
      ? { picture: await readGivenPicture(file, budgets) }
      : { sound: await readGivenSound(file, budgets) }
  }
  const { wanted, path } = order
  if (wanted === 'edges') return { edges: await readEdges(path) }
  return wanted === 'picture'
    ? { picture: await readPicture(path, budgets) }
    : { sound: await readSound(path, budgets) }
}

let last: Promise<unknown> = Promise.resolve()
parentPort?.on('message', (order: SoundOrder) => {
  last = last.then(async () => parentPort?.postMessage(await read(order)))
})
