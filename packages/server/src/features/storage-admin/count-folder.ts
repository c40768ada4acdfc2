/** Estimates what a scan would find in a folder, from names only. */
import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderPage } from '@koedana/contract/storages.ts'
import { audioFormatOf } from '../library/media/formats.rules.ts'
import { groupWorks, joinFolder, type MutableFolder } from '../library/scan/group.rules.ts'
import { isJunk } from '../library/scan/names.rules.ts'

export type FolderCounts = Pick<FolderPage, 'audioFiles' | 'works' | 'packed' | 'isMore'>

export const noCounts: FolderCounts = { audioFiles: null, works: null, packed: null, isMore: false }

/** The counts are only a hint, so they must not delay the list of folders much. */
const maxCountMs = 700
const maxEntries = 2_000
const maxConcurrent = 500

/** Returns a function that tells whether the time for counting is used up. */
export function createDeadline(): () => boolean {
  const until = performance.now() + maxCountMs
  return () => performance.now() > until
}

/** Counts breadth first. Links are not followed, and unreadable folders count as empty. */
export async function countFolder(top: string, isTimeUp: () => boolean): Promise<FolderCounts> {
  if (isTimeUp()) return noCounts
  const root: MutableFolder = { path: '', name: '', files: [], folders: [] }
  const waiting = [root]
  let [left, audioFiles, isMore] = [maxEntries, 0, false]
  const isSpent = () => left <= 0 || isTimeUp()
  for (const folder of waiting) {
    if (isSpent()) return { audioFiles, ...countWorks(root), isMore: true }
    for await (const entry of readEntries(join(top, folder.path))) {
      const isLeftOut = isSpent() || (entry.isDirectory() && folder.folders.length === maxConcurrent)
      isMore ||= isLeftOut
      if (isLeftOut) break
      left -= 1
      if (isJunk(entry.name)) continue
      if (entry.isDirectory()) {
        const within = { path: joinFolder(folder, entry.name), name: entry.name, files: [], folders: [] }
        folder.folders.push(within)
        waiting.push(within)
      } else if (entry.isFile()) {
        folder.files.push(entry.name)
        if (audioFormatOf(entry.name) !== undefined) audioFiles += 1
      }
    }
  }
  return { audioFiles, ...countWorks(root), isMore }
}

/** Folders without tracks and archives count as works for a scan, but are left out here. */
function countWorks(root: MutableFolder): Pick<FolderCounts, 'works' | 'packed'> {
  const { works, archives } = groupWorks(root)
  const worksWithTracks = works.filter(({ paths }) =>
    paths().some((path) => audioFormatOf(path) !== undefined),
  )
  const unpacked = new Set(worksWithTracks.map(({ id }) => id))
  const packed = archives.filter(({ id }) => !unpacked.has(id)).length
  return { works: worksWithTracks.length + packed, packed }
}

/** Reads entry by entry, since a folder may contain millions. */
async function* readEntries(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder)
  } catch {
    // The folder was removed or is not readable.
  }
}
