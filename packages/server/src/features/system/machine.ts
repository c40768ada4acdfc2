/** Resource usage of the host, as far as the process can see it. */
import { statfs } from 'node:fs/promises'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { System } from '@koedana/contract/system-info.ts'
import type { Log } from '../../lib/log.ts'
import { defaultYoungHeap } from '../../lib/young-heap.ts'

export interface Machine {
  readonly cpu: () => Pick<System['cpu'], 'cores' | 'used' | 'load'>
  readonly memory: () => System['memory']
  readonly disk: () => Promise<System['disk']>
  /** Resolves when pending counts are done. */
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A cache folder: its content can be recreated. */
export interface CacheFolder {
  readonly name: System['disk']['caches'][number]['name']
  readonly folder: string
  readonly maxBytes: number
}

export interface MachineSources {
  readonly caches: readonly CacheFolder[]
  readonly dataFolder: string
  readonly coversFolder: string
  readonly log: Log
}

export function openMachine({ dataFolder, coversFolder, caches, log }: MachineSources): Machine {
  const cpuUse = createCpuUse()
  const covers = createFolderSize({ folder: coversFolder, log })
  const held = caches.map((cache) => ({ ...cache, size: createFolderSize({ folder: cache.folder, log }) }))
  const sizes = [covers, ...held.map(({ size }) => size)]
  return {
    cpu: () => ({ cores: availableParallelism(), used: cpuUse.used(), load: loadavg() }),
    memory: memoryNow,
    disk: async () => {
      const { bsize, blocks, bavail } = await statfs(dataFolder)
      return {
        total: blocks * bsize,
        free: bavail * bsize,
        covers: covers.current(),
        caches: held.map(({ name, size, maxBytes }) => ({ name, size: size.current(), most: maxBytes })),
      }
    },
    idle: async () => {
      await Promise.all(sizes.map((one) => one.idle()))
    },
    close: async () => {
      cpuUse.close()
      await Promise.all(sizes.map((one) => one.close()))
    },
  }
}

/** Returns memory figures; in a container, those of its limit. */
function memoryNow(): System['memory'] {
  const limit = process.constrainedMemory()
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return { process: process.memoryUsage.rss(), total, free: Math.min(process.availableMemory(), total) }
}

/**
 * Measures the size of a folder. Millions of files take minutes, so a worker thread counts on request if the result is old. The old
 * result is returned until then.
 */
export interface FolderSize {
  /** Bytes; null before the first count is done. */
  readonly current: () => number | null
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface FolderSizeSources {
  readonly folder: string
  readonly log: Log
}

const staleMs = 10 * 60_000

function createFolderSize({ folder, log }: FolderSizeSources): FolderSize {
  let size: number | null = null
  let begun = Number.NEGATIVE_INFINITY
  let isClosed = false
  let worker: Worker | undefined
  let counting = Promise.resolve()

  const count = () =>
    new Promise<void>((resolve) => {
      worker = new Worker(new URL('./folder-size-worker.ts', import.meta.url), {
        workerData: folder,
        resourceLimits: defaultYoungHeap,
      })
      worker.once('message', (bytes: number) => {
        size = bytes
      })
      worker.once('error', (error) => {
        if (!isClosed) log.warn({ err: error }, 'the size of a folder was not counted')
      })
      worker.once('exit', () => {
        worker = undefined
        resolve()
      })
    })

  return {
    current: () => {
      if (!isClosed && !worker && performance.now() - begun > staleMs) {
        begun = performance.now()
        counting = count()
      }
      return size
    },
    idle: () => counting,
    close: async () => {
      isClosed = true
      await worker?.terminate()
      await counting
    },
  }
}

/** CPU usage of this process over the last minute. */
export interface CpuUse {
  /** Returns the usage in cores, for example 1.5. */
  readonly used: () => number
  readonly close: () => void
}

const sampleMs = 5_000
const keptSamples = 12

export function createCpuUse(): CpuUse {
  const samples = [sampleNow()]
  const timer = setInterval(() => {
    samples.push(sampleNow())
    if (samples.length > keptSamples) samples.shift()
  }, sampleMs).unref()
  return {
    used: () => usedBetween(samples[0], sampleNow()),
    close: () => clearInterval(timer),
  }
}

export interface CpuSample {
  /** Milliseconds of a monotonic clock. */
  readonly at: number
  /** Milliseconds of CPU time on all cores together. */
  readonly worked: number
}

function sampleNow(): CpuSample {
  const { user, system } = process.cpuUsage()
  return { at: performance.now(), worked: (user + system) / 1_000 }
}

/** Returns the usage in cores, rounded to hundredths; 0 if no time has passed. */
export function usedBetween(from: CpuSample | undefined, to: CpuSample): number {
  if (!from || to.at <= from.at) return 0
  return Math.max(0, Math.round(((to.worked - from.worked) / (to.at - from.at)) * 100) / 100)
}
