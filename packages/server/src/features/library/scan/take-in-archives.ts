/** Packed works: known to the catalogue, not playable before somebody unpacks them. */
import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { Db } from '../../../db/schema.ts'
import type { FoundArchive } from './group.rules.ts'
import { changeFiles } from './library-state.ts'
import { readFolderName, titleOfFile } from './names.rules.ts'
import { findKnownKeys, insertWork } from './scan.store.ts'
import type { Scan } from './scan.ts'

/** Answers how many works are new by this. */
export async function takeInArchives(scan: Scan, archives: readonly FoundArchive[]): Promise<number> {
  const { database, unknownAge } = scan
  let added = 0
  for (const { id, path } of archives) {
    const key = workKeyOf(id)
    if ((await findKnownKeys(database.write, [key])).size > 0) continue
    const { title, maker } = readFolderName(titleOfFile(path.slice(path.lastIndexOf('/') + 1)))
    const work = { key, id, name: title || id, ageCategory: unknownAge, maker, artists: [] }
    const now = scan.now()
    const write = (tx: Db) => insertWork(tx, work, now)
    await changeFiles(database.write, { keys: [key], now, write })
    added += 1
  }
  return added
}
