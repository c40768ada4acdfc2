/** Looks at storages and files, so that nothing is taken for gone that is only out of reach. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { inspectRoot } from '../../../library/scan/storage-mark.ts'
import { type StorageState, storageStateOf } from '../../../library/scan/storage-state.rules.ts'
import type { StorageFolder } from '../../../library/scan/storages.store.ts'
import { type Consent, type Fate, fateOf, reasonToPassOver, type SeenFile } from './clean.rules.ts'
import type { MissingFile } from './gone.store.ts'

export const stateNow = ({ root, marker }: StorageFolder): StorageState =>
  storageStateOf(inspectRoot(root), marker)

/** What becomes of files that have been missing for long, by id; each storage is looked at anew. */
export function fatesOf(
  files: readonly MissingFile[],
  storages: readonly StorageFolder[],
  consent: Consent,
): Map<string, Fate> {
  const fates = new Map<string, Fate>()
  for (const [key, some] of Map.groupBy(files, ({ storageKey }) => storageKey)) {
    const storage = storages.find((one) => one.key === key)
    const skipped = reasonToPassOver(storage ? stateNow(storage) : 'notMounted', consent)
    for (const { id, root, path } of some)
      fates.set(id, skipped ? { skipped } : fateOf(inspectFile(root, path)))
  }
  return fates
}

/** A link to nothing is something still: a scan tells it, and takes nothing for gone by it. */
function inspectFile(root: string, path: string): SeenFile {
  try {
    lstatSync(join(root, path))
    return 'here'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unreadable'
  }
}
