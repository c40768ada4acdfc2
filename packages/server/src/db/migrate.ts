/** Brings a database up to date: one list of migrations for both engines. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { catalogue } from './migrations/0001-catalogue.ts'
import type { Database } from './open.ts'

/** Two processes that start at once take turns: the migrator holds a lock. */
export async function migrate(database: Database): Promise<void> {
  const { write, dialect } = database
  const migrations = { '0001-catalogue': catalogue(dialect) }
  const migrator = new Migrator({ db: write, provider: { getMigrations: async () => migrations } })
  const pending = (await migrator.getMigrations()).filter(({ executedAt }) => !executedAt)
  if (pending.length === 0) return
  if (pending.length < Object.keys(migrations).length) await backUp(database)
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** PostgreSQL is backed up by whoever runs it. */
async function backUp({ dialect, place, write }: Database): Promise<void> {
  if (dialect.name !== 'sqlite') return
  const folder = join(place.folder, 'backups')
  await mkdir(folder, { recursive: true })
  const stamp = new Date().toISOString().replaceAll(':', '-')
  await sql`vacuum into ${join(folder, `before-migration-${stamp}.sqlite`)}`.execute(write)
}
