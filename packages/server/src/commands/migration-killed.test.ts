// @module-tag large
/** An import whose process is killed while it writes, and is started again. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { sqliteFile } from '../db/sqlite-file.ts'
import { fillOld } from '../features/migration/testing/large-old-server.ts'
import { createOldServer, type OldServer } from '../features/migration/testing/old-kikoeru.ts'
import { type Engine, eachEngine } from '../testing/engines.ts'
import { createDatabase } from '../testing/postgres.ts'
import { runKoedana } from './testing/run-koedana.ts'
import { createPrograms, end } from './testing/server-processes.ts'

const many = 10_000

let folder: string
let data: string
let old: OldServer
const programs = createPrograms(() => data)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'koedana-killed-'))
  data = join(folder, 'data')
  mkdirSync(join(folder, 'old'))
  old = createOldServer(join(folder, 'old'), 'number178')
  fillOld(old, 'number178', many)
})
afterEach(async () => {
  await programs.endAll()
  old.close()
  rmSync(folder, { recursive: true })
})

const counted = (database: SqliteDatabase.Database, words: string): number =>
  Number(database.prepare(`select count(*) from ${words}`).pluck().get())

/** The target database of the import, with a way to count rows during concurrent writes. */
interface Target {
  readonly env: Record<string, string>
  /** Returns 0 until the table exists. */
  readonly count: (words: string) => Promise<number>
  readonly close: () => Promise<void>
}

function sqliteTarget(): Target {
  const count = async (words: string) => {
    try {
      const database = new SqliteDatabase(sqliteFile(data), { readonly: true })
      try {
        return counted(database, words)
      } finally {
        database.close()
      }
    } catch {
      return 0
    }
  }
  return { env: {}, count, close: async () => {} }
}

async function postgresTarget(server: string): Promise<Target> {
  const url = await createDatabase(server, `killed_${crypto.randomUUID().replaceAll('-', '')}`)
  const client = new Client(url)
  await client.connect()
  const count = (words: string) =>
    client.query<{ count: string }>(`select count(*) from ${words}`).then(
      ({ rows }) => Number(rows[0]?.count),
      () => 0,
    )
  return { env: { DATABASE_URL: url }, count, close: () => client.end() }
}

const targetOn = async ({ name }: Engine): Promise<Target> =>
  name === 'sqlite' ? sqliteTarget() : postgresTarget(inject('postgresUrl') ?? '')

/** Kills the import after it has written some rows of this table. Returns the number of rows. */
async function killAt(table: string, { env, count }: Target): Promise<number> {
  const move = programs.begin(['import-kikoeru', old.folder, '--no-scan'], env)
  move.stdout.resume()
  move.stderr.resume()
  while (move.exitCode === null && (await count(table)) === 0) await setTimeout(5)
  await end(move, 'SIGKILL')
  expect([table, move.signalCode]).toEqual([table, 'SIGKILL'])
  return count(table)
}

eachEngine((engine) => {
  test('killed among the works and among the marks, it ends as if nothing had been', {
    timeout: 240_000,
  }, async () => {
    const target = await targetOn(engine)
    onTestFinished(target.close)
    const { env, count } = target
    const works = await killAt('work', target)
    expect(works).toBeGreaterThan(0)
    expect(works).toBeLessThan(many)
    expect(await killAt('mark', target)).toBeGreaterThan(0)
    const move = () => runKoedana(data, ['import-kikoeru', old.folder, '--no-scan', '--json'], env)
    expect((await move()).code).toBe(0)
    const known = "user_name <> 'nobody' and cast(work_id as integer) in (select id from t_work)"
    const ofOld = (words: string) => counted(old.database, words)
    expect(await count('work')).toBe(ofOld('t_work'))
    expect(await count('mark where rating is not null')).toBe(
      ofOld(`t_review where ${known} and rating between 1 and 5`),
    )
    expect(await count("mark where note <> ''")).toBe(
      ofOld(`t_review where ${known} and review_text is not null`),
    )
    expect(await count(`"user" where username in ('haruka', 'midori', 'tsukasa')`)).toBe(3)
    const report: { tables: Record<string, { carried: number }> } = JSON.parse((await move()).output)
    expect(Object.entries(report.tables).filter(([, { carried }]) => carried > 0)).toEqual([])
  })
})
