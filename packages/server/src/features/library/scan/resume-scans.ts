/** Goes on with folders whose first scan did not come to its end: the server was stopped, or the folder was empty. */
import type { Db } from '../../../db/schema.ts'
import type { BackgroundScans } from './background-scans.ts'
import { listUnscanned } from './storages.store.ts'

export async function resumeScans(db: Db, scans: BackgroundScans): Promise<void> {
  for (const { root, unknown_age_category } of await listUnscanned(db)) {
    scans.start({ root, unknownAge: unknown_age_category })
  }
}
