/** Finds what the server keeps, as it lies below the root of a storage. */
import { realpathSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { createOwnFiles } from './own-files.rules.ts'

/** Returns whether a path below a root is ours. The root is a real path; nothing is ours without a data folder. */
export const ownFilesBelow = (root: string, dataFolder: string | undefined): ((path: string) => boolean) =>
  createOwnFiles(dataFolder === undefined ? undefined : pathBelow(root, dataFolder))

function pathBelow(root: string, folder: string): string | undefined {
  try {
    const path = relative(root, realpathSync(folder)).split(sep).join('/')
    return path === '..' || path.startsWith('../') ? undefined : path
  } catch {
    // A folder that is not there holds nothing.
    return undefined
  }
}
