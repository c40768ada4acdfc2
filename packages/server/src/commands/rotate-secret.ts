/** `koedana rotate-secret`: encrypts the secrets in the database with a new key while no server runs. */
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { isPostgres } from '../db/changes.ts'
import type { Db } from '../db/schema.ts'
import { lockDataFolder } from '../db/server-lock.ts'
import { rotateSecret } from '../features/vault/rotate.ts'
import { UsageError } from '../lib/app-error.ts'
import { locationOf } from '../open-configured.ts'
import { withDatabase } from './with-database.ts'

export async function rotateSecretKey(config: Config): Promise<number> {
  const sole = await lockDataFolder(locationOf(config))
  try {
    return await withDatabase(config, async ({ write }) => {
      await requireStopped(write)
      const count = await rotateSecret({ ...config, write })
      console.log(
        count > 0
          ? `Sealed ${count} secrets with the new key.`
          : 'The secrets were sealed with the new key already.',
      )
      console.log(
        config.secretKey === undefined
          ? 'The new key is secret.key in the data folder: copy it to the other servers of this database, and back it up.'
          : 'Set SECRET_KEY to the new key on all servers before they start, and remove NEW_SECRET_KEY.',
      )
      return 0
    })
  } finally {
    sole.release()
  }
}

/**
 * Throws if a server is running, because it would still use the old key. On PostgreSQL, servers are detected by their LISTEN
 * connections.
 */
async function requireStopped(db: Db): Promise<void> {
  if (!isPostgres(db)) return
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'`.execute(db)
  if (rows.length > 0)
    throw new UsageError('A Koedana server is running on this database. Stop all of them first.')
}
