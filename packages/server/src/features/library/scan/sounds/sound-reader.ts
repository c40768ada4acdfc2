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

export type SoundResult =
  | { readonly sound: ReadSound | 'changing' | undefined }
  | { readonly edges: SoundEdges | 'changing' | undefined }
  | { readonly picture: Uint8Array | undefined }

export interface SoundReaderOptions {
  readonly budgets?: SoundBudgets
  /** The thread is ended after that: a parser that turns in a circle makes no read that could be refused. */
  readonly maxWaitMs?: number
}

/** Long enough for a disk that has to wake up first. */
const usualMaxWaitMs = 30_000
/** The heap for what parsers keep; what they read is bounded by its budget. */
const heapMegabytes = 192

interface PendingRead {
  readonly order: SoundOrder
  /** The result is undefined where the thread was ended over it. */
  readonly done: (result?: SoundResult) => void
}

export function createSoundReader({
  budgets = usualBudgets,
  maxWaitMs = usualMaxWaitMs,
}: SoundReaderOptions = {}): SoundReader {
  const { read, close, isClosed } = createQueue(() => startThread(budgets), maxWaitMs)
  return {
    sound: async (path) => {
      const result = await read({ wanted: 'sound', path })
      if (result && 'sound' in result) return result.sound
      return isClosed() ? undefined : unparsed(path)
    },
    edges: async (path) => {
      const result = await read({ wanted: 'edges', path })
      return result && 'edges' in result ? result.edges : undefined
    },
    picture: async (path) => {
      const result = await read({ wanted: 'picture', path })
      return result && 'picture' in result ? result.picture : undefined
    },
    close,
  }
}

interface PendingRead {
  readonly order: SoundOrder
  /** The result is undefined where the thread was ended over it. */
  readonly done: (result?: SoundResult) => void
}

/** Orders are answered in turn; several may wait, so that the thread goes on while whoever asks is busy. */
function createQueue(start: () => Worker, maxWaitMs: number) {
  const queue: PendingRead[] = []
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const begin = () => {
    const started = start()
    started.on('message', (result: SoundResult) => worker === started && next(result))
    started.once('exit', () => worker === started && giveUp())
    for (const { order } of queue) started.postMessage(order)
    worker = started
  }
  /** The first of the queue is what the thread is at. */
  const wait = () => {
    clearTimeout(timer)
    if (queue.length > 0) timer = setTimeout(giveUp, maxWaitMs)
  }
  const next = (result?: SoundResult) => {
    queue.shift()?.done(result)
    wait()
  }
  const giveUp = () => {
    void worker?.terminate()
    worker = undefined
    next()
    if (queue.length > 0) begin()
  }
  const read = (order: SoundOrder): Promise<SoundResult | undefined> =>
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
  return { read, close, isClosed: () => isClosed }
}

function startThread(workerData: SoundBudgets): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes }
  const thread = new Worker(new URL('./sound-worker.ts', import.meta.url), { workerData, resourceLimits })
  // The exit event follows and gives up on the waiting read.
  thread.on('error', () => {})
  thread.unref()
  return thread
}
