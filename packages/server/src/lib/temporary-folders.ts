/**
 * Folders below the system's temporary folder. Their names contain the process ID, so that leftovers of killed processes are
 * removed at the next start.
 */
import { randomUUID } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns a unique path. The folder is not created. */
export const temporaryFolder = (purpose: 'scan' | 'migration'): string =>
  join(tmpdir(), `koedana-${purpose}-${process.pid}-${randomUUID()}`)

const folderNamePattern = /^koedana-(?:scan|migration)-(\d{1,10})-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Removes folders of processes that no longer run. Call it at startup, before this process creates any: a folder with this
 * process's ID is from an earlier process (container PIDs repeat). Never throws.
 */
export async function removeOrphanedFolders(): Promise<void> {
  const parent = tmpdir()
  for (const name of await readdir(parent).catch(() => [])) {
    const [, pid] = folderNamePattern.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    const folder = join(parent, name)
    if (await isOwn(folder)) await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** Other users can create entries in the temporary folder too. */
const isOwn = (folder: string): Promise<boolean> =>
  lstat(folder).then(
    (found) => found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid),
    () => false,
  )
