/** Missing tables, columns, keys, indexes and rows, and a wrong record of migrations, on both engines. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { eachEngine, onPostgres } from '../testing/engines.ts'
import { runKoedana } from './testing/run-koedana.ts'

eachEngine((engine) => {
  let folder = ''
  let database: Database
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'koedana-parts-'))
    const isPostgres = engine.name === 'postgres'
    database = isPostgres ? await engine.open() : await openDatabase({ folder })
    await migrate(database)
  })
  afterEach(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  const koedana = (...args: string[]) => {
    const { url } = database.location
    return runKoedana(folder, args, url === undefined ? {} : { DATABASE_URL: url })
  }
  const change = (statement: string) => sql.raw(statement).execute(database.write)

  async function damagedBy(words: string): Promise<void> {
    const printed = await koedana('doctor')
    expect(printed).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The database .+ is damaged\.\n/),
    })
    expect(printed.output.toLowerCase()).toContain(words.toLowerCase())
    for (const command of ['serve', 'export']) {
      const { code, errors } = await koedana(command)
      expect([command, code, errors]).toEqual([command, 1, expect.stringContaining(`is damaged: ${words}`)])
      expect(errors).toContain('`koedana doctor` says what else is damaged.')
    }
  }

  test('columns that are missing are named', async () => {
    await change('alter table work drop column kana')
    await change('alter table track drop column lyrics_path')
    await damagedBy('columns are missing (work.kana, track.lyrics_path)')
  })

  test('an emptied list of steps is reported, and nothing is taken twice', async () => {
    await change('delete from kysely_migration')
    await damagedBy(
      'the list of the steps that made it (kysely_migration) is damaged: it lacks 0001-catalogue',
    )
  })

  test('a list of steps with its end or its middle missing is reported', async () => {
    await change("delete from kysely_migration where name >= '0014'")
    await damagedBy(
      'the list of the steps that made it (kysely_migration) is damaged: it lacks 0014-sealed-keys, 0015-name-looks',
    )
    await migrateAgain()
    await change("delete from kysely_migration where name like '0010%'")
    await damagedBy(
      'the list of the steps that made it (kysely_migration) is damaged: it lacks 0010-wordings',
    )
  })

  const migrateAgain = () =>
    change(
      "insert into kysely_migration values ('0014-sealed-keys', '2026-01-01T00:00:00.000Z'), ('0015-name-looks', '2026-01-01T00:00:00.000Z')",
    )

  test('indexes that are missing are noted, and made anew by the next command', async () => {
    await change('drop index work_edition_of')
    await change('drop index task_at_work')
    expect(await koedana('doctor')).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /Indexes are missing \((work_edition_of, task_at_work|task_at_work, work_edition_of)\): the next start makes them anew\./,
      ),
    })
    expect(await koedana('export')).toMatchObject({
      code: 0,
      errors: expect.stringMatching(/^Indexes were missing and are made anew: .*task_at_work.*\.\n$/),
    })
    expect((await koedana('doctor')).output).not.toContain('missing')
  })

  test('rows that name others which are gone are counted, with the statement that takes them out', async () => {
    const work = "'RJ90000001', 'One', 'all', 'available', '2026-01-01', '2026-01-01'"
    await change(
      `insert into work (key, id, name, age_category, availability, created_at, updated_at) values (1, ${work})`,
    )
    await change(
      "insert into artist (key, id, name, created_at, updated_at) values (5, 'heron', 'Heron', '2026', '2026')",
    )
    await unchecked('insert into work_artist (work_key, entity_key, position) values (1, 77, 0), (1, 5, 1)')
    const { code, output } = await koedana('doctor')
    const [, statement = ''] =
      /^Rows of work_artist whose entity_key leads to no artist: 1\. In the database this mends it: (.+)$/m.exec(
        output,
      ) ?? []
    expect([code, statement]).toEqual([1, expect.stringMatching(/^delete from "work_artist" where /)])
    await change(statement)
    expect(await koedana('doctor')).toMatchObject({ code: 0 })
    const left = await database.read.selectFrom('work_artist').select('entity_key').execute()
    expect(left).toEqual([{ entity_key: 5 }])
  })

  /** Runs a statement without foreign key checks. PostgreSQL has no constraint for these anyway. */
  async function unchecked(statement: string): Promise<void> {
    const pragma = (value: string) => change(`pragma foreign_keys = ${value}`)
    if (engine.name === 'sqlite') await pragma('off')
    await change(statement)
    if (engine.name === 'sqlite') await pragma('on')
  }
})

test.skipIf(inject('postgresUrl') === undefined)('keys that a restore did not make are named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'koedana-parts-'))
  const database = await onPostgres().open()
  const there = { DATABASE_URL: database.location.url ?? '' }
  await sql`alter table setting drop constraint setting_pkey`.execute(database.write)
  await sql`alter table genre drop constraint genre_id_key`.execute(database.write)
  await database.close()
  const words = 'keys that no two rows may share are missing (genre (id), setting (name))'
  expect((await runKoedana(folder, ['doctor'], there)).output).toMatch(/genre \(id\).*setting \(name\)/)
  const { errors } = await runKoedana(folder, ['serve'], there)
  expect(errors).toContain(`is damaged: ${words}`)
  await rm(folder, { recursive: true, force: true })
})
