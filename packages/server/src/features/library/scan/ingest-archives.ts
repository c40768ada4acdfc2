/** Scan phase 4, archives: adds their works to the catalog. They are not playable until the archives are extracted. */
import { workKeyOf } from '@koedana/contract/values.ts'
import { writeInTurn } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { restoreWorks } from '../../trash/trash.store.ts'
import type { FoundArchive } from './group.rules.ts'
import { deletePacked, insertPacked, listPackedPaths } from './library-state.store.ts'
import { changeFiles } from './library-state.ts'
import { fileTitle, readFolderName } from './names.rules.ts'
import { findKnownKeys, insertWork } from './scan.store.ts'
import { assertNotRemoved, type Scan } from './scan.ts'
import { isMassLoss } from './storage-state.rules.ts'

/** Returns the number of new works. A new archive restores its work from the trash. */
export async function ingestArchives(scan: Scan, archives: readonly FoundArchive[]): Promise<number> {
  const { database, storageKey } = scan
  let added = 0
  for (const archive of archives) added += await ingestArchive(scan, archive)
  const known = new Set(await listPackedPaths(database.write, storageKey))
  const fresh = archives.filter(({ path }) => !known.has(path))
  if (fresh.length > 0) await savePackedWorks(scan, fresh)
  return added
}

/** Deletes the entries of missing archives, unless so many are missing that a disconnected disk is likely. */
export async function deleteMissingArchives(scan: Scan, archives: readonly FoundArchive[]): Promise<void> {
  const { database, storageKey, isUnreadable, openedArchives, acceptsLoss, tally } = scan
  const packed = await listPackedPaths(database.write, storageKey)
  const opened = packed.filter((path) => openedArchives.has(path))
  if (opened.length > 0) await writeInTurn(database.write, (tx) => deletePacked(tx, storageKey, opened))
  const known = packed.filter((path) => !openedArchives.has(path))
  const found = new Set(archives.map(({ path }) => path))
  const gone = known.filter((path) => !found.has(path) && !isUnreadable(path))
  if (gone.length === 0) return
  const loss = { lost: gone.length, total: known.length, works: gone.length }
  if (!acceptsLoss && isMassLoss(loss)) tally.held += gone.length
  else await writeInTurn(database.write, (tx) => deletePacked(tx, storageKey, gone))
}

async function ingestArchive(scan: Scan, { id, path }: FoundArchive): Promise<number> {
  const { database, unknownAge } = scan
  const key = workKeyOf(id)
  if ((await findKnownKeys(database.write, [key])).size > 0) return 0
  const { title, maker } = readFolderName(fileTitle(path.slice(path.lastIndexOf('/') + 1)))
  const work = { key, id, name: title || id, ageCategory: unknownAge, maker, series: undefined, artists: [] }
  const now = scan.now()
  let added = 0
  const write = async (tx: Db) => {
    // A catalog file may have added the work in the meantime.
    if ((await findKnownKeys(tx, [key])).size > 0) return
    await insertWork(tx, work, now)
    added = 1
  }
  await changeFiles(database.write, { keys: [key], now, write })
  return added
}

async function savePackedWorks(
  { database, storageKey, now }: Scan,
  fresh: readonly FoundArchive[],
): Promise<void> {
  const rows = fresh.map(({ id, path }) => ({ storage_key: storageKey, path, work_key: workKeyOf(id) }))
  const keys = [...new Set(rows.map(({ work_key }) => work_key))]
  await writeInTurn(database.write, async (tx) => {
    await assertNotRemoved(tx, { storageKey })
    const there = await findKnownKeys(tx, keys)
    await insertPacked(
      tx,
      rows.filter(({ work_key }) => there.has(work_key)),
    )
    await restoreWorks(tx, keys, now().toISOString())
  })
}
