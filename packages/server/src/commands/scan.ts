/** `koedana scan <folder> --age <rating>`: scans a folder of works. */
import { statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Config } from '../config.ts'
import { scanStorage } from '../features/library/scan/scan-storage.ts'
import { findIsEnabled } from '../features/library/scan/storages.store.ts'
import { isForbiddenFolder } from '../features/storage-admin/folders.ts'
import { UsageError } from '../lib/app-error.ts'
import { resolveUserPath, withDatabase } from './with-database.ts'

export interface ScanOptions {
  readonly folder: string
  readonly age: AgeCategory
  readonly acceptLoss?: boolean | undefined
}

/** Scans a folder. Returns 1 if the storage is not mounted, or if too many files are missing at once. */
export async function scan(config: Config, { folder, age, acceptLoss }: ScanOptions): Promise<number> {
  const root = resolveUserPath(folder)
  if (statSync(root, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`${root} is a file, not a folder.`)
  }
  // The scan itself reports a missing folder.
  const real = await realpath(root).catch(() => undefined)
  if (real !== undefined && (await isForbiddenFolder(real, config.dataFolder))) {
    throw new UsageError(
      `${root} is a system folder or the data folder. Choose the folder that contains your works.`,
    )
  }
  return withDatabase(config, async (database) => {
    if ((await findIsEnabled(database.read, root)) === false) {
      throw new UsageError(`The storage ${root} is turned off. Turn it on at /admin/storages first.`)
    }
    const summary = await scanStorage({
      database,
      root,
      unknownAge: age,
      acceptsLoss: acceptLoss === true,
      coversFolder: join(config.dataFolder, 'covers'),
      dataFolder: config.dataFolder,
      now: () => new Date(),
      report: (line) => console.log(line),
    })
    return summary.state === 'mounted' && summary.tracks.held === 0 ? 0 : 1
  })
}
