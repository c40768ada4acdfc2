/**
 * What is made of covers is written aside and then renamed: it appears whole or not at all. Drafts lie in one folder, in which
 * those that a process left that was killed are found without a look at every work.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** No work has such an id, and no backup takes what begins with a dot. */
export const draftsFolder = (coversFolder: string): string => join(coversFolder, '.drafts')

/** A cover takes some seconds; several servers may have their covers in one folder. */
const abandonedMs = 3_600_000

/** Returns a path that nothing lies at, on the disk of the covers. Removes what was abandoned there. */
export async function newDraft(coversFolder: string): Promise<string> {
  const drafts = draftsFolder(coversFolder)
  await mkdir(drafts, { recursive: true })
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(path, { recursive: true, force: true })
  }
  return join(drafts, randomUUID())
}
