/** What the file system says of a file. */
import type { Stats } from 'node:fs'
import type { FileFacts } from '../storage.ts'

export const factsOf = ({ size, mtimeMs, ctimeMs }: Stats): FileFacts => ({
  sizeBytes: size,
  // As `Stats.mtime` has it, which is made more slowly.
  modifiedAt: new Date(Math.round(mtimeMs)).toISOString(),
  changedMs: Math.round(ctimeMs),
})
