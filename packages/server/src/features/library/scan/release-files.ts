/** Marks the files of removed storages as missing. Nothing on the disk is changed. */
import { outsideRequest } from '../../../db/request-limit.ts'
import type { Db } from '../../../db/schema.ts'
import type { Log } from '../../../lib/log.ts'
import { changeFiles } from './library-state.ts'
import { markMissing, maxListLength } from './scan.store.ts'

interface ReleaseSources {
  readonly background: { readonly write: Db }
  readonly now: () => Date
  readonly log: Log
}

/** Never rejects. If it fails, the next start continues. */
export const releaseInBackground = ({ background, now, log }: ReleaseSources): Promise<void> =>
  outsideRequest(() => releaseFiles(background.write, now)).catch((error: unknown) => {
    log.warn({ err: error }, 'files of a storage that was removed are still to be let go of')
  })

/** Can be repeated after an interruption, since missing files are skipped. */
async function releaseFiles(db: Db, now: () => Date): Promise<void> {
  for (;;) {
    const some = await db
      .selectFrom('track')
      .innerJoin('storage', 'storage.key', 'track.storage_key')
      .select(['track.id', 'track.work_key as workKey'])
      .where('storage.removed_at', 'is not', null)
      .where('track.missing_at', 'is', null)
      .limit(maxListLength)
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
