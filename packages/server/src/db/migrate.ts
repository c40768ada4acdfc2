/** Brings a database up to date: the files of the folder `migrations`, for both engines, each run whole or not at all. */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Dialect } from './dialect.ts'
import { makeMigrationCopy, migrationCopyName, removeOutdone } from './migration-copies.ts'
import type { Database } from './open.ts'
import type { Db } from './schema.ts'

/** Two processes that start at once take turns; the second finds nothing left to do. */
export async function migrate(database: Database): Promise<void> {
  const { write, dialect } = database
  const migrations = await stepsOf(dialect)
  const pending = await pendingIn(write, migrations)
  if (pending.length === 0) return
  const lastTaken = Object.keys(migrations).findLast((name) => !pending.includes(name))
  if (lastTaken !== undefined) await backUp(database, lastTaken)
  if (dialect.name === 'postgres') return run(write, migrations)
  // SQLite's lock is taken before the first look at what is there.
  await write.transaction().execute((tx) => run(tx, migrations))
}

type Readable = Pick<Database, 'read' | 'dialect'>

export interface Steps {
  /** The known steps that are recorded as taken. */
  readonly taken: readonly string[]
  /** The known steps that are still to be taken. */
  readonly pending: readonly string[]
}

/** Reads the record of steps once: both lists are of one moment, whoever migrates meanwhile. */
export async function recordedSteps({ read, dialect }: Readable): Promise<Steps> {
  const migrations = await stepsOf(dialect)
  const pending = await pendingIn(read, migrations)
  return { taken: Object.keys(migrations).filter((name) => !pending.includes(name)), pending }
}

/** Lists the steps that are still to be taken. */
export const pendingSteps = async (reading: Readable): Promise<readonly string[]> =>
  (await recordedSteps(reading)).pending

/** Lists the known steps that are recorded as taken. */
export const takenSteps = async (reading: Readable): Promise<readonly string[]> =>
  (await recordedSteps(reading)).taken

/** Takes these and no others, in a database where there is nothing yet. */
export async function takeSteps(
  { write, dialect }: Pick<Database, 'write' | 'dialect'>,
  names: readonly string[],
): Promise<void> {
  const steps = Object.entries(await stepsOf(dialect)).filter(([name]) => names.includes(name))
  await run(write, Object.fromEntries(steps))
}

/** Lists the steps that were taken and are not known here: a newer version took them. */
export async function foreignSteps({ read, dialect }: Readable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(read)
  const known = await stepsOf(dialect)
  return rows.map(({ name }) => name).filter((name) => !Object.hasOwn(known, name))
}

/** A file of the folder `migrations` exports this; the file's name is the step's. */
interface StepFile {
  readonly migration: (dialect: Dialect) => Migration
}

let stepFiles: Promise<readonly (readonly [name: string, StepFile])[]> | undefined

async function stepsOf(dialect: Dialect): Promise<Migrations> {
  stepFiles ??= readStepFiles()
  return Object.fromEntries((await stepFiles).map(([name, { migration }]) => [name, migration(dialect)]))
}

/** A step is a file, and nothing else names it: two branches that add one each do not meet in a list. */
async function readStepFiles(): Promise<(readonly [string, StepFile])[]> {
  const folder = new URL('./migrations/', import.meta.url)
  const files = (await readdir(folder)).filter((file) => /^\d{4}-[\w-]+\.[jt]s$/.test(file)).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const read: StepFile = await import(new URL(file, folder).href)
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

/** Backs up SQLite; PostgreSQL is backed up by the people who run it. */
async function backUp({ dialect, location, write }: Database, lastTaken: string): Promise<void> {
  if (dialect.name !== 'sqlite') return
  const folder = join(location.folder, 'backups')
  await mkdir(folder, { recursive: true })
  const name = migrationCopyName(new Date(), lastTaken, 'sqlite')
  await makeMigrationCopy(folder, name, async (path) => {
    await sql`vacuum into ${path}`.execute(write)
  })
  await removeOutdone(folder, name)
}
