/** The data folder is nobody's but whoever runs the server: it holds accounts, sessions and keys. */
import { statSync } from 'node:fs'

/** Everything that this process makes from here on is its owner's alone: folders 0700, files 0600. Call it once, at its start. */
export function keepToOwner(): void {
  process.umask(0o077)
}

const others = 0o077

/** What to tell where a folder that was there already is open to others, with the way to mend it; undefined where it is not. */
export function wideFolderWarning(folder: string): string | undefined {
  // Windows has no such modes.
  if (process.platform === 'win32') return undefined
  const mode = statSync(folder).mode & 0o777
  if ((mode & others) === 0) return undefined
  return `Others on this machine may look into the data folder ${folder} (mode ${mode.toString(8)}): close it with chmod -R go= ${folder}`
}
