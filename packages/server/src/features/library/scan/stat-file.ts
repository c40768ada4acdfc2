/** What the file system says of a file. */
import { type Stats, statSync } from 'node:fs'

export interface FileStat {
  readonly sizeBytes: number
  readonly modifiedAt: string
  /** Unlike `modifiedAt` it is the system's own: no copy and no tool sets it. */
  readonly changedMs: number
}

/** Undefined where the file cannot be reached. */
export function statFile(path: string): FileStat | undefined {
  try {
    return fileStatOf(statSync(path))
  } catch {
    return undefined
  }
}

export const fileStatOf = ({ size, mtimeMs, ctimeMs }: Stats): FileStat => ({
  sizeBytes: size,
  // As `Stats.mtime` has it, which is made more slowly.
  modifiedAt: new Date(Math.round(mtimeMs)).toISOString(),
  changedMs: Math.round(ctimeMs),
})
