/**
 * Copies of a database made before its migration. Only complete copies get the final name, and repeatedly killed starts do not fill
 * the disk with them.
 */
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const namePrefix = 'before-migration-'
const dayMs = 86_400_000
/** A copy in progress is written continuously, so an older partial file was abandoned. */
const abandonedAfterMs = 10 * 60_000

/** `lastStep` is the last applied migration: copies with the same one are of the same version. */
export const migrationCopyName = (now: Date, lastStep: string, ending: 'sqlite' | 'tar'): string =>
  `${namePrefix}${now.toISOString().replaceAll(':', '-')}.${lastStep}.${ending}`

/** Returns the last migration and extension from the name of a copy; undefined for other names, and for names without a migration. */
const versionOf = (name: string): string | undefined =>
  /^before-migration-[\dT-]+\.\d+Z\.(.+\.(?:sqlite|tar))$/.exec(name)?.[1]

/** Creates a copy and renames it when it is safely on disk. `make` writes the file at the given path. */
export async function makeMigrationCopy(
  folder: string,
  name: string,
  make: (path: string) => Promise<void>,
): Promise<void> {
  const draft = join(folder, `${name}.part`)
  try {
    await make(draft)
    const file = await open(draft, 'r+')
    await file.sync().finally(() => file.close())
    await rename(draft, join(folder, name))
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes abandoned partial copies, and copies of the same version that are less than a day older than the new one. */
export async function removeObsoleteCopies(folder: string, made: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(namePrefix) || name === made) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    const ageMs = found ? Date.now() - found.mtimeMs : 0
    const isLeft = name.endsWith('.part') && ageMs > abandonedAfterMs
    if (isLeft || (versionOf(name) === versionOf(made) && ageMs < dayMs)) await rm(path, { force: true })
  }
}
