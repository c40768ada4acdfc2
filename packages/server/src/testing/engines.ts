/** Runs the same tests on both engines, each with an empty, migrated database. */

import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, describe, inject } from 'vitest'
import { type Database, databaseOnPool, type OpenOptions, openDatabase, openPool } from '../db/open.ts'
import { sqliteFile } from '../db/sqlite-file.ts'
import { fastTemporaryFolder } from './fast-temporary-folder.ts'
import { templateName, tryEmpty } from './postgres.setup.ts'

export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /** Returns an empty, migrated database. The caller closes it. */
  readonly open: () => Promise<Database>
}

/** Runs on all engines, and on SQLite also with a writer thread, as a server uses it. */
export function eachOpenMode(body: (engine: Engine) => void): void {
  eachEngine(body)
  onWriterThread(body)
}

export function eachSqlite(body: (engine: Engine) => void): void {
  onSqlite('on sqlite', body, {})
  onWriterThread(body)
}

/** Runs only on SQLite with a writer thread, as a server uses it. */
export const onWriterThread = (body: (engine: Engine) => void): void =>
  onSqlite('on sqlite with a writer thread', body, { hasWriterThread: true })

export function eachEngine(body: (engine: Engine) => void): void {
  onSqlite('on sqlite', body, {})
  describe.skipIf(inject('postgresUrl') === undefined)('on postgres', () => body(onPostgres()))
}

/** Call it only if PostgreSQL is available. */
export function onPostgres(): Engine {
  const server = inject('postgresUrl') ?? ''
  return {
    name: 'postgres',
    open: async () => {
      const kept = (await reuseDatabase()) ?? (await createDatabase(server))
      const { url, pool } = kept
      const lent = { options: pool.options, connect: () => pool.connect(), end: async () => {} }
      const database = databaseOnPool({ folder: tmpdir(), url }, lent)
      const close = async () => {
        await database.close()
        if (pool.idleCount === pool.totalCount) reusableDatabases.push(kept)
        else await pool.end()
      }
      return { ...database, close }
    },
  }
}

/** A database with its connection pool. Reusing both saves half of the work on PostgreSQL. */
interface ReusableDatabase {
  readonly url: string
  readonly pool: Pool
}

const reusableDatabases: ReusableDatabase[] = []

/** Empties and returns a database of a finished test, if it has no other connections and an unchanged schema. */
async function reuseDatabase(): Promise<ReusableDatabase | undefined> {
  for (let kept = reusableDatabases.pop(); kept !== undefined; kept = reusableDatabases.pop()) {
    if (await tryEmpty(kept.pool, inject('postgresShape'))) return kept
    await kept.pool.end()
  }
  return undefined
}

function onSqlite(name: string, body: (engine: Engine) => void, opening: OpenOptions): void {
  describe(name, () => {
    const folders: string[] = []
    afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))
    body({
      name: 'sqlite',
      open: async () => {
        const folder = await mkdtemp(join(fastTemporaryFolder(), 'koedana-db-'))
        folders.push(folder)
        await copyFile(inject('sqliteTemplate'), sqliteFile(folder))
        return openDatabase({ folder }, opening)
      },
    })
  })
}

/** Copies the template. Copying takes about 200 ms, migrating a second, and emptying an old database 10 ms. */
async function createDatabase(server: string): Promise<ReusableDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = await openDatabase({ folder: '', url: `${server}/postgres` })
  await sql`create database ${sql.id(name)} template ${sql.id(templateName)}`.execute(admin.write)
  await admin.close()
  const url = `${server}/${name}`
  return { url, pool: await openPool(`${url}?application_name=${name}`) }
}
