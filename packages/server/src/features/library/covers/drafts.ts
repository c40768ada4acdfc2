/**
 * Covers are written to a draft and then renamed, so that they are never incomplete. All drafts are in one folder, where those of killed
 * processes are found without searching every work.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** No work has this ID, and backups skip names that begin with a dot. */
export const draftsFolder = (coversFolder: string): string => join(coversFolder, '.drafts')

/** A cover takes a few seconds. Several servers may share the folder, so recent drafts are kept. */
const maxDraftAgeMs = 3_600_000

/** Returns an unused path on the disk of the covers, and deletes abandoned drafts. */
export async function createDraftPath(coversFolder: string): Promise<string> {
  const drafts = draftsFolder(coversFolder)
  await mkdir(drafts, { recursive: true })
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > maxDraftAgeMs) await rm(path, { recursive: true, force: true })
  }
  return join(drafts, randomUUID())
}
