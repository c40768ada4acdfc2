/** Deletes the cached covers of works that were removed permanently. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { normalizeWorkId } from '@koedana/contract/values.ts'

/** Deletes the cover folders of works. A missing folder is not an error. */
export async function removeCovers(coversFolder: string, workIds: readonly string[]): Promise<void> {
  for (const id of workIds) {
    // The ID becomes part of a path, so only valid IDs are accepted.
    if (normalizeWorkId(id) === id) await rm(join(coversFolder, id), { recursive: true, force: true })
  }
}
