/** Turns folders of the old server that exist on this machine into storages. */
import { realpath } from 'node:fs/promises'
import type { AgeCategory } from '@koedana/contract/values.ts'
import { writeInTurn } from '../../db/changes.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Folders } from '../storage-admin/folders.ts'
import { insertStorage, listStorageRows } from '../storage-admin/storage-admin.store.ts'
import { toStoredSettings } from '../storages/settings.rules.ts'
import type { MigrationContext } from './migrate-works.ts'

export interface OldFolder {
  readonly name: string
  readonly path: string
}

export interface MigratedStorage {
  readonly key: number
  readonly root: string
  readonly unknownAge: AgeCategory
  /** Whether its last scan was completed. */
  readonly isScanned: boolean
}

/** Storages by their names on the old server. */
export type MigratedStorages = ReadonlyMap<string, MigratedStorage>

export async function migrateStorages(
  { database, report }: MigrationContext,
  folders: readonly OldFolder[],
  { admit, unknownAge }: Pick<Folders, 'admit'> & { readonly unknownAge: AgeCategory },
): Promise<MigratedStorages> {
  const carried = new Map<string, MigratedStorage>()
  for (const { name, path } of folders) {
    const words = `${name}: ${path}`
    const root = await realpath(path).catch(() => undefined)
    const known = (await listStorageRows(database.write)).find(
      (row) => row.kind === 'local' && row.root === root,
    )
    if (known) report.present(table)
    else if (root === undefined) report.miss(table, words, 'folderNotHere', name)
    else {
      const refused = await admit(root, 'path').then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof AppError) return error
          throw error
        },
      )
      if (refused) {
        report.miss(
          table,
          words,
          refused.fields?.path === 'folderUnreadable' ? 'folderNotHere' : 'folderRefused',
          name,
        )
        continue
      }
      const columns = {
        ...toStoredSettings({ kind: 'local', path: root }),
        secret: null,
        unknown_age_category: unknownAge,
      }
      await writeInTurn(database.write, (tx) => insertStorage(tx, columns))
      report.carried(table)
    }
    const row = (await listStorageRows(database.write)).find((one) => one.root === root)
    if (row)
      carried.set(name, {
        key: row.key,
        root: row.root,
        unknownAge: row.unknown_age_category,
        isScanned: row.scanned_at !== null,
      })
  }
  return carried
}

const table = 'rootFolders'
