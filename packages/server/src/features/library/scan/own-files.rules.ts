/** Recognises what the server keeps in its data folder. None of it is anybody's library, wherever that folder lies. */

/** Folders that the server makes in the data folder. What else lies there is somebody's own. */
export const madeFolders = [
  'backups',
  'covers',
  'demo',
  'feeds',
  'forms',
  'measuring',
  'moving',
  'rehearsal',
  'spoken',
  'unpacked',
] as const

/** A restore keeps there what was before, under a name with its time. */
const isMadeFolder = (name: string): boolean =>
  madeFolders.some((made) => made === name) || name.startsWith('before-restore-')

/** It matches what SQLite lays beside a database, too, and files that are being written. */
const madeFile = /^(?:koedana\.sqlite|index\.snapshot|server\.lock|secret\.key)/

/**
 * Returns whether a path below a root is ours. Without it a root that holds the data folder would ingest the covers of
 * its own works, and each scan would bring about the next by what it writes.
 *
 * `dataFolder`: the path of the data folder below the root, empty if it is the root; undefined if it lies elsewhere.
 */
export function createOwnFiles(dataFolder: string | undefined): (path: string) => boolean {
  if (dataFolder === undefined) return () => false
  const before = dataFolder === '' ? '' : `${dataFolder}/`
  return (path) => {
    if (!path.startsWith(before)) return false
    const [name = ''] = path.slice(before.length).split('/', 1)
    return isMadeFolder(name) || madeFile.test(name)
  }
}
