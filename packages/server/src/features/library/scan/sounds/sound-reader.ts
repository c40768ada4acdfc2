/** Reads sounds in a thread that can be ended: whatever a file makes its parser do, the scan goes on with the next one. */
import { Worker } from 'node:worker_threads'
import { type ReadSound, type SoundBudgets, type SoundEdges, unparsed, usualBudgets } from './read-sound.ts'

export interface SoundReader {
  /** Undefined where the file cannot be read, `changing` where somebody writes to it all the time. */
  readonly sound: (path: string) => Promise<ReadSound | 'changing' | undefined>
  /** What tells whether it is still the same file, which is read in no time. */
  readonly edges: (path: string) => Promise<SoundEdges | 'changing' | undefined>
  /** The picture inside a sound; undefined where there is none that can be had. */
  readonly picture: (path: string) => Promise<Uint8Array | undefined>
  readonly close: () => Promise<void>
}

export interface SoundOrder {
  readonly wanted: 'sound' | 'edges' | 'picture'
  readonly path: string
}

export type SoundAnswer =
  | { readonly sound: ReadSound | 'changing' | undefined }
  | { readonly edges: SoundEdges | 'changing' | undefined }
  | { readonly picture: Uint8Array | undefined }

export interface SoundReaderOptions {
  readonly budgets?: SoundBudgets
  /** After that the thread is ended: a parser that turns in a circle asks for nothing that could refuse it. */
  readonly maxWaitMs?: number
}

/** Long enough for a disk that has to wake up first. */
const usualMaxWaitMs = 30_000
/** Of what parsers keep; what they read is bounded by its budget. */
const heapMegabytes = 192

interface Asked {
  readonly order: SoundOrder
  /** Without an answer where the thread was ended over it. */
  readonly done: (answer?: SoundAnswer) => void
}

export function createSoundReader({
  budgets = usualBudgets,
  maxWaitMs = usualMaxWaitMs,
}: SoundReaderOptions = {}): SoundReader {
  const { ask, close, isClosed } = createQueue(() => startThread(budgets), maxWaitMs)
  return {
    sound: async (path) => {
      const answer = await ask({ wanted: 'sound', path })
      if (answer && 'sound' in answer) return answer.sound
      return isClosed() ? undefined : unparsed(path)
    },
    edges: async (path) => {
      const answer = await ask({ wanted: 'edges', path })
      return answer && 'edges' in answer ? answer.edges : undefined
    },
    picture: async (path) => {
      const answer = await ask({ wanted: 'picture', path })
      return answer && 'picture' in answer ? answer.picture : undefined
    },
    close,
  }
}

interface Asked {
  readonly order: SoundOrder
  /** Without an answer where the thread was ended over it. */
  readonly done: (answer?: SoundAnswer) => void
}

/** Orders are answered in turn; several may wait, so that the thread goes on while whoever asks is busy. */
function createQueue(start: () => Worker, maxWaitMs: number) {
  const queue: Asked[] = []
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const begin = () => {
    const started = start()
    started.on('message', (answer: SoundAnswer) => worker === started && next(answer))
    started.once('exit', () => worker === started && giveUp())
    for (const { order } of queue) started.postMessage(order)
    worker = started
  }
  /** The first of the queue is what the thread is at. */
  const wait = () => {
    clearTimeout(timer)
    if (queue.length > 0) timer = setTimeout(giveUp, maxWaitMs)
  }
  const next = (answer?: SoundAnswer) => {
    queue.shift()?.done(answer)
    wait()
  }
  const giveUp = () => {
    void worker?.terminate()
    worker = undefined
    next()
    if (queue.length > 0) begin()
  }
  const ask = (order: SoundOrder): Promise<SoundAnswer | undefined> =>
    new Promise((done) => {
      if (isClosed) return done(undefined)
      queue.push({ order, done })
      if (queue.length === 1) wait()
      if (worker) worker.postMessage(order)
      else begin()
    })
  const close = async () => {
    isClosed = true
    clearTimeout(timer)
    const ending = worker
    worker = undefined
    await ending?.terminate()
    for (const { done } of queue.splice(0)) done()
  }
  return { ask, close, isClosed: () => isClosed }
}

function startThread(workerData: SoundBudgets): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes }
  const thread = new Worker(new URL('./sound-worker.ts', import.meta.url), { workerData, resourceLimits })
  // Whoever waits for an answer hears that it ended.
  thread.on('error', () => {})
  thread.unref()
  return thread
}
