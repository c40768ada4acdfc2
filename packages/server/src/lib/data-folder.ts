/** Checks and creates the data folder. Only the account that runs the server may read it: it contains accounts, sessions and keys. */
import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from './app-error.ts'

/** Restricts files created by this process to their owner (folders 0700, files 0600). Call it once at startup. */
export function restrictToOwner(): void {
  process.umask(0o077)
}

const otherUsersMask = 0o077

/** Returns a warning with the command that fixes it if an existing folder is accessible to other users. */
export function folderPermissionWarning(folder: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const mode = statSync(folder).mode & 0o777
  if ((mode & otherUsersMask) === 0) return undefined
  return `Others on this machine may look into the data folder ${folder} (mode ${mode.toString(8)}): close it with chmod -R go= ${folder}`
}

/** The expected entries of the data folder. An entry of the wrong kind would make the server fail while running. */
const expectedEntries = {
  'koedana.sqlite': 'written file',
  'koedana.sqlite-wal': 'written file',
  'koedana.sqlite-shm': 'written file',
  'koedana.sqlite-journal': 'written file',
  'server.lock': 'written file',
  'server.lock-journal': 'written file',
  'secret.key': 'file',
  'secret.key.next': 'file',
  covers: 'folder',
  backups: 'folder',
  feeds: 'folder',
} as const
type EntryKind = (typeof expectedEntries)[keyof typeof expectedEntries] | 'written folder'

/** Creates the folder if it does not exist. Throws a `UsageError` if the folder or an entry in it is unusable. */
export async function createDataFolder(folder: string, use: { hasDatabase: boolean }): Promise<void> {
  const faults = findFolderFaults(folder, use)
  if (faults.length > 0) throw new UsageError(faults.join('\n'))
  await mkdir(folder, { recursive: true }).catch((cause: Error) => {
    throw new UsageError(`The data folder ${folder} cannot be made: ${cause.message}`, { cause })
  })
}

/** Returns one sentence per problem; an empty list if the folder does not exist yet. */
export function findFolderFaults(folder: string, { hasDatabase }: { hasDatabase: boolean }): string[] {
  const fault = faultOf(folder, hasDatabase ? 'written folder' : 'folder')
  if (fault !== undefined) return [`The data folder cannot be used: ${fault}`]
  return Object.entries(expectedEntries)
    .filter(([, kind]) => hasDatabase || kind !== 'written file')
    .map(([name, kind]) => faultOf(join(folder, name), kind))
    .filter((words) => words !== undefined)
}

function faultOf(path: string, kind: EntryKind): string | undefined {
  const [isWritten, isFolder] = [kind.startsWith('written'), kind.endsWith('folder')]
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return brokenLinkFault(path)
    if (found.isDirectory() !== isFolder || found.isFile() === isFolder) {
      return `${path} is no ${isFolder ? 'folder' : 'file'}: move away what is there.`
    }
    const wanted = [constants.R_OK, isWritten ? constants.W_OK : 0, isFolder ? constants.X_OK : 0]
    accessSync(
      path,
      wanted.reduce((all, one) => all | one),
    )
    return undefined
  } catch (cause) {
    return `${path} is not open to who runs Koedana: ${reasonOf(cause)}.`
  }
}

const brokenLinkFault = (path: string) =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
    ? `${path} leads to a place that is not there: is a disk missing?`
    : undefined

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
