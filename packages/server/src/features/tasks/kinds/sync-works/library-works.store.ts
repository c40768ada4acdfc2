/** Works of the library, playable or not: those that came from folders, and those the marketplace was never asked for. */
import { workIdOf, workKeyOf } from '@koedana/contract/work-id.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../db/schema.ts'

/** The first key of a marketplace: own works lie below. */
const firstKey = workKeyOf('RJ000000')

export async function listNewOfLibrary(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: number }>`
    select work.key from work
    left join marketplace_record on marketplace_record.key = work.key
    where (work.in_library = 1 or work.origin = 'folder') and work.trashed_at is null and work.key >= ${firstKey}
      and marketplace_record.key is null
    order by work.key`.execute(db)
  return rows.map(({ key }) => workIdOf(key))
}

export interface NewWork {
  readonly key: number
  readonly id: string
  readonly name: string
}

/** Works that scans have added since, behind this key, in the order of keys. */
export async function listNewOfFolders(
  db: Db,
  { since, after }: { readonly since: string; readonly after: number },
): Promise<NewWork[]> {
  return db
    .selectFrom('work')
    .select(['key', 'id', 'name'])
    .where('origin', '=', 'folder')
    .where('created_at', '>=', since)
    .where('key', '>', after)
    .orderBy('key')
    .execute()
}
