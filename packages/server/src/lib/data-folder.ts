/** The data folder belongs to the account that runs the server alone: it holds accounts, sessions and keys. */
import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from './app-error.ts'

/** Keeps what this process creates from here on to its owner: folders 0700, files 0600. Call it once, at its start. */
export function keepToOwner(): void {
  process.umask(0o077)
}

const others = 0o077

/** Returns a warning if a folder that was there already is open to others, with the way to mend it. */
export function wideFolderWarning(folder: string): string | undefined {
  // Windows has no such modes.
  if (process.platform === 'win32') return undefined
  const mode = statSync(folder).mode & 0o777
  if ((mode & others) === 0) return undefined
  return `Others on this machine may look into the data folder ${folder} (mode ${mode.toString(8)}): close it with chmod -R go= ${folder}`
}

/** These names lie there; anything else by one of them stops the server in the middle. */
const contents = {
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
type Kind = (typeof contents)[keyof typeof contents] | 'written folder'

/** Makes the folder if there is none. Throws a `UsageError` if it, or what is in it, cannot be used. */
export async function makeDataFolder(folder: string, use: { hasDatabase: boolean }): Promise<void> {
  const faults = folderFaults(folder, use)
  if (faults.length > 0) throw new UsageError(faults.join('\n'))
  await mkdir(folder, { recursive: true }).catch((cause: Error) => {
    throw new UsageError(`The data folder ${folder} cannot be made: ${cause.message}`, { cause })
  })
}

/** Returns a sentence each; none if there is nothing yet. */
export function folderFaults(folder: string, { hasDatabase }: { hasDatabase: boolean }): string[] {
  const fault = faultOf(folder, hasDatabase ? 'written folder' : 'folder')
  if (fault !== undefined) return [`The data folder cannot be used: ${fault}`]
  return Object.entries(contents)
    .filter(([, kind]) => hasDatabase || kind !== 'written file')
    .map(([name, kind]) => faultOf(join(folder, name), kind))
    .filter((words) => words !== undefined)
}

function faultOf(path: string, kind: Kind): string | undefined {
  const [isWritten, isFolder] = [kind.startsWith('written'), kind.endsWith('folder')]
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return lostLink(path)
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

const lostLink = (path: string) =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
    ? `${path} leads to a place that is not there: is a disk missing?`
    : undefined

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
