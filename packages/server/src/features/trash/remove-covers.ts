/** Removes what was made and kept of the covers of works that are gone for good. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { normaliseWorkId } from '@koedana/contract/values.ts'

/** One without a cover is done with already. */
export async function removeCovers(coversFolder: string, workIds: readonly string[]): Promise<void> {
  for (const id of workIds) {
    // A path is made of it: nothing but an id may come this far.
    if (normaliseWorkId(id) === id) await rm(join(coversFolder, id), { recursive: true, force: true })
  }
}
