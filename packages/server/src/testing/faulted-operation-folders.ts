/** Prepares the initial folders of operations with faults: a library, its backup, an empty database, an old database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import { applyMigrations, pendingMigrations } from '../db/migrate.ts'
import { type Database, type DatabaseLocation, openDatabase } from '../db/open.ts'
import { makeBackup } from '../features/backup/make-backup.ts'
import { createTestLibrary, sound } from '../features/library/testing/library.ts'
import type { Engine } from './engines.ts'
import { fastTemporaryFolder } from './fast-temporary-folder.ts'
import { createDatabase } from './postgres.ts'

export const now = () => new Date('2026-11-25T12:00:00.000Z')

export async function shelf(engine: Engine) {
  const database = await engine.open()
  const library = createTestLibrary(database)
  for (const id of ['RJ900001', 'RJ900002']) library.put(`${id} rain/1.wav`, sound(id))
  library.put('RJ900001 rain/1.lrc', '[00:01.00]Good evening')
  const close = async (opened: Database) => {
    library.remove()
    await opened.close()
  }
  return { database, library, close }
}

const preparedFolders: string[] = []

export async function removePrepared(): Promise<void> {
  for (const folder of preparedFolders.splice(0)) await rm(folder, { recursive: true })
}

/** Prepares once per engine, because runs only read or copy it. */
function once<T>(make: (engine: Engine, folder: string) => Promise<T>): (engine: Engine) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  const begin = async (engine: Engine) => {
    const folder = await mkdtemp(join(fastTemporaryFolder(), 'koedana-faults-'))
    preparedFolders.push(folder)
    return make(engine, folder)
  }
  return (engine) => {
    const known = made.get(engine.name) ?? begin(engine)
    made.set(engine.name, known)
    return known
  }
}

export const backupOn = once(async (engine, folder) => {
  const { library, database, close } = await shelf(engine)
  await library.scan()
  const path = join(folder, 'one.tar')
  const order = { target: path, withKey: false, withCovers: true, now: now() }
  await makeBackup({ location: database.location, dataFolder: folder, ...order }, { at: () => {} })
  await close(database)
  return path
})

/** A database with pending migrations. Each run uses a copy. */
export const oldDatabaseOn = once(async (engine, folder) => {
  const location = await locationIn(folder, engine)
  const database = await openDatabase(location)
  const steps = await pendingMigrations(database)
  await applyMigrations(database, steps.slice(0, steps.indexOf('0041-home')))
  // Only the main file is copied, so the WAL is merged into it.
  if (engine.name === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(database.write)
  await database.close()
  if (location.url !== undefined) await waitForNoConnections(location.url)
  return location
})

/** Returns the folder without a database, or on PostgreSQL a copy of the template. */
export async function locationIn(
  folder: string,
  engine: Engine,
  template?: string,
): Promise<DatabaseLocation> {
  const server = inject('postgresUrl')
  if (engine.name === 'sqlite' || server === undefined) return { folder }
  const name = `faults_${crypto.randomUUID().replaceAll('-', '')}`
  return { folder, url: await createDatabase(server, name, template) }
}

/** Waits until PostgreSQL has noticed all closed connections. */
export async function waitForNoConnections(url: string): Promise<void> {
  const admin = await openDatabase({ folder: '', url: url.replace(/[^/]+$/, 'postgres') })
  const name = nameIn(url)
  await expect
    .poll(async () => {
      const others = sql<{ n: string }>`select count(*) as n from pg_stat_activity where datname = ${name}`
      return Number((await others.execute(admin.read)).rows[0]?.n)
    })
    .toBe(0)
  await admin.close()
}

export const nameIn = (url: string) => url.slice(url.lastIndexOf('/') + 1)
