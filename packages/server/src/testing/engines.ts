/** Runs the same tests on both engines, each over an empty, migrated database of its own. */

import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, describe, inject } from 'vitest'
import { type Database, type Opening, openDatabase, openPool, overPool } from '../db/open.ts'
import { sqliteFile } from '../db/sqlite-file.ts'
import { couldBeEmptied, templateName } from './postgres.setup.ts'
import { quickFolder } from './quick-folder.ts'

export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /** An empty, migrated database; the caller closes it. */
  readonly open: () => Promise<Database>
}

/** Runs on SQLite also as a running server opens it, with a thread that writes. */
export function eachOpening(body: (engine: Engine) => void): void {
  eachEngine(body)
  onWriterThread(body)
}

/** Runs with both ways in which SQLite is opened. */
export function eachSqlite(body: (engine: Engine) => void): void {
  onSqlite('on sqlite', body, {})
  onWriterThread(body)
}

/** Runs on SQLite alone, as a running server opens it. */
export const onWriterThread = (body: (engine: Engine) => void): void =>
  onSqlite('on sqlite with a writer thread', body, { hasWriterThread: true })

export function eachEngine(body: (engine: Engine) => void): void {
  onSqlite('on sqlite', body, {})
  describe.skipIf(inject('postgresUrl') === undefined)('on postgres', () => body(onPostgres()))
}

/** Call it only if there is a PostgreSQL. */
export function onPostgres(): Engine {
  const server = inject('postgresUrl') ?? ''
  return {
    name: 'postgres',
    open: async () => {
      const kept = (await emptyDatabase()) ?? (await createDatabase(server))
      const { url, pool } = kept
      const lent = { options: pool.options, connect: () => pool.connect(), end: async () => {} }
      const database = overPool({ folder: tmpdir(), url }, lent)
      const close = async () => {
        await database.close()
        if (pool.idleCount === pool.totalCount) left.push(kept)
        else await pool.end()
      }
      return { ...database, close }
    },
  }
}

/** A database and the connections to it: a test that begins with both spares PostgreSQL half of its work. */
interface KeptDatabase {
  readonly url: string
  readonly pool: Pool
}

/** Databases of tests that are over. */
const left: KeptDatabase[] = []

/** Takes a database that a test left behind, and empties it, if nobody else is connected and only its rows were changed. */
async function emptyDatabase(): Promise<KeptDatabase | undefined> {
  for (let kept = left.pop(); kept !== undefined; kept = left.pop()) {
    if (await couldBeEmptied(kept.pool, inject('postgresShape'))) return kept
    await kept.pool.end()
  }
  return undefined
}

function onSqlite(name: string, body: (engine: Engine) => void, opening: Opening): void {
  describe(name, () => {
    const folders: string[] = []
    afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))
    body({
      name: 'sqlite',
      open: async () => {
        const folder = await mkdtemp(join(quickFolder(), 'koedana-db-'))
        folders.push(folder)
        await copyFile(inject('sqliteTemplate'), sqliteFile(folder))
        return openDatabase({ folder }, opening)
      },
    })
  })
}

/** Copies the template: that takes a fifth of a second, where migrating takes one, and emptying a hundredth. */
async function createDatabase(server: string): Promise<KeptDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = await openDatabase({ folder: '', url: `${server}/postgres` })
  await sql`create database ${sql.id(name)} template ${sql.id(templateName)}`.execute(admin.write)
  await admin.close()
  const url = `${server}/${name}`
  return { url, pool: await openPool(`${url}?application_name=${name}`) }
}
