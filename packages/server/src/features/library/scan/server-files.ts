import { realpathSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { createServerFileMatcher } from './server-files.rules.ts'

/** Returns a matcher for the server's own files below a root, which must be a real path. Without a data folder nothing matches. */
export const serverFilesBelow = (root: string, dataFolder: string | undefined): ((path: string) => boolean) =>
  createServerFileMatcher(dataFolder === undefined ? undefined : pathBelow(root, dataFolder))

function pathBelow(root: string, folder: string): string | undefined {
  try {
    const path = relative(root, realpathSync(folder)).split(sep).join('/')
    return path === '..' || path.startsWith('../') ? undefined : path
  } catch {
    return undefined
  }
}
