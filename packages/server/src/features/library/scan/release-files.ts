/** Lets go of the files of a storage that was removed: they are missing from then on, and nothing on the disk is touched. */
import { outsideRequest } from '../../../db/request-limit.ts'
import type { Db } from '../../../db/schema.ts'
import type { Log } from '../../../lib/log.ts'
import { changeFiles } from './library-state.ts'
import { markMissing, maxListed } from './scan.store.ts'

interface ReleaseSources {
  /** A connection for what takes long. */
  readonly background: { readonly write: Db }
  readonly now: () => Date
  readonly log: Log
}

/** Never fails: what is left is released after the next start. */
export const releaseInBackground = ({ background, now, log }: ReleaseSources): Promise<void> =>
  outsideRequest(() => releaseFiles(background.write, now)).catch((error: unknown) => {
    log.warn({ err: error }, 'files of a storage that was removed are still to be let go of')
  })

/** Goes on where it was cut short: what is missing already stays so. */
async function releaseFiles(db: Db, now: () => Date): Promise<void> {
  for (;;) {
    const some = await db
      .selectFrom('track')
      .innerJoin('storage', 'storage.key', 'track.storage_key')
      .select(['track.id', 'track.work_key as workKey'])
      .where('storage.removed_at', 'is not', null)
      .where('track.missing_at', 'is', null)
      .limit(maxListed)
      .execute()
    if (some.length === 0) return
    const ids = some.map(({ id }) => id)
    await changeFiles(db, {
      keys: [...new Set(some.map(({ workKey }) => workKey))],
      now: now(),
      write: (tx) => markMissing(tx, ids, now()),
    })
  }
}
