/** Settles what the program needs of its own process before a command begins: a command itself may run in any process. */
import { keepToOwner } from './lib/data-folder.ts'
import { lowerProcessPriority } from './lib/low-priority.ts'
import { collectWhileMarking, keepHeapSmall, letThreadsHaveTheirHeaps } from './lib/young-heap.ts'

/** Take minutes, and nobody is served by them. */
const inNoHurry = new Set(['import', 'import-kikoeru', 'scan'])
/** Go over every file of a library. */
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

/** What a command does goes on where nobody reads any more what it says, as in `koedana doctor | head -1`. */
function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}
