/** The machine below this server, as far as the process sees it. */
import { statfs } from 'node:fs/promises'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import type { System } from '@koedana/contract/machine.ts'
import type { Log } from '../../lib/log.ts'
import { createCpuUse } from './cpu-use.ts'
import { createFolderSize } from './folder-size.ts'

export interface Machine {
  readonly cpu: () => System['cpu']
  readonly memory: () => System['memory']
  readonly disk: () => Promise<System['disk']>
  /** When the covers that somebody asked for are counted. */
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface MachineSources {
  readonly dataFolder: string
  readonly coversFolder: string
  readonly log: Log
}

export function openMachine({ dataFolder, coversFolder, log }: MachineSources): Machine {
  const cpuUse = createCpuUse()
  const covers = createFolderSize({ folder: coversFolder, log })
  return {
    cpu: () => ({ cores: availableParallelism(), used: cpuUse.used(), load: loadavg() }),
    memory: memoryNow,
    disk: async () => {
      const { bsize, blocks, bavail } = await statfs(dataFolder)
      return { total: blocks * bsize, free: bavail * bsize, covers: covers.current() }
    },
    idle: covers.idle,
    close: async () => {
      cpuUse.close()
      await covers.close()
    },
  }
}

/** The memory that this process may use: a container's where it is in one. */
function memoryNow(): System['memory'] {
  const limit = process.constrainedMemory()
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return { process: process.memoryUsage.rss(), total, free: Math.min(process.availableMemory(), total) }
}
