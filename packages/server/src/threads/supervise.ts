/** Supervises the other threads: replaces threads that die, terminates threads that hang, and reports failure if they keep dying. */
import { Worker } from 'node:worker_threads'
import type { Database } from '../db/open.ts'
import type { Log } from '../lib/log.ts'
import { defaultYoungHeap } from '../lib/young-heap.ts'
import type { ThreadGroup, ThreadLink } from './group.ts'
import type { ThreadData } from './messages.ts'

export interface SupervisorOptions {
  readonly group: ThreadGroup
  readonly database: Pick<Database, 'seat'>
  readonly order: Pick<ThreadData, 'config' | 'serverPort'>
  readonly log: Log
  readonly module: URL
  readonly pace?: SupervisorTiming
}

interface SupervisorTiming {
  readonly againMs: number
  readonly heartbeatMs: number
  /** A thread that has not stopped within this time is terminated. */
  readonly stopMs: number
}

const defaultPace: SupervisorTiming = { againMs: 1_000, heartbeatMs: 5_000, stopMs: 7_000 }
/** A thread that misses this many heartbeats counts as hanging. Counts heartbeats instead of time, because a machine may sleep. */
const maxMissed = 6
/** More deaths than this within a minute count as a failure. */
const maxDeaths = 5
const deathWindowMs = 60_000

export interface Supervisor {
  readonly listening: Promise<void>
  /** Rejects if threads keep dying; pending otherwise. */
  readonly failed: Promise<never>
  readonly stop: () => Promise<void>
}

export function superviseThreads(sources: SupervisorOptions): Supervisor {
  const { group, log, pace = defaultPace } = sources
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  const running = new Set<RunningThread>()
  let deaths: number[] = []
  let isStopping = false

  const begin = (): RunningThread => {
    const one = startThread(sources)
    running.add(one)
    void one.ended.then((cause) => {
      running.delete(one)
      if (isStopping) return
      log.error({ err: cause }, 'a thread that takes requests has ended')
      const now = performance.now()
      deaths = [...deaths, now].filter((at) => now - at < deathWindowMs)
      if (deaths.length > maxDeaths)
        failed.reject(new Error('threads that take requests keep ending', { cause }))
      else setTimeout(() => isStopping || begin(), pace.againMs)
    })
    return one
  }
  const first = Array.from({ length: group.count - 1 }, begin)
  const heartbeats = setInterval(() => {
    for (const one of running) one.look(log)
  }, pace.heartbeatMs)
  return {
    listening: Promise.all(first.map(({ link }) => link.listening)).then(() => {}),
    failed: failed.promise,
    stop: async () => {
      isStopping = true
      clearInterval(heartbeats)
      const all = [...running]
      for (const { link } of all) link.stop()
      const late = setTimeout(() => {
        for (const one of all) one.terminate()
      }, pace.stopMs)
      await Promise.all(all.map(({ ended }) => ended))
      clearTimeout(late)
    },
  }
}

interface RunningThread {
  readonly link: ThreadLink
  /** Resolves to the reason. */
  readonly ended: Promise<unknown>
  /** Sends a heartbeat, and terminates the thread if it missed too many. */
  readonly look: (log: Log) => void
  readonly terminate: () => void
}

function startThread({ group, database, order, module }: SupervisorOptions): RunningThread {
  const link = group.admit(database)
  const { port, seat } = link.start
  const workerData: ThreadData = { ...link.start, ...order }
  const worker = new Worker(module, {
    workerData,
    transferList: seat ? [port, seat.port] : [port],
    resourceLimits: defaultYoungHeap,
  })
  let missed = 0
  let cause: unknown
  // Startup may take longer than the heartbeats allow.
  let isListening = false
  void link.listening.then(() => {
    isListening = true
  })
  worker.once('error', (error) => {
    cause = error
  })
  const ended = new Promise<unknown>((resolve) => {
    worker.once('exit', (code) => {
      link.gone()
      resolve(cause ?? new Error(`it ended with ${code}`))
    })
  })
  return {
    link,
    ended,
    terminate: () => void worker.terminate(),
    look: (log) => {
      if (!isListening) return
      missed += 1
      if (missed > maxMissed) {
        log.error('a thread that takes requests hangs: it is ended')
        void worker.terminate()
        return
      }
      const noteAlive = () => {
        missed = 0
      }
      link.isAlive().then(noteAlive, () => {})
    },
  }
}
