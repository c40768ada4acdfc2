/** Worker thread that builds segments, so that searches are not blocked. */
import { parentPort, workerData } from 'node:worker_threads'
import { fold } from '@koedana/catalogue/text/fold.rules.ts'
import { openDatabase } from '../../../../db/open.ts'
import { listSpokenTexts } from '../lyrics.store.ts'
import { buildSegment, type SpokenText } from './segment.rules.ts'
import { writeSegment } from './segment-file.ts'
import { linesPerSegment, type SpokenWorkerData } from './spoken-index.ts'

const { location, folder, after }: SpokenWorkerData = workerData

const database = await openDatabase(location)
try {
  let batch: SpokenText[] = []
  let lines = 0
  const flush = () => {
    if (batch.length > 0) parentPort?.postMessage(writeSegment(folder, buildSegment(batch)))
    batch = []
    lines = 0
  }
  for (let last = after; ; ) {
    const texts = await listSpokenTexts(database.read, last)
    for (const { key, workKey, cues } of texts) {
      batch.push({ key, workKey, lines: cues.map(({ text }) => fold(text)) })
      lines += cues.length
      last = key
      if (lines >= linesPerSegment) flush()
    }
    if (texts.length === 0) break
  }
  flush()
} finally {
  await database.close()
}
