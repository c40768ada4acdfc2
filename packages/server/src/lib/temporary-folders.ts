/**
 * Folders below the system's temporary folder, for what is only read once. Their names say which process made them: what one
 * leaves that was killed is removed at the next start.
 */
import { randomUUID } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns a path that nobody else uses; the folder is not made. */
export const temporaryFolder = (purpose: 'scan' | 'migration'): string =>
  join(tmpdir(), `koedana-${purpose}-${process.pid}-${randomUUID()}`)

const named = /^koedana-(?:scan|migration)-(\d{1,10})-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Removes folders of processes that are gone. Call it at a start, before this process makes any: one with its number is of a
 * process before it, as in a container. Never fails: what cannot be removed stays.
 */
export async function removeAbandoned(): Promise<void> {
  const parent = tmpdir()
  for (const name of await readdir(parent).catch(() => [])) {
    const [, pid] = named.exec(name) ?? []
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

/** Everybody may make something there. */
const isOwn = (folder: string): Promise<boolean> =>
  lstat(folder).then(
    (found) => found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid),
    () => false,
  )
