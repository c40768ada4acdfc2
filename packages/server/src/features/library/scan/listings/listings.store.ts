/** Stores the cached listings of drives, and the cursor up to which the change feed was read (ADR 0043). */
import type { Selectable } from 'kysely'
import * as v from 'valibot'
import { writeInTurn } from '../../../../db/changes.ts'
import type { Db } from '../../../../db/schema.ts'
import { chunksOf } from '../../../../db/statements.ts'
import type { DriveRootTable } from '../../../../db/tables/drives.ts'
import type { ChangePage, ListedNode, Ref } from '../../../storages/storage.ts'
import { maxListLength } from '../scan.store.ts'

export type DriveRoot = Selectable<DriveRootTable>

export const findStorageKey = async (db: Db, root: string): Promise<number | undefined> =>
  (await db.selectFrom('storage').select('key').where('root', '=', root).executeTakeFirst())?.key

export const findDriveRoot = (db: Db, storageKey: number): Promise<DriveRoot | undefined> =>
  db.selectFrom('drive_root').selectAll().where('storage_key', '=', storageKey).executeTakeFirst()

export type ChangedRefs = Pick<ChangePage, 'touched' | 'folders' | 'below'>

/**
 * Advances the cursor, and marks the listings of the folders named by the feed, or of all, as outdated. Returns undefined if another node
 * advanced it first.
 */
export async function advanceCursor(
  db: Db,
  before: DriveRoot | undefined,
  next: Pick<DriveRoot, 'storage_key' | 'cursor' | 'listed_at'> & {
    readonly changed: ChangedRefs | 'everything'
  },
): Promise<DriveRoot | undefined> {
  const { changed, ...root } = next
  return writeInTurn(db, async (tx) => {
    const moved = await moveCursor(tx, before, root)
    if (!moved) return undefined
    const outdated =
      changed === 'everything' ? undefined : await findChangedFolders(tx, root.storage_key, changed)
    await markOutdated(tx, root.storage_key, outdated)
    return moved
  })
}

async function moveCursor(
  tx: Db,
  before: DriveRoot | undefined,
  root: Omit<DriveRoot, 'version'>,
): Promise<DriveRoot | undefined> {
  if (!before) {
    const first = tx.insertInto('drive_root').values({ ...root, version: 1 })
    return first
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
  }
  return tx
    .updateTable('drive_root')
    .set({ ...root, version: before.version + 1 })
    .where('storage_key', '=', root.storage_key)
    .where('version', '=', before.version)
    .returningAll()
    .executeTakeFirst()
}

/** Returns the folders that contain, contained, or are the changed items. */
async function findChangedFolders(
  tx: Db,
  storageKey: number,
  { touched, folders, below }: ChangedRefs,
): Promise<Set<Ref>> {
  const found = new Set<Ref>([...touched, ...folders])
  for (const names of chunksOf([...new Set(touched)], maxListLength))
    for (const { folder, ref } of await findItems(tx, storageKey, names)) found.add(folder).add(ref)
  for (const names of chunksOf([...new Set(folders)], maxListLength))
    for (const { ref } of await findItems(tx, storageKey, names)) found.add(ref)
  if (below.length === 0) return found
  const tops = new Set(below)
  const items = tx.selectFrom('drive_item').select(['name', 'folder', 'ref'])
  for (const { name, folder, ref } of await items.where('storage_key', '=', storageKey).execute())
    if (ancestorPaths(name).some((path) => tops.has(path))) found.add(folder).add(ref)
  return found
}

const findItems = (tx: Db, storageKey: number, names: readonly string[]) =>
  tx
    .selectFrom('drive_item')
    .select(['folder', 'ref'])
    .where('storage_key', '=', storageKey)
    .where('name', 'in', names)
    .execute()

/** Returns the ancestors of a path: `/a` and `/a/b` for `/a/b/c`. */
const ancestorPaths = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)).filter(Boolean)

