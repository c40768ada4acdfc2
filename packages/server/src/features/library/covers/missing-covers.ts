import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { coverSizes } from '@koedana/contract/values.ts'
import type { Db } from '../../../db/schema.ts'

export interface CoverCheck {
  readonly total: number
  /** IDs of works whose cover files are missing. */
  readonly missing: readonly string[]
}

/**
 * Returns whether no file of a cover exists. Synchronous, which takes a tenth of the time: for the scan thread and commands, which call it
 * for each work.
 */
export const isCoverMissing = (coversFolder: string, workId: string, version: string): boolean =>
  !coverSizes.some((width) => existsSync(join(coversFolder, workId, version, `${width}.webp`)))

const worksPerPage = 1_000

export async function findMissingCovers(db: Db, coversFolder: string): Promise<CoverCheck> {
  const missing: string[] = []
  let total = 0
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom('work')
      .select(['key', 'id', 'cover_version'])
      .where('cover_version', 'is not', null)
      .where('key', '>', after)
      .orderBy('key')
      .limit(worksPerPage)
      .execute()
    const last = rows.at(-1)
    if (!last) return { total, missing }
    for (const { id, cover_version } of rows) {
      if (isCoverMissing(coversFolder, id, cover_version ?? '')) missing.push(id)
    }
    total += rows.length
    after = last.key
  }
}
