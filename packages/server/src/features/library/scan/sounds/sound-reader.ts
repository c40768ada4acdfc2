/** Reads sounds in a thread that can be ended: whatever a file makes its parser do, the scan goes on with the next one. */
import { Worker } from 'node:worker_threads'
import { type ReadSound, type SoundBudgets, unparsed, usualBudgets } from './read-sound.ts'

export interface SoundReader {
  /** Undefined where the file cannot be read, `changing` where somebody writes to it all the time. */
  readonly sound: (path: string) => Promise<ReadSound | 'changing' | undefined>
  /** The picture inside a sound; undefined where there is none that can be had. */
  readonly picture: (path: string) => Promise<Uint8Array | undefined>
  readonly close: () => Promise<void>
}

export interface SoundOrder {
  readonly wanted: 'sound' | 'picture'
  readonly path: string
}

export type SoundAnswer =
  | { readonly sound: ReadSound | 'changing' | undefined }
  | { readonly picture: Uint8Array | undefined }

export interface SoundReaderOptions {
  readonly budgets?: SoundBudgets
  /** After that the thread is ended: a parser that turns in a circle asks for nothing that could refuse it. */
  readonly patienceMs?: number
}

/** Long enough for a disk that has to wake up first. */
const usualPatienceMs = 30_000
/** Of what parsers keep; what they read is bounded by its budget. */
const heapMegabytes = 192

export function createSoundReader({
  budgets = usualBudgets,
  patienceMs = usualPatienceMs,
}: SoundReaderOptions = {}): SoundReader {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  const start = () => {
    const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes }
    const url = new URL('./sound-worker.ts', import.meta.url)
    const started = new Worker(url, { workerData: budgets, resourceLimits })
    // Whoever waits for an answer hears that it ended.
    started.on('error', () => {})
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    started.unref()
    worker = started
    return started
  }

  const end = async () => {
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  /** One at a time: undefined where the thread was ended, or ended by itself. */
  const ask = (order: SoundOrder): Promise<SoundAnswer | undefined> => {
    const asked = last.then(async () => {
      const answer = await answerOf(worker ?? start(), order, patienceMs)
      if (!answer) await end()
      return answer
    })
    last = asked
    return asked
  }

  return {
    sound: async (path) => {
      const answer = await ask({ wanted: 'sound', path })
      return answer && 'sound' in answer ? answer.sound : unparsed(path)
    },
    picture: async (path) => {
      const answer = await ask({ wanted: 'picture', path })
      return answer && 'picture' in answer ? answer.picture : undefined
    },
    close: end,
  }
}

function answerOf(worker: Worker, order: SoundOrder, patienceMs: number): Promise<SoundAnswer | undefined> {
  return new Promise((resolve) => {
    const done = (answer?: SoundAnswer) => {
      clearTimeout(timer)
      worker.off('message', done)
      worker.off('exit', giveUp)
      resolve(answer)
    }
    const giveUp = () => done()
    const timer = setTimeout(giveUp, patienceMs)
    worker.on('message', done)
    worker.on('exit', giveUp)
    worker.postMessage(order)
  })
}
