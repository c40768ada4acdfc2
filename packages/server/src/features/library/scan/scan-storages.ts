/** Scans every storage there is, as a phase of longer work: one after the other, each in a thread of its own. */
import { join } from 'node:path'
import type { Db } from '../../../db/schema.ts'
import type { BackgroundScans, ScanWishes } from './background-scans.ts'
import type { Fault } from './faults.ts'
import type { ScanSummary } from './scan.ts'
import type { StorageState } from './storage-state.rules.ts'
import { listStorages } from './storages.store.ts'

export interface ScannedStorage {
  readonly key: number
  readonly root: string
  /**
   * Unless it is mounted, nothing was changed. `lost`: it went away on the way, and nothing was taken for gone. `failed`:
   * the scan did not come to its end, `error` says why.
   */
  readonly state: StorageState | 'lost' | 'failed'
  /** Files found, and what became of them. `held`: gone, but too many at once to be marked missing. */
  readonly found: number
  readonly added: number
  readonly changed: number
  readonly moved: number
  readonly missing: number
  readonly held: number
  readonly works: { readonly found: number; readonly added: number }
  /** The first thousand; `faultCount` is exact. */
  readonly faults: readonly Fault[]
  readonly faultCount: number
  readonly error: unknown
}

export interface ScansStorages extends Omit<ScanWishes, 'onWork'> {
  readonly db: Db
  readonly scans: BackgroundScans
  /** Of the last storage that was done with, to go on behind it. */
  readonly after?: number
  /** Told the root of each storage as it is begun, and the folder of each work as it is looked at. */
  readonly onFolder?: (path: string) => void
}

/** Each storage as it is done with, in the order of keys; ends early, without its answer, once it is aborted. */
export async function* scanStorages(given: ScansStorages): AsyncGenerator<ScannedStorage> {
  const { db, scans, after = -1, onFolder, ...wishes } = given
  for (const { key, root, unknownAge } of await listStorages(db)) {
    if (key <= after) continue
    onFolder?.(root)
    const onWork = (folder: string) => onFolder?.(join(root, folder))
    const scanned = await scans
      .scan({ root, unknownAge }, { ...wishes, onWork })
      .catch((error: unknown) => ({ error }))
    if (scanned === undefined) return
    yield { key, root, ...('error' in scanned ? { ...nothing, ...scanned } : answerOf(scanned)) }
  }
}

const nothing = {
  state: 'failed' as const,
  found: 0,
  added: 0,
  changed: 0,
  moved: 0,
  missing: 0,
  held: 0,
  works: { found: 0, added: 0 },
  faults: [],
  faultCount: 0,
}

function answerOf({ state, tracks, works, faults, faultCount }: ScanSummary) {
  const { found, added, changed, moved, missing, held } = tracks
  return { state, found, added, changed, moved, missing, held, works, faults, faultCount, error: undefined }
}
