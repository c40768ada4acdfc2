/** Goes on with folders whose first scan did not come to its end: the server was stopped, or the folder was empty. */
import type { Db } from '../../db/schema.ts'
import { listUnscanned } from '../library/scan/storages.store.ts'
import { orderScan } from './order-scan.ts'

export async function resumeScans(write: Db, now: Date): Promise<void> {
  const unscanned = await listUnscanned(write)
  if (unscanned.length > 0) await orderScan(write, { userKey: null, at: now.toISOString() })
}
