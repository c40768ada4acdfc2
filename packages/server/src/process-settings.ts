/** Settles what the program needs of its own process before a command begins: a command itself may run in any process. */
import { keepToOwner } from './lib/data-folder.ts'
import { lowerProcessPriority } from './lib/low-priority.ts'
import { keepYoungHeapSmall } from './lib/young-heap.ts'

/** Take minutes, and nobody is served by them. */
const inNoHurry = new Set(['import', 'import-kikoeru', 'scan'])
/** Go over every file of a library. */
const overFiles = new Set(['import-kikoeru', 'scan'])

export function setUpProcess(command: string | undefined): void {
  keepToOwner()
  if (command === undefined) return
  if (overFiles.has(command)) keepYoungHeapSmall()
  if (inNoHurry.has(command)) lowerProcessPriority()
}