/** Marks listings as outdated; all of them if `folders` is undefined. */
async function markOutdated(
  tx: Db,
  storageKey: number,
  folders: ReadonlySet<Ref> | undefined,
): Promise<void> {
  const update = tx.updateTable('drive_folder').set({ counts: 0 }).where('storage_key', '=', storageKey)
  if (!folders) await update.where('counts', '=', 1).execute()
  else
    for (const some of chunksOf([...folders], maxListLength)) await update.where('ref', 'in', some).execute()
}

const Nodes = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      ref: v.string(),
      name: v.string(),
      kind: v.picklist(['file', 'folder', 'special']),
      sizeBytes: v.number(),
      modifiedAt: v.string(),
      hash: v.exactOptional(v.string()),
      version: v.exactOptional(v.string()),
      toldAs: v.exactOptional(v.string()),
    }),
  ),
)

export async function findListing(db: Db, storageKey: number, ref: Ref): Promise<ListedNode[] | undefined> {
  const row = await db
    .selectFrom('drive_folder')
    .select('nodes')
    .where('storage_key', '=', storageKey)
    .where('ref', '=', ref)
    .where('counts', '=', 1)
    .executeTakeFirst()
  const read = row && v.safeParse(Nodes, row.nodes)
  return read?.success ? read.output : undefined
}

/** Saves a listing, unless the feed was read since: its events may be newer than the listing. */
export async function saveListing(
  db: Db,
  { storage_key, version }: DriveRoot,
  listing: { readonly ref: Ref; readonly nodes: readonly ListedNode[] },
): Promise<void> {
  const { ref } = listing
  const nodes = JSON.stringify(listing.nodes)
  const row = { storage_key, ref, nodes, counts: 1 }
  await writeInTurn(db, async (tx) => {
    if ((await findDriveRoot(tx, storage_key))?.version !== version) return
    const before = await tx
      .selectFrom('drive_folder')
      .selectAll()
      .where('storage_key', '=', storage_key)
      .where('ref', '=', ref)
      .executeTakeFirst()
    if (before?.nodes === nodes && before.counts === 1) return
    await tx
      .insertInto('drive_folder')
      .values(row)
      .onConflict((conflict) => conflict.columns(['storage_key', 'ref']).doUpdateSet({ nodes, counts: 1 }))
      .execute()
    if (before?.nodes !== nodes) await saveItems(tx, storage_key, listing)
  })
}

async function saveItems(
  tx: Db,
  storage_key: number,
  { ref: folder, nodes }: { readonly ref: Ref; readonly nodes: readonly ListedNode[] },
): Promise<void> {
  await tx
    .deleteFrom('drive_item')
    .where('storage_key', '=', storage_key)
    .where('folder', '=', folder)
    .execute()
  const named = nodes.flatMap(({ ref, toldAs }) =>
    toldAs === undefined ? [[ref, ref] as const] : [[ref, ref] as const, [toldAs, ref] as const],
  )
  // A folder may contain two shortcuts to one file.
  const rows = [...new Map(named)].map(([name, ref]) => ({ storage_key, name, folder, ref }))
  for (const some of chunksOf(rows, maxListLength)) await tx.insertInto('drive_item').values(some).execute()
}

/** Deletes listings that a full scan did not refresh. */
export async function deleteOutdated(db: Db, storageKey: number): Promise<void> {
  await writeInTurn(db, async (tx) => {
    const outdatedRefs = tx
      .selectFrom('drive_folder')
      .select('ref')
      .where('storage_key', '=', storageKey)
      .where('counts', '=', 0)
    await tx
      .deleteFrom('drive_item')
      .where('storage_key', '=', storageKey)
      .where('folder', 'in', outdatedRefs)
      .execute()
    await tx
      .deleteFrom('drive_folder')
      .where('storage_key', '=', storageKey)
      .where('counts', '=', 0)
      .execute()
  })
}
