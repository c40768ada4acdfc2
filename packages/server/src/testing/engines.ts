/** The same tests on both engines, each database empty, migrated and of its own. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, inject } from 'vitest'
import { type Database, type Opening, openDatabase, sqliteFile } from '../db/open.ts'
import { couldBeEmptied, templateName } from './postgres.setup.ts'

export interface Engine {
  readonly name: 'sqlite' | 'postgres'
  /** An empty, migrated database; the caller closes it. */
  readonly open: () => Promise<Database>
}

/** Runs on SQLite also as a running server opens it, with a thread that writes. */
export function eachOpening(body: (engine: Engine) => void): void {
  eachEngine(body)
  onSqlite('on sqlite with a writer thread', body, { hasWriterThread: true })
}

/** Runs with both ways in which SQLite is opened. */
export function eachSqlite(body: (engine: Engine) => void): void {
  onSqlite('on sqlite', body, {})
  onSqlite('on sqlite with a writer thread', body, { hasWriterThread: true })
}

export function eachEngine(body: (engine: Engine) => void): void {
  onSqlite('on sqlite', body, {})
  describe.skipIf(inject('postgresUrl') === undefined)('on postgres', () => body(onPostgres()))
}

/** Call it only if there is a PostgreSQL. */
export function onPostgres(): Engine {
  const url = inject('postgresUrl') ?? ''
  return {
    name: 'postgres',
    open: async () => {
      const database = await openDatabase({ folder: tmpdir(), url: await emptyDatabase(url) })
      const close = async () => {
        await database.close()
        left.push(database.location.url ?? '')
      }
      return { ...database, close }
    },
  }
}

/** Databases of tests of this file that are over. */
const left: string[] = []

/** One that a test left behind, emptied, where nobody is connected to it and nothing but its rows was changed. */
async function emptyDatabase(server: string): Promise<string> {
  for (let url = left.pop(); url !== undefined; url = left.pop())
    if (await couldBeEmptied(url, inject('postgresShape'))) return url
  return createDatabase(server)
}

function onSqlite(name: string, body: (engine: Engine) => void, opening: Opening): void {
  describe(name, () => {
    const folders: string[] = []
    afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))
    body({
      name: 'sqlite',
      open: async () => {
        const folder = await mkdtemp(join(tmpdir(), 'koedana-db-'))
        folders.push(folder)
        await copyFile(inject('sqliteTemplate'), sqliteFile(folder))
        return openDatabase({ folder }, opening)
      },
    })
  })
}

/** A copy of the template: a tenth of a second, where migrating takes one, and emptying takes a hundredth. */
async function createDatabase(url: string): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = await openDatabase({ folder: '', url: `${url}/postgres` })
  await sql`create database ${sql.id(name)} template ${sql.id(templateName)}`.execute(admin.write)
  await admin.close()
  return `${url}/${name}`
}
