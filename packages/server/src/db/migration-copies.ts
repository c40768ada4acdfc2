/**
 * The copies of a database that are made before its migration: only a whole one has its name, and a start that is killed again and
 * again does not fill the disk with them.
 */
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const beginning = 'before-migration-'
const dayMs = 86_400_000
/** Whoever makes a copy writes to it all the time. */
const abandonedMs = 10 * 60_000

/** `lastStep` is the last that was taken: copies from before the same one are of the same version. */
export const migrationCopyName = (now: Date, lastStep: string, ending: 'sqlite' | 'tar'): string =>
  `${beginning}${now.toISOString().replaceAll(':', '-')}.${lastStep}.${ending}`

/** Returns the last step and the ending of a copy; undefined for what is none, or has no step in its name. */
const versionOf = (name: string): string | undefined =>
  /^before-migration-[\dT-]+\.\d+Z\.(.+\.(?:sqlite|tar))$/.exec(name)?.[1]

/** Gives it its name once the disk has it. `make` writes the file at that path. */
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

/** Removes what was left of copies that were not brought to their end, and of this day those that the new one is a newer one of. */
export async function removeOutdone(folder: string, made: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(beginning) || name === made) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    const ageMs = found ? Date.now() - found.mtimeMs : 0
    const isLeft = name.endsWith('.part') && ageMs > abandonedMs
    if (isLeft || (versionOf(name) === versionOf(made) && ageMs < dayMs)) await rm(path, { force: true })
  }
}
