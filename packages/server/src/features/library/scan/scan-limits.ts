/** Combines the storage's scan settings with the exclusion of the server's own files. */

import type { ScanInput } from './scan.ts'
import { serverFilesBelow } from './server-files.ts'
import { findScanLimits, type ScanLimits } from './storages.store.ts'

export async function findLimits(
  { database, remote, dataFolder }: Pick<ScanInput, 'database' | 'remote' | 'dataFolder'>,
  root: string,
): Promise<ScanLimits> {
  const limits = await findScanLimits(database.write, root)
  const isOurs = serverFilesBelow(root, remote ? undefined : dataFolder)
  return { ...limits, isIgnored: (path) => limits.isIgnored(path) || isOurs(path) }
}
