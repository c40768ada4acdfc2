/** Combines the storage's scan settings with the exclusion of the server's own files. */
import { ownFilesBelow } from './own-files.ts'
import type { ScanInput } from './scan.ts'
import { findScanLimits, type ScanLimits } from './storages.store.ts'

export async function limitsOf(
  { database, remote, dataFolder }: Pick<ScanInput, 'database' | 'remote' | 'dataFolder'>,
  root: string,
): Promise<ScanLimits> {
  const limits = await findScanLimits(database.write, root)
  const isOurs = ownFilesBelow(root, remote ? undefined : dataFolder)
  return { ...limits, isIgnored: (path) => limits.isIgnored(path) || isOurs(path) }
}
