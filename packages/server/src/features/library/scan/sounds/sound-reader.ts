/** Reads audio files in a worker thread that can be terminated, so that no file can block the scan. */
import { Worker } from 'node:worker_threads'
import { smallYoungHeap } from '../../../../lib/young-heap.ts'
import type { ReadText, TextFile } from '../../lyrics/read-texts.ts'
import type { ChapterFile } from './chapter-files.rules.ts'
import { createSharedBlock, type RangeRequest, sendRange } from './range-port.ts'
import {
  defaultBudgets,
  describeFaulty,
  describeUnparsed,
  type OpenedFile,
  type ReadSound,
  type SoundBudgets,
  type SoundEdges,
} from './read-sound.ts'

export interface SoundReader {
  /** Returns undefined for an unreadable file, and `changing` for one that is being written. */
  readonly sound: (path: string) => Promise<ReadSound | 'changing' | undefined>
  /** Reads only what identifies the content of the file, which is fast. */
  readonly edges: (path: string) => Promise<SoundEdges | 'changing' | undefined>
  /** Returns the embedded picture; undefined if there is none that can be read. */
  readonly picture: (path: string) => Promise<Uint8Array | undefined>
  /** Reads a file that the caller has open. */
  readonly givenSound: (file: RangedSound) => Promise<ReadSound | undefined>
  readonly givenPicture: (file: RangedSound) => Promise<Uint8Array | undefined>
  /** Parses the lyrics in texts of one folder; returns undefined if the parser had to be terminated. */
  readonly texts: (files: readonly TextFile[]) => Promise<readonly ReadText[] | undefined>
  /** Like `texts`, for chapters. */
  readonly chapters: (files: readonly TextFile[]) => Promise<readonly ChapterFile[] | undefined>
  readonly close: () => Promise<void>
}

/** A file that can only be read by ranges. */
export interface RangedSound extends SoundDescription {
  readonly read: (wanted: RangeRequest) => Promise<Uint8Array>
}

type SoundDescription = Omit<OpenedFile, 'fill'>

export type SoundRequest =
  | { readonly wanted: 'sound' | 'edges' | 'picture'; readonly path: string }
  | { readonly wanted: 'sound' | 'picture'; readonly given: SoundDescription }
  | { readonly wanted: 'texts' | 'chapters'; readonly files: readonly TextFile[] }

export interface SoundWorkerData {
  readonly budgets: SoundBudgets
  readonly shared: SharedArrayBuffer
}

/** Sent before the result: the thread blocks until it gets these bytes. */
interface RangeNeeded {
  readonly needed: RangeRequest
}

export type SoundResult =
  | { readonly sound: ReadSound | 'changing' | undefined }
  | { readonly edges: SoundEdges | 'changing' | undefined }
  | { readonly picture: Uint8Array | undefined }
  | { readonly texts: readonly ReadText[] }
  | { readonly chapters: readonly ChapterFile[] }

/** A worker thread, and the memory through which it gets ranges. */
export interface SoundThread {
  readonly worker: Worker
  readonly shared: SharedArrayBuffer
}

export interface SoundThreads {
  readonly start: (budgets: SoundBudgets) => SoundThread
  /** Called when a reader closes. `isIdle` is false if the thread is still reading. */
  readonly end: (thread: SoundThread, isIdle: boolean) => Promise<void>
}

export interface SoundReaderOptions {
  readonly budgets?: SoundBudgets
  /** By default, each reader has its own thread. */
  readonly threads?: SoundThreads
  /** The thread is terminated after this time: a parser in an endless loop makes no read that could be rejected. */
  readonly maxWaitMs?: number
}

/** Long enough for a disk to spin up. */
const defaultMaxWaitMs = 30_000
/** Heap for what parsers keep. The budget limits what they read. */
const heapMegabytes = 192

