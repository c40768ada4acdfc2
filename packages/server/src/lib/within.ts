/** Decides which path lies within which; all are real paths. */
import { sep } from 'node:path'

/** A folder lies within itself. */
export const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(above(folder))

/** The folder with what stands between it and all that lies in it. */
export const above = (folder: string): string => (folder.endsWith(sep) ? folder : folder + sep)
