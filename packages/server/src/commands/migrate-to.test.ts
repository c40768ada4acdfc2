import { hash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { sqliteFile } from '../db/sqlite-file.ts'
import { createDatabase } from '../testing/postgres.ts'
import { importWorks, runKoedana } from './testing/run-koedana.ts'

let folder = ''
let data = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-moving-'))
  data = join(folder, 'data')
  await mkdir(data)
  await importWorks(data, 20)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const exported = async (of = data) => (await runKoedana(of, ['export'])).output

describe.skipIf(inject('postgresUrl') === undefined)('moving to the other engine', () => {
  const emptyUrl = () =>
    createDatabase(inject('postgresUrl') ?? '', `moved_${crypto.randomUUID().replaceAll('-', '')}`)

  test('there and back every row is the same, and nothing is changed where it came from', async () => {
    const before = await exported()
    const bytes = hash('sha256', await readFile(sqliteFile(data)))
    const url = await emptyUrl()
    expect(await runKoedana(data, ['migrate-to', url])).toMatchObject({ code: 0, errors: '' })
    expect(hash('sha256', await readFile(sqliteFile(data)))).toBe(bytes)
    expect((await runKoedana(data, ['export'], { DATABASE_URL: url })).output).toBe(before)
    expect(await hasStatistics(url)).toBe(true)
    expect(await runKoedana(data, ['migrate-to', url])).toMatchObject({
      code: 1,
      errors: 'There are tables in that database already: name an empty one.\n',
    })
    const back = join(folder, 'back')
    expect(await runKoedana(data, ['migrate-to', back], { DATABASE_URL: url })).toMatchObject({ code: 0 })
    expect(await exported(back)).toBe(before)
    expect(await readdir(back)).toEqual(['koedana.sqlite'])
    expect((await runKoedana(data, ['migrate-to', back], { DATABASE_URL: url })).errors).toBe(
      `There is already a database at ${sqliteFile(back)}. Choose another folder.\n`,
    )
  })

  test('has succeeded also where PostgreSQL could not look through its new tables, and says so', async () => {
    const before = await exported()
    const url = await emptyUrl()
    const other = await openDatabase({ folder, url: `${inject('postgresUrl')}/postgres` })
    const inTime = `${url}?options=${encodeURIComponent('-c lock_timeout=200')}`
    // Another client locks a shared table of all databases during the whole copy.
    const { code, output, errors } = await other.write.transaction().execute(async (tx) => {
      await sql`lock table pg_catalog.pg_authid in share update exclusive mode`.execute(tx)
      return runKoedana(data, ['migrate-to', inTime])
    })
    await other.close()
    expect(errors).toMatch(/^PostgreSQL could not look through its new tables \(.+\): .+\n$/)
    expect([code, output]).toEqual([0, expect.stringMatching(/^Copied and verified all \d+ rows/)])
    expect((await runKoedana(data, ['export'], { DATABASE_URL: url })).output).toBe(before)
  })
})

/** Returns whether PostgreSQL has planner statistics of the work table. */
async function hasStatistics(url: string): Promise<boolean> {
  const database = await openDatabase({ folder, url })
  const { rows } = await sql<{ known: boolean }>`
    select exists (select 1 from pg_stats where tablename = 'work') as known`.execute(database.read)
  await database.close()
  return rows[0]?.known === true
}
