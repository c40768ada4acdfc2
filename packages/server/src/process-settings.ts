/** Sets up the process before a command begins. Commands themselves may run in any process. */
import { restrictToOwner } from './lib/data-folder.ts'
import { lowerProcessPriority } from './lib/low-priority.ts'
import { allowThreadHeapLimits, limitHeapGrowth, scavengeWhileMarking } from './lib/young-heap.ts'

/** Commands that take minutes and serve no requests. */
const lowPriorityCommands = new Set(['import', 'import-kikoeru', 'scan'])
/** Commands that process every file of a library. */
const scanningCommands = new Set(['import-kikoeru', 'scan'])

export function setUpProcess(command: string | undefined): void {
  restrictToOwner()
  ignoreEpipe()
  allowThreadHeapLimits()
  scavengeWhileMarking()
  if (command === undefined) return
  if (scanningCommands.has(command)) limitHeapGrowth()
  if (lowPriorityCommands.has(command)) lowerProcessPriority()
}

/** Ignores EPIPE, so that a command continues if its output is closed, as in `koedana doctor | head -1`. */
function ignoreEpipe(): void {
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}