export function createSoundReader({
  budgets = defaultBudgets,
  maxWaitMs = defaultMaxWaitMs,
  threads = dedicatedThreads,
}: SoundReaderOptions = {}): SoundReader {
  const queue = createQueue({ start: () => threads.start(budgets), end: threads.end, maxWaitMs })
  let isClosed = false
  const read = async (order: SoundRequest, readRange?: RangedSound['read']) =>
    isClosed ? undefined : queue.read(order, readRange)
  return {
    sound: async (path) => {
      const result = await read({ wanted: 'sound', path })
      if (result && 'sound' in result) return result.sound
      return isClosed ? undefined : describeUnparsed(path)
    },
    edges: async (path) => {
      const result = await read({ wanted: 'edges', path })
      return result && 'edges' in result ? result.edges : undefined
    },
    picture: async (path) => {
      const result = await read({ wanted: 'picture', path })
      return result && 'picture' in result ? result.picture : undefined
    },
    texts: async (files) => {
      const result = await read({ wanted: 'texts', files })
      return result && 'texts' in result ? result.texts : undefined
    },
    chapters: async (files) => {
      const result = await read({ wanted: 'chapters', files })
      return result && 'chapters' in result ? result.chapters : undefined
    },
    givenSound: async ({ read: readRange, ...given }) => {
      const result = await read({ wanted: 'sound', given }, readRange)
      if (result && 'sound' in result && result.sound !== 'changing') return result.sound
      return isClosed ? undefined : describeFaulty(given, 'overBudget')
    },
    givenPicture: async ({ read: readRange, ...given }) => {
      const result = await read({ wanted: 'picture', given }, readRange)
      return result && 'picture' in result ? result.picture : undefined
    },
    close: () => {
      isClosed = true
      return queue.close()
    },
  }
}

interface PendingRead {
  readonly order: SoundRequest
  readonly readRange: RangedSound['read'] | undefined
  /** The result is undefined if the thread was terminated. */
  readonly done: (result?: SoundResult) => void
}

interface QueueSources {
  readonly start: () => SoundThread
  readonly end: SoundThreads['end']
  readonly maxWaitMs: number
}

/** Processes requests in order. Several may be posted ahead, so that the thread is busy while the caller is. */
function createQueue({ start, end, maxWaitMs }: QueueSources) {
  const queue: PendingRead[] = []
  let thread: SoundThread | undefined
  let timer: NodeJS.Timeout | undefined

  const begin = () => {
    const started = start()
    started.worker.on('message', (word) => thread === started && receive(started, word))
    started.worker.once('exit', () => thread === started && giveUp())
    for (const { order } of queue) started.worker.postMessage(order)
    thread = started
  }
  /** The thread is processing the first request in the queue. */
  const wait = () => {
    clearTimeout(timer)
    if (queue.length > 0) timer = setTimeout(giveUp, maxWaitMs)
  }
  const receive = async (from: SoundThread, word: SoundResult | RangeNeeded) => {
    if (!('needed' in word)) return next(word)
    // The storage has its own limits, so its time does not count for the parser.
    clearTimeout(timer)
    const bytes = await queue[0]?.readRange?.(word.needed).catch(() => undefined)
    if (thread !== from) return
    wait()
    sendRange(from.shared, bytes)
  }
  const next = (result?: SoundResult) => {
    queue.shift()?.done(result)
    wait()
  }
  const giveUp = () => {
    void thread?.worker.terminate()
    thread = undefined
    next()
    if (queue.length > 0) begin()
  }
  const read = (order: SoundRequest, readRange?: RangedSound['read']): Promise<SoundResult | undefined> =>
    new Promise((done) => {
      queue.push({ order, readRange, done })
      if (queue.length === 1) wait()
      if (thread) thread.worker.postMessage(order)
      else begin()
    })
  const close = async () => {
    clearTimeout(timer)
    const ending = thread
    thread = undefined
    if (ending) await end(ending, queue.length === 0)
    for (const { done } of queue.splice(0)) done()
  }
  return { read, close }
}

const dedicatedThreads: SoundThreads = {
  start: startSoundThread,
  end: async ({ worker }) => {
    await worker.terminate()
  },
}

/** Starts a worker thread with a limited heap. */
export function startSoundThread(budgets: SoundBudgets): SoundThread {
  const shared = createSharedBlock()
  const workerData: SoundWorkerData = { budgets, shared }
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes, ...smallYoungHeap }
  const worker = new Worker(new URL('./sound-worker.ts', import.meta.url), { workerData, resourceLimits })
  // The exit event follows, and fails the pending read.
  worker.on('error', () => {})
  worker.unref()
  return { worker, shared }
}
