/** Refreshes the health of storages while an administrator views them. */
import type { StorageHealth } from '@koedana/contract/storages.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/schema.ts'
import { saveHealth } from '../library/scan/storages.store.ts'
import type { OpenStorage } from '../storages/open-storages.ts'
import type { Health } from '../storages/storage.ts'
import { type StorageRow, saveSpace } from './storage-admin.store.ts'

export interface HealthSources {
  readonly write: Db
  readonly now: () => Date
  readonly openStorage: OpenStorage
}

/** Resolves when all storages were checked, or after the maximum wait. */
export type WatchHealth = (rows: readonly StorageRow[]) => Promise<void>

const maxWaitMs = 1_500
/** A storage that was just checked is not checked again. */
const keptMs = 30_000

export function createHealthWatch({ write, now, openStorage }: HealthSources): WatchHealth {
  /** Pending checks: a hanging disk blocks one check, not each request. */
  const looking = new Map<string, Promise<void>>()
  const looked = new LRUCache<string, true>({ max: 1_000, ttl: keptMs })

  const look = (row: StorageRow): Promise<void> => {
    const name = JSON.stringify([row.root, row.options, row.secret])
    const known = looking.get(name)
    if (known) return known
    if (looked.has(name)) return Promise.resolve()
    looked.set(name, true)
    const done = healthOf(openStorage, row)
      .then(async ({ state: found, space }) => {
        // A scan knows more about a root than whether it responds.
        const isKept = foundByScans.has(row.health) && (found === 'available' || found === 'unavailable')
        const state = isKept ? row.health : found
        await saveHealth(write, { root: row.root, state, at: now().toISOString() })
        await saveSpace(write, row, space)
      })
      .catch(() => undefined)
      .finally(() => looking.delete(name))
    looking.set(name, done)
    return done
  }

  return async (rows) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, maxWaitMs)
    })
    await Promise.race([Promise.all(rows.filter(({ enabled }) => enabled === 1).map(look)), late])
    clearTimeout(timer)
  }
}

const foundByScans: ReadonlySet<StorageHealth> = new Set(['notMounted', 'emptied'])

async function healthOf(openStorage: OpenStorage, row: StorageRow): Promise<Health> {
  try {
    return await openStorage(row).health()
  } catch {
    return { state: 'unavailable', space: undefined }
  }
}
