/** Covers that the catalogue names and the disk does not have. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../../db/schema.ts'

export interface Covers {
  /** How many works have one. */
  readonly total: number
  /** Ids of the works whose cover is not there. */
  readonly missing: readonly string[]
}

/** Returns whether there is no picture of a cover that the catalogue names. */
export async function isCoverLost(coversFolder: string, workId: string, version: string): Promise<boolean> {
  const names = await readdir(join(coversFolder, workId, version)).catch(() => [])
  return !names.some((name) => name.endsWith('.webp'))
}

const worksPerPage = 1_000

export async function findMissingCovers(db: Db, coversFolder: string): Promise<Covers> {
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
      if (await isCoverLost(coversFolder, id, cover_version ?? '')) missing.push(id)
    }
    total += rows.length
    after = last.key
  }
}
