import { workKeyOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { applyMigrations, migrate } from '../migrate.ts'
import type { Database } from '../open.ts'

async function empty({ write, dialect }: Database): Promise<void> {
  if (dialect.name === 'postgres') {
    await sql`drop schema public cascade`.execute(write)
    await sql`create schema public`.execute(write)
    return
  }
  await sql`pragma foreign_keys = off`.execute(write)
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(write)
  for (const { name } of rows) await sql`drop table if exists ${sql.table(name)}`.execute(write)
  await sql`pragma foreign_keys = on`.execute(write)
}

eachEngine((engine) => {
  test('works that were here before begin their history with what is known of them', async () => {
    const database = await engine.open()
    await empty(database)
    await applyMigrations(database, ['0001-catalogue'])
    for (const [id, rating] of [
      ['RJ90000001', 489],
      ['RJ90000002', null],
    ] as const)
      await sql`
        insert into work (key, id, name, availability, rating, in_library, has_lyrics, created_at, updated_at)
        values (${workKeyOf(id)}, ${id}, ${id}, 'on_sale', ${rating}, 0, 0, '', '')`.execute(database.write)
    await migrate(database)
    const rows = await database.read.selectFrom('work_stats_daily').selectAll().execute()
    expect(rows).toEqual([
      {
        work_key: workKeyOf('RJ90000001'),
        day: expect.any(Number),
        price: null,
        sales: null,
        wishlist_count: null,
        rating: 489,
        rating_count: null,
        review_count: null,
      },
    ])
    await database.close()
  })
})
