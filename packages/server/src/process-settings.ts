/** Sets up the process before a command begins. Commands themselves may run in any process. */
import { keepToOwner } from './lib/data-folder.ts'
import { lowerProcessPriority } from './lib/low-priority.ts'
import { collectWhileMarking, keepHeapSmall, letThreadsHaveTheirHeaps } from './lib/young-heap.ts'

/** Commands that take minutes and serve no requests. */
const inNoHurry = new Set(['import', 'import-kikoeru', 'scan'])
/** Commands that process every file of a library. */
const overFiles = new Set(['import-kikoeru', 'scan'])

export function setUpProcess(command: string | undefined): void {
  keepToOwner()
  outliveReaders()
  letThreadsHaveTheirHeaps()
  collectWhileMarking()
  if (command === undefined) return
  if (overFiles.has(command)) keepHeapSmall()
  if (inNoHurry.has(command)) lowerProcessPriority()
}

/** Ignores EPIPE, so that a command continues if its output is closed, as in `koedana doctor | head -1`. */
function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}
