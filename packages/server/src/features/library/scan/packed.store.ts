/** Which works lie packed in a storage. */
import { chunksOf } from '../../../db/chunks.ts'
import type { Db } from '../../../db/schema.ts'
import type { PackedWorkTable } from '../../../db/tables/library.ts'

export async function listPackedPaths(db: Db, storageKey: number): Promise<string[]> {
  const rows = await db
    .selectFrom('packed_work')
    .select('path')
    .where('storage_key', '=', storageKey)
    .execute()
  return rows.map(({ path }) => path)
}

const rowsPerStatement = 500

export async function insertPacked(tx: Db, rows: readonly PackedWorkTable[]): Promise<void> {
  for (const some of chunksOf(rows, rowsPerStatement)) {
    await tx
      .insertInto('packed_work')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['storage_key', 'path'])
          .doUpdateSet((e) => ({ work_key: e.ref('excluded.work_key') })),
      )
      .execute()
  }
}

export async function deletePacked(tx: Db, storageKey: number, paths: readonly string[]): Promise<void> {
  for (const some of chunksOf(paths, rowsPerStatement)) {
    await tx
      .deleteFrom('packed_work')
      .where('storage_key', '=', storageKey)
      .where('path', 'in', some)
      .execute()
  }
}
