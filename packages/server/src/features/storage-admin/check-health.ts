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
const checkIntervalMs = 30_000

export function createHealthCheck({ write, now, openStorage }: HealthSources): WatchHealth {
  /** Pending checks: a hanging disk blocks one check, not each request. */
  const pendingChecks = new Map<string, Promise<void>>()
  const recentlyChecked = new LRUCache<string, true>({ max: 1_000, ttl: checkIntervalMs })

  const checkOnce = (row: StorageRow): Promise<void> => {
    const name = JSON.stringify([row.root, row.options, row.secret])
    const known = pendingChecks.get(name)
    if (known) return known
    if (recentlyChecked.has(name)) return Promise.resolve()
    recentlyChecked.set(name, true)
    const done = readHealth(openStorage, row)
      .then(async ({ state: found, space }) => {
        // A scan knows more about a root than whether it responds.
        const isKept = statesFromScans.has(row.health) && (found === 'available' || found === 'unavailable')
        const state = isKept ? row.health : found
        await saveHealth(write, { root: row.root, state, at: now().toISOString() })
        await saveSpace(write, row, space)
      })
      .catch(() => undefined)
      .finally(() => pendingChecks.delete(name))
    pendingChecks.set(name, done)
    return done
  }

  return async (rows) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, maxWaitMs)
    })
    await Promise.race([Promise.all(rows.filter(({ enabled }) => enabled === 1).map(checkOnce)), late])
    clearTimeout(timer)
  }
}

const statesFromScans: ReadonlySet<StorageHealth> = new Set(['notMounted', 'emptied'])

async function readHealth(openStorage: OpenStorage, row: StorageRow): Promise<Health> {
  try {
    return await openStorage(row).health()
  } catch {
    return { state: 'unavailable', space: undefined }
  }
}
