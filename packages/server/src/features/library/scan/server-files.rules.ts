/** Folders that the server creates in the data folder. Anything else there belongs to the user. */
export const serverFolders = [
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

/** A restore keeps the previous data in a folder named with the time. */
const isServerFolder = (name: string): boolean =>
  serverFolders.some((made) => made === name) || name.startsWith('before-restore-')

/** Also matches the files that SQLite creates next to a database, and temporary files. */
const serverFilePattern = /^(?:koedana\.sqlite|index\.snapshot|server\.lock|secret\.key)/

/**
 * Returns a function that tells whether a path relative to a root belongs to the server. Without it, a root that contains the data folder
 * would ingest the covers of its own works. Each scan would trigger the next by its own writes.
 *
 * `dataFolder` is the path of the data folder relative to the root, `''` if it is the root; undefined if it is not below the root.
 */
export function createServerFileMatcher(dataFolder: string | undefined): (path: string) => boolean {
  if (dataFolder === undefined) return () => false
  const before = dataFolder === '' ? '' : `${dataFolder}/`
  return (path) => {
    if (!path.startsWith(before)) return false
    const [name = ''] = path.slice(before.length).split('/', 1)
    return isServerFolder(name) || serverFilePattern.test(name)
  }
}
