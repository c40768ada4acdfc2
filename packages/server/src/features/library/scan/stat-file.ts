/** What the file system says of a file. */
import { statSync } from 'node:fs'

export interface FileStat {
  readonly sizeBytes: number
  readonly modifiedAt: string
}

/** Undefined where the file cannot be reached. */
export function statFile(path: string): FileStat | undefined {
  try {
    const { size, mtime } = statSync(path)
    return { sizeBytes: size, modifiedAt: mtime.toISOString() }
  } catch {
    return undefined
  }
}
