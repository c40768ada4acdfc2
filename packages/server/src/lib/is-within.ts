/** Tests whether one path is inside another. All paths must be real paths (no symlinks). */
import { sep } from 'node:path'

/** A folder counts as inside itself. */
export const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(withTrailingSeparator(folder))

/** Returns the folder path with a trailing separator. */
export const withTrailingSeparator = (folder: string): string =>
  folder.endsWith(sep) ? folder : folder + sep
