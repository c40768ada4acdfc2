/** `koedana scan <folder> --age <rating>`: scans a folder of works. */
import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AgeCategory } from '@koedana/contract/values.ts'
import type { Config } from '../config.ts'
import { scanStorage } from '../features/library/scan/scan-storage.ts'
import { findIsEnabled } from '../features/library/scan/storages.store.ts'
import { isSystemFolder } from '../features/storage-admin/folders.ts'
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
  if (isForbidden(root, config.dataFolder)) {
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

/** Returns whether a folder must never be a storage. A missing folder is reported by the scan itself. */
function isForbidden(root: string, dataFolder: string): boolean {
  const real = resolveReal(root)
  return real !== undefined && (isSystemFolder(real) || real === resolveReal(dataFolder))
}

function resolveReal(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
