/** Reads sounds in a thread that can be ended: whatever a file makes its parser do, the scan goes on with the next one. */
import { Worker } from 'node:worker_threads'
import { smallYoungHeap } from '../../../../lib/young-heap.ts'
import type { ReadText, TextFile } from '../../lyrics/read-texts.ts'
import type { FileWithChapters } from './beside.rules.ts'
import { createSharedBlock, type RangeWanted, sendRange } from './range-port.ts'
import {
  type ReadSound,
  type SeenFile,
  type SoundBudgets,
  type SoundEdges,
  unparsed,
  usualBudgets,
  withFault,
} from './read-sound.ts'

export interface SoundReader {
  /** Returns undefined where the file cannot be read, `changing` where somebody writes to it all the time. */
  readonly sound: (path: string) => Promise<ReadSound | 'changing' | undefined>
  /** Reads what shows whether it is still the same file, which takes no time. */
  readonly edges: (path: string) => Promise<SoundEdges | 'changing' | undefined>
  /** Returns the picture inside a sound; undefined where there is none that can be had. */
  readonly picture: (path: string) => Promise<Uint8Array | undefined>
  /** Does the same of a file that the caller has open. */
  readonly givenSound: (file: OpenSound) => Promise<ReadSound | undefined>
  readonly givenPicture: (file: OpenSound) => Promise<Uint8Array | undefined>
  /** Reads what is spoken, by texts of one folder; undefined where their parser had to be ended. */
  readonly texts: (files: readonly TextFile[]) => Promise<readonly ReadText[] | undefined>
  /** Does the same of chapters that stand in them. */
  readonly chapters: (files: readonly TextFile[]) => Promise<readonly FileWithChapters[] | undefined>
  readonly close: () => Promise<void>
}

/** A file of which nothing but ranges can be had. */
export interface OpenSound extends GivenSound {
  readonly read: (wanted: RangeWanted) => Promise<Uint8Array>
}

type GivenSound = Omit<SeenFile, 'fill'>

export type SoundOrder =
  | { readonly wanted: 'sound' | 'edges' | 'picture'; readonly path: string }
  | { readonly wanted: 'sound' | 'picture'; readonly given: GivenSound }
  | { readonly wanted: 'texts' | 'chapters'; readonly files: readonly TextFile[] }

export interface SoundWorkerData {
  readonly budgets: SoundBudgets
  readonly shared: SharedArrayBuffer
}

/** The thread says this before its result: it stops until it has these bytes. */
interface Needed {
  readonly needed: RangeWanted
}

export type SoundResult =
  | { readonly sound: ReadSound | 'changing' | undefined }
  | { readonly edges: SoundEdges | 'changing' | undefined }
  | { readonly picture: Uint8Array | undefined }
  | { readonly texts: readonly ReadText[] }
  | { readonly chapters: readonly FileWithChapters[] }

/** A thread, and the memory by which it gets ranges. */
export interface SoundThread {
  readonly worker: Worker
  readonly shared: SharedArrayBuffer
}

/** Threads come from here and go back. */
export interface SoundThreads {
  readonly start: (budgets: SoundBudgets) => SoundThread
  /** Called at the end of a reader; `isIdle` unless the thread still reads. */
  readonly end: (thread: SoundThread, isIdle: boolean) => Promise<void>
}

export interface SoundReaderOptions {
  readonly budgets?: SoundBudgets
  /** Each reader has a thread of its own without them. */
  readonly threads?: SoundThreads
  /** The thread is ended after that: a parser that turns in a circle makes no read that could be refused. */
  readonly maxWaitMs?: number
}

/** Long enough for a disk that has to wake up first. */
const usualMaxWaitMs = 30_000
/** The heap for what parsers keep; what they read is bounded by its budget. */
const heapMegabytes = 192

export function createSoundReader({
  budgets = usualBudgets,
  maxWaitMs = usualMaxWaitMs,
  threads = ownThreads,
}: SoundReaderOptions = {}): SoundReader {
  const queue = createQueue({ start: () => threads.start(budgets), end: threads.end, maxWaitMs })
  let isClosed = false
  const read = async (order: SoundOrder, readRange?: OpenSound['read']) =>
    isClosed ? undefined : queue.read(order, readRange)
  return {
    sound: async (path) => {
      const result = await read({ wanted: 'sound', path })
      if (result && 'sound' in result) return result.sound
      return isClosed ? undefined : unparsed(path)
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
      return isClosed ? undefined : withFault(given, 'overBudget')
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
  readonly order: SoundOrder
  readonly readRange: OpenSound['read'] | undefined
  /** The result is undefined where the thread was ended over it. */
  readonly done: (result?: SoundResult) => void
}

interface QueueSources {
  readonly start: () => SoundThread
  readonly end: SoundThreads['end']
  readonly maxWaitMs: number
}

/** Orders are executed in turn; several may wait, so that the thread goes on while the caller is busy. */
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
  /** The first of the queue is what the thread is at. */
  const wait = () => {
    clearTimeout(timer)
    if (queue.length > 0) timer = setTimeout(giveUp, maxWaitMs)
  }
  const receive = async (from: SoundThread, word: SoundResult | Needed) => {
    if (!('needed' in word)) return next(word)
    // The storage has limits of its own: its time is not the parser's.
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
  const read = (order: SoundOrder, readRange?: OpenSound['read']): Promise<SoundResult | undefined> =>
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

const ownThreads: SoundThreads = {
  start: startSoundThread,
  end: async ({ worker }) => {
    await worker.terminate()
  },
}

export function startSoundThread(budgets: SoundBudgets): SoundThread {
  const shared = createSharedBlock()
  const workerData: SoundWorkerData = { budgets, shared }
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes, ...smallYoungHeap }
  const worker = new Worker(new URL('./sound-worker.ts', import.meta.url), { workerData, resourceLimits })
  // The exit event follows and gives up on the waiting read.
  worker.on('error', () => {})
  worker.unref()
  return { worker, shared }
}
