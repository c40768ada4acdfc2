/** A worker thread that sums the sizes of all files in a folder and its subfolders. */
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { isEnoent } from '../../lib/enoent.ts'

const root: string = workerData
parentPort?.postMessage(sizeOf(root))

function sizeOf(folder: string): number {
  let size = 0
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) size += sizeOf(path)
    else if (entry.isFile()) size += statSync(path, { throwIfNoEntry: false })?.size ?? 0
  }
  return size
}

/** Returns no entries if the folder is missing or was deleted during the count. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (isEnoent(error)) return []
    throw error
  }
}
