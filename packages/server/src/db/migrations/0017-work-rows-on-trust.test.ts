import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ingestFeedWorks } from '../../features/metadata/feed/testing/feed-fixtures.ts'
import { removeWorks, trashWorks } from '../../features/trash/trash.store.ts'
import { eachEngine } from '../../testing/engines.ts'
import { writeInTurn } from '../changes.ts'
import { tablesOnTrust } from './0017-work-rows-on-trust.ts'

const now = '2026-01-02T03:04:05.000Z'
const work = (id: string) => ({
  id,
  name: 'mist',
  names: { 'en-US': 'Mist' },
  languages: ['JPN'],
  artists: [{ id: 'a1', name: 'Reader' }],
  illustrators: [{ id: 'i1', name: 'Painter' }],
  genres: [{ id: 'g1', name: 'rain' }],
  writers: ['Writer'],
  sales: 12,
})

eachEngine((engine) => {
  test('every row of a work goes with it, and no row of another', async () => {
    const database = await engine.open()
    await ingestFeedWorks(database, [work('RJ90000001'), work('RJ90000002')])
    const { key } = await database.read
      .selectFrom('work')
      .select('key')
      .where('id', '=', 'RJ90000001')
      .executeTakeFirstOrThrow()
    await writeInTurn(database.write, async (tx) => {
      await trashWorks(tx, [key], now)
      await removeWorks(tx, [key])
    })
    for (const table of tablesOnTrust) {
      const { rows } = await sql<{ work_key: number }>`select work_key from ${sql.table(table)}`.execute(
        database.read,
      )
      expect(rows.length, table).toBeGreaterThan(0)
      expect(
        rows.filter(({ work_key }) => work_key === key),
        table,
      ).toEqual([])
    }
    await database.close()
  })

  test('PostgreSQL looks up no work for each row of an import', async () => {
    const database = await engine.open()
    if (engine.name === 'postgres') {
      const { rows } = await sql<{ name: string }>`
        select conname as name from pg_constraint where contype = 'f'`.execute(database.read)
      const names = rows.map(({ name }) => name)
      for (const table of tablesOnTrust) expect(names).not.toContain(`${table}_work_key_fkey`)
    }
    await database.close()
  })
})
