/** Worker thread that reads audio files, one after the other. It is terminated if a file takes too long. */
import { parentPort, workerData } from 'node:worker_threads'
import { decodeTexts } from '../../lyrics/decode-texts.ts'
import { readTexts, type TextFile } from '../../lyrics/read-texts.ts'
import { extensionOf } from '../../media/formats.rules.ts'
import type { ChapterFile } from './chapter-files.rules.ts'
import { parseCueSheet, parseTimedText } from './chapter-texts.rules.ts'
import { createFill } from './range-port.ts'
import { readEdges, readOpenPicture, readOpenSound, readPicture, readSound } from './read-sound.ts'
import type { SoundRequest, SoundResult, SoundWorkerData } from './sound-reader.ts'

const { budgets, shared }: SoundWorkerData = workerData

async function read(order: SoundRequest): Promise<SoundResult> {
  if ('files' in order) {
    return order.wanted === 'texts'
      ? { texts: readTexts(order.files) }
      : { chapters: readChapters(order.files) }
  }
  if ('given' in order) {
    const fill = createFill(shared, order.given.sizeBytes, (needed) => parentPort?.postMessage({ needed }))
    const file = { ...order.given, fill }
    return order.wanted === 'picture'
      ? { picture: await readOpenPicture(file, budgets) }
      : { sound: await readOpenSound(file, budgets) }
  }
  const { wanted, path } = order
  if (wanted === 'edges') return { edges: await readEdges(path) }
  return wanted === 'picture'
    ? { picture: await readPicture(path, budgets) }
    : { sound: await readSound(path, budgets) }
}

let last: Promise<unknown> = Promise.resolve()
parentPort?.on('message', (order: SoundRequest) => {
  last = last.then(async () => parentPort?.postMessage(await read(order)))
})

/** Parses chapters from texts of one folder, which share the guess of an undeclared encoding. */
function readChapters(files: readonly TextFile[]): ChapterFile[] {
  const texts = decodeTexts(files.map(({ bytes }) => bytes))
  return files.map(({ path }, at) => {
    const text = texts[at] ?? ''
    if (extensionOf(path) === 'cue') return { path, files: parseCueSheet(text) }
    return { path, files: [{ file: undefined, chapters: parseTimedText(text) }] }
  })
}
