import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { pendingMigrations } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { saveSetting } from '../db/settings.store.ts'
import { eachOpenMode, onPostgres } from './engines.ts'

eachOpenMode((engine) => {
  test('a database of a test is migrated, and no other test sees what is written to it', async () => {
    const [one, other] = [await engine.open(), await engine.open()]
    expect(await pendingMigrations(one)).toEqual([])
    await sql`create table mine (id integer)`.execute(one.write)
    await expect(sql`select * from mine`.execute(other.read)).rejects.toThrow(/mine/)
    await one.close()
    await other.close()
  })
})

describe.skipIf(inject('postgresUrl') === undefined)('what a test leaves on postgres', () => {
  const engine = onPostgres()
  const addChange = ({ write }: Database) =>
    sql<{ seq: number }>`insert into change (subject, key) values ('work', 7) returning seq`.execute(write)

  test('serves the next one, with no row of it and counting from the beginning', async () => {
    const first = await engine.open()
    await saveSetting(first.write, 'visitorCeiling', 'all')
    const { rows: before } = await addChange(first)
    await first.close()
    const second = await engine.open()
    expect(second.location.url).toBe(first.location.url)
    expect(await second.read.selectFrom('setting').selectAll().execute()).toEqual([])
    expect(await second.read.selectFrom('change').selectAll().execute()).toEqual([])
    expect((await addChange(second)).rows).toEqual(before)
    await second.close()
  })

  test.each([
    'create table mine (id integer)',
    'drop table favorite',
    'alter table work drop column price',
    'alter table work add column mine integer',
    'drop index track_work',
    "delete from kysely_migration where name = '0001-catalogue'",
  ])('serves nobody after %s', async (statement) => {
    const first = await engine.open()
    await sql.raw(statement).execute(first.write)
    await first.close()
    const second = await engine.open()
    expect(second.location.url).not.toBe(first.location.url)
    await second.close()
  })

  test('serves nobody while it is open elsewhere', async () => {
    const first = await engine.open()
    const again = await openDatabase(first.location)
    await sql`select 1`.execute(again.read)
    await first.close()
    const second = await engine.open()
    expect(second.location.url).not.toBe(first.location.url)
    await again.close()
    await second.close()
  })
})
