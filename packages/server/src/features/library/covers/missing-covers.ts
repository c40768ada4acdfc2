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
      const names = await readdir(join(coversFolder, id, cover_version ?? '')).catch(() => [])
      if (!names.some((name) => name.endsWith('.webp'))) missing.push(id)
    }
    total += rows.length
    after = last.key
  }
}
