// @module-tag large
/** Migrates every archived schema with its rows, on both engines. */
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CompiledQuery, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../config.ts'
import { restoreBackup } from '../features/backup/restore-backup.ts'
import { openConfigured } from '../open-configured.ts'
import { createDatabase } from '../testing/postgres.ts'
import { examineDatabase } from './examine.ts'
import { appliedMigrations, applyMigrations, pendingMigrations } from './migrate.ts'
import { type DatabaseLocation, openDatabase } from './open.ts'
import { tablesAfterMigrations } from './rows.ts'
import type { Db } from './schema.ts'
import { sqliteFile } from './sqlite-file.ts'

const schemas = fileURLToPath(new URL('./testing/schemas/', import.meta.url))
const stored = (await readdir(schemas)).filter((name) => name.endsWith('.sql')).toSorted()

/** One statement per line; no value contains a line break. */
const statementsOf = async (file: string) => (await readFile(join(schemas, file), 'utf8')).trim().split('\n')

async function run(db: Db, statements: readonly string[]): Promise<void> {
  for (const one of statements) await db.executeQuery(CompiledQuery.raw(one))
}

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-upgrade-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const countsOf = async (db: Db, tables: readonly string[]) => {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await sql<{ n: number | string }>`select count(*) as n from ${sql.table(table)}`.execute(
      db,
    )
    counts[table] = Number(rows[0]?.n)
  }
  return counts
}

/** Opens the database like a server, and returns what was preserved. */
async function upgraded(location: DatabaseLocation, before: readonly string[]) {
  const config = readConfig({ DATA_DIR: location.folder, DATABASE_URL: location.url })
  const database = await openConfigured(config)
  const pending = await pendingMigrations(database)
  const steps = await appliedMigrations(database)
  const names = (await tablesAfterMigrations(steps)).map(({ name }) => name)
  const counts = await countsOf(
    database.read,
    before.filter((name) => names.includes(name)),
  )
  await database.close()
  return { pending, counts, examined: await examineDatabase(location) }
}

test('there are some, and the newest is of the last step', async () => {
  const made = await openDatabase({ folder })
  const steps = await pendingMigrations(made)
  await made.close()
  expect(stored.length).toBeGreaterThan(3)
  expect(steps).toEqual(expect.arrayContaining(stored.map((name) => basename(name, '.sql'))))
})

test('a newer database is refused by the name of its step before anything is written, also where steps of ours are missing', async () => {
  const [file = ''] = stored
  const database = await openDatabase({ folder })
  await run(database.write, await statementsOf(file))
  await sql`insert into kysely_migration values ('9999-future', '2026-01-01T00:00:00.000Z')`.execute(
    database.write,
  )
  await database.close()
  const bytes = await readFile(sqliteFile(folder))
  await expect(openConfigured(readConfig({ DATA_DIR: folder }))).rejects.toThrow(
    'A newer version of Koedana wrote the database (9999-future). Use that version or a later one.',
  )
  expect((await readFile(sqliteFile(folder))).equals(bytes)).toBe(true)
  expect(await readdir(folder)).not.toContain('backups')
})

describe.each(stored)('%s', (file) => {
  test('SQLite keeps every row, and a copy from before', async () => {
    const statements = await statementsOf(file)
    const old = await openDatabase({ folder })
    await run(old.write, statements)
    const steps = await appliedMigrations(old)
    const tables = (await tablesAfterMigrations(steps)).map(({ name }) => name)
    const before = await countsOf(old.read, tables)
    const isOld = (await pendingMigrations(old)).length > 0
    await old.close()
    const after = await upgraded({ folder }, tables)
    expect(after.pending).toEqual([])
    expect(after.counts).toEqual(
      Object.fromEntries(Object.keys(after.counts).map((name) => [name, before[name]])),
    )
    expect(after.examined).toMatchObject({ faults: [], isReadable: true })
    const copies = await readdir(join(folder, 'backups')).catch(() => [])
    expect(copies.length).toBe(isOld ? 1 : 0)
    for (const name of copies) {
      const copy = await mkdtemp(join(folder, 'copy-'))
      const opened = await openCopy(join(folder, 'backups', name), copy)
      expect(await appliedMigrations(opened)).toEqual(steps)
      expect(await countsOf(opened.read, tables)).toEqual(before)
      await opened.close()
    }
  })

  test.skipIf(inject('postgresUrl') === undefined)('PostgreSQL keeps every row', async () => {
    const name = `upgraded_${crypto.randomUUID().replaceAll('-', '')}`
    const url = await createDatabase(inject('postgresUrl') ?? '', name)
    const inserts = (await statementsOf(file)).filter((line) => line.startsWith('insert into'))
    const steps = inserts.flatMap((line) => /kysely_migration".*values \('([\w-]+)'/.exec(line)?.[1] ?? [])
    const old = await openDatabase({ folder, url })
    await applyMigrations(old, steps)
    const tables = (await tablesAfterMigrations(steps)).map((table) => table.name)
    // Migrations insert rows of their own.
    for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(old.write)
    await run(
      old.write,
      inserts.filter((line) => !line.includes('"kysely_migration"')),
    )
    const before = await countsOf(old.read, tables)
    const isOld = (await pendingMigrations(old)).length > 0
    await old.close()
    const after = await upgraded({ folder, url }, tables)
    expect(after.pending).toEqual([])
    expect(after.counts).toEqual(
      Object.fromEntries(Object.keys(after.counts).map((one) => [one, before[one]])),
    )
    expect(after.examined).toMatchObject({ faults: [], isReadable: true })
    const copies = await readdir(join(folder, 'backups')).catch(() => [])
    expect(copies.length).toBe(isOld ? 1 : 0)
    for (const copy of copies) {
      const restored = { folder: join(folder, 'restored') }
      await restoreBackup({ path: join(folder, 'backups', copy), location: restored, now: new Date() })
      const opened = await openDatabase(restored)
      expect(await appliedMigrations(opened)).toEqual(steps)
      // The epoch is one additional setting.
      expect(await countsOf(opened.read, tables)).toEqual({ ...before, setting: (before.setting ?? 0) + 1 })
      await opened.close()
    }
  })
})

async function openCopy(file: string, into: string) {
  await copyFile(file, sqliteFile(into))
  return openDatabase({ folder: into })
}
