/** Runs the migrations in the `migrations` folder, on both engines. Each one is applied completely or not at all. */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Dialect } from './dialect.ts'
import { makeMigrationCopy, migrationCopyName, removeObsoleteCopies } from './migration-copies.ts'
import type { Database } from './open.ts'
import type { Db } from './schema.ts'

/** If two processes start at once, they take turns; the second one finds nothing left to do. */
export async function migrate(database: Database): Promise<void> {
  const { write, dialect } = database
  const migrations = await migrationsFor(dialect)
  const pending = await pendingIn(write, migrations)
  if (pending.length === 0) return
  const lastTaken = Object.keys(migrations).findLast((name) => !pending.includes(name))
  if (lastTaken !== undefined) await backUp(database, lastTaken)
  if (dialect.name === 'postgres') return run(write, migrations)
  // The transaction takes SQLite's write lock before the applied migrations are read.
  await write.transaction().execute((tx) => run(tx, migrations))
}

type MigrationSource = Pick<Database, 'read' | 'dialect'>

export interface MigrationState {
  readonly taken: readonly string[]
  readonly pending: readonly string[]
}

/** Reads the applied and pending migrations at once, so both lists are consistent even if another process migrates meanwhile. */
export async function readMigrationState({ read, dialect }: MigrationSource): Promise<MigrationState> {
  const migrations = await migrationsFor(dialect)
  const pending = await pendingIn(read, migrations)
  return { taken: Object.keys(migrations).filter((name) => !pending.includes(name)), pending }
}

export const pendingMigrations = async (reading: MigrationSource): Promise<readonly string[]> =>
  (await readMigrationState(reading)).pending

export const appliedMigrations = async (reading: MigrationSource): Promise<readonly string[]> =>
  (await readMigrationState(reading)).taken

/** Applies only these migrations, to an empty database. */
export async function applyMigrations(
  { write, dialect }: Pick<Database, 'write' | 'dialect'>,
  names: readonly string[],
): Promise<void> {
  const steps = Object.entries(await migrationsFor(dialect)).filter(([name]) => names.includes(name))
  await run(write, Object.fromEntries(steps))
}

/** Returns applied migrations that this version does not know: a newer version applied them. */
export async function unknownMigrations({ read, dialect }: MigrationSource): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(read)
  const known = await migrationsFor(dialect)
  return rows.map(({ name }) => name).filter((name) => !Object.hasOwn(known, name))
}

/** What each file in `migrations` exports. The file name is the name of the migration. */
interface MigrationFile {
  readonly migration: (dialect: Dialect) => Migration
}

let migrationFiles: Promise<readonly (readonly [name: string, MigrationFile])[]> | undefined

async function migrationsFor(dialect: Dialect): Promise<Migrations> {
  migrationFiles ??= readStepFiles()
  return Object.fromEntries((await migrationFiles).map(([name, { migration }]) => [name, migration(dialect)]))
}

/** Finds migrations by listing the folder, so that branches that each add one do not conflict in a list. */
async function readStepFiles(): Promise<(readonly [string, MigrationFile])[]> {
  const folder = new URL('./migrations/', import.meta.url)
  const files = (await readdir(folder)).filter((file) => /^\d{4}-[\w-]+\.[jt]s$/.test(file)).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const read: MigrationFile = await import(new URL(file, folder).href)
      return [file.slice(0, -'.ts'.length), read] as const
    }),
  )
}

async function pendingIn(db: Db, migrations: Migrations): Promise<string[]> {
  const steps = await migratorFor(db, migrations).getMigrations()
  return steps.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
}

type Migrations = Readonly<Record<string, Migration>>

const migratorFor = (db: Db, migrations: Migrations) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } })

async function run(db: Db, migrations: Migrations): Promise<void> {
  const { error } = await migratorFor(db, migrations).migrateToLatest()
  if (error) throw error
}

/** Backs up SQLite before a migration. PostgreSQL is backed up by its operators. */
async function backUp({ dialect, location, write }: Database, lastTaken: string): Promise<void> {
  if (dialect.name !== 'sqlite') return
  const folder = join(location.folder, 'backups')
  await mkdir(folder, { recursive: true })
  const name = migrationCopyName(new Date(), lastTaken, 'sqlite')
  await makeMigrationCopy(folder, name, async (path) => {
    await sql`vacuum into ${path}`.execute(write)
  })
  await removeObsoleteCopies(folder, name)
}
