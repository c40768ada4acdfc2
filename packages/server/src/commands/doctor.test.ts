// @module-tag large
/** Corruption is reported in words with advice: by `koedana doctor`, and at the start of every command. */
import { openSync, statSync, truncateSync, writeSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { onPostgres } from '../testing/engines.ts'
import { importWorks, runKoedana } from './testing/run-koedana.ts'

const count = 3_000
let folder = ''
let file = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-doctor-'))
  file = join(folder, 'koedana.sqlite')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const koedana = (args: readonly string[], more?: Record<string, string>) => runKoedana(folder, args, more)
const take = () => importWorks(folder, count)

/** Overwrites a range of the file with garbage. `from` and `to` are fractions of its size. */
function overwrite(from: number, to: number): void {
  const { size } = statSync(file)
  const start = Math.floor((size * from) / 4_096) * 4_096
  writeSync(openSync(file, 'r+'), Buffer.alloc(Math.floor(size * (to - from)), 0x5a), 0, undefined, start)
}

function overwriteRoot(name: string): void {
  const database = new Database(file)
  const [{ rootpage, bytes }] = v.parse(
    v.tuple([v.object({ rootpage: v.number(), bytes: v.number() })]),
    database
      .prepare('select rootpage, page_size as bytes from sqlite_master, pragma_page_size where name = ?')
      .all(name),
  )
  database.close()
  writeSync(openSync(file, 'r+'), Buffer.alloc(bytes, 0x5a), 0, bytes, (rootpage - 1) * bytes)
}

async function expectFailure(words: string): Promise<void> {
  for (const command of [['serve'], ['export']]) {
    const { code, errors } = await koedana(command)
    expect([command, code, errors]).toEqual([command, 1, expect.stringContaining(words)])
    expect(errors).toContain('Put back a copy of your own, or')
    expect(errors).toContain('`koedana doctor` says what else is damaged.')
  }
}

describe('on sqlite', () => {
  test('what is whole is said to be, also where there is nothing yet; nothing is made', async () => {
    expect(await koedana(['doctor'])).toEqual({
      code: 0,
      output: `There is no database at ${file} yet.\nThere is no index snapshot: the next start builds the index.\n`,
      errors: '',
    })
    await take()
    expect(await koedana(['doctor'])).toMatchObject({
      code: 0,
      output: expect.stringContaining(`The database ${file} is whole.\n`),
    })
  })

  test('pages that were overwritten: which tables suffer, and what can be read is exported', async () => {
    await take()
    overwrite(0.7, 0.75)
    const { code, output } = await koedana(['doctor'])
    expect(code).toBe(1)
    expect(output).toContain(`The database ${file} is damaged.\nIts pages do not fit together: `)
    expect(output).toMatch(/^Tables that cannot be read to their end: .*work/m)
    expect(output).toContain('There is no copy in')
    expect(output).toContain('koedana export --readable rescue.jsonl')
    for (const command of ['export', 'serve']) {
      const failed = await koedana([command])
      expect([command, failed.code]).toEqual([command, 1])
      expect(failed.errors).toMatch(/^The database in .+ is damaged: .+\.\n/)
    }
    const rescued = join(folder, 'rescue.jsonl')
    const rescue = await koedana(['export', '--readable', rescued])
    expect(rescue).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Exported what could be read; '),
    })
    const lines = (await readFile(rescued, 'utf8')).trim().split('\n')
    expect(lines.length).toBeGreaterThan(count / 2)
    expect(lines.length).toBeLessThan(count)
    expect((await koedana(['import', rescued], { DATA_DIR: join(folder, 'new') })).code).toBe(0)
  })

  test('a file that is cut off, empty or no database is reported at the start, with the newest copy', async () => {
    await take()
    const backups = join(folder, 'backups')
    await mkdir(backups)
    await writeFile(join(backups, 'before-migration-1.sqlite'), '')
    await writeFile(join(backups, 'before-migration-2.sqlite'), '')
    truncateSync(file, Math.floor(statSync(file).size / 2))
    await expectFailure('bytes are left of it.')
    const { code, output } = await koedana(['doctor'])
    expect(code).toBe(1)
    expect(output).toContain('bytes are left of it.')
    expect(output).toContain(join(backups, 'before-migration-2.sqlite'))
    truncateSync(file, 0)
    await expectFailure('is empty: it was cut off.')
    await writeFile(file, 'a letter to the editor '.repeat(100))
    await expectFailure('is no database: it begins with something else, or was overwritten.')
    expect((await koedana(['doctor'])).output).not.toContain('--readable')
  })

  test('roots of tables and indexes that were overwritten are reported before anything is said or served', async () => {
    await take()
    for (const name of ['work', 'session', 'user', 'sqlite_autoindex_work_1', 'task_at_work'])
      overwriteRoot(name)
    const { code, output, errors } = await koedana(['serve'])
    expect([code, output]).toEqual([1, ''])
    expect(errors).toMatch(/^The database in .+ is damaged: .+ cannot be read\.\n/)
    for (const tree of ['table work', 'table session', 'table user', 'index sqlite_autoindex_work_1'])
      expect(errors).toContain(tree)
    expect(errors).toContain('index task_at_work')
    expect(errors).toContain('`koedana doctor` says what else is damaged.')
  })

  test('a table that is missing, and a version that is too new', async () => {
    await take()
    await mkdir(join(folder, 'backups'))
    await writeFile(join(folder, 'backups', 'one.sqlite'), '')
    const database = new Database(file)
    database.exec('drop table favorite')
    await expectFailure('is damaged: tables are missing (favorite).')
    expect((await koedana(['doctor'])).output).toContain('Tables are missing (favorite).')
    database.exec("insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00.000Z')")
    database.close()
    const { code, errors } = await koedana(['serve'])
    expect([code, errors]).toEqual([
      1,
      'A newer version of Koedana wrote the database (9999-future). Use that version or a later one.\n',
    ])
  })

  test('a damaged index is built anew, and covers that are missing are counted', async () => {
    await take()
    await writeFile(join(folder, 'index.snapshot'), 'x'.repeat(200))
    const database = new Database(file)
    database.exec("update work set cover_version = 'abc' where id in ('RJ90000001', 'RJ90000002')")
    database.close()
    await mkdir(join(folder, 'covers', 'RJ90000001', 'abc'), { recursive: true })
    await writeFile(join(folder, 'covers', 'RJ90000001', 'abc', '240.webp'), '')
    const { code, output } = await koedana(['doctor'])
    expect(code).toBe(0)
    expect(output).toContain('The index snapshot cannot be used (')
    expect(output).toContain('Of 2 covers 1 are missing: of RJ90000002.')
  })
})

describe.skipIf(inject('postgresUrl') === undefined)('on postgres', () => {
  test('what is whole is said to be; a missing table is reported, and a database that does not respond', async () => {
    const database = await onPostgres().open()
    const { url = '' } = database.location
    const there = { DATABASE_URL: url }
    expect(await koedana(['doctor'], there)).toMatchObject({
      code: 0,
      output: expect.stringContaining('The database named by DATABASE_URL is whole.\n'),
    })
    await sql`drop table favorite`.execute(database.write)
    await database.close()
    expect(await koedana(['doctor'], there)).toMatchObject({
      code: 1,
      output: expect.stringContaining('Tables are missing (favorite).\n'),
    })
    expect(await koedana(['serve'], there)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(
        'The database named by DATABASE_URL is damaged: tables are missing (favorite).',
      ),
    })
    expect(await koedana(['doctor'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^The database named by DATABASE_URL cannot be opened: /),
    })
  })
})
