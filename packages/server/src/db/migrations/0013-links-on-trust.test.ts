import { workKeyOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mergeInto } from '../../features/editing/merge.store.ts'
import { ingestFeedWorks } from '../../features/metadata/feed/testing/feed-fixtures.ts'
import { eachEngine } from '../../testing/engines.ts'

const links = ['work_artist', 'work_illustrator', 'work_genre'] as const

eachEngine((engine) => {
  test('PostgreSQL does not check the entity of a link', async () => {
    const { read, close } = await engine.open()
    if (engine.name === 'postgres') {
      const { rows } = await sql<{ name: string }>`
        select conname as name from pg_constraint where contype = 'f' and conname like 'work\\_%\\_fkey'`.execute(
        read,
      )
      const names = rows.map(({ name }) => name)
      for (const table of links) expect(names).not.toContain(`${table}_entity_key_fkey`)
    }
    await close()
  })

  test('an entity that goes leaves no link behind', async () => {
    const database = await engine.open()
    const genres = [
      { id: 'g1', name: 'rain' },
      { id: 'g2', name: 'mist' },
    ]
    await ingestFeedWorks(database, [{ id: 'RJ90000001', name: 'mist', genres }])
    const rows = await database.read.selectFrom('genre').select(['key', 'id', 'name']).orderBy('id').execute()
    const [into, from] = rows
    if (!into || !from) throw new Error('no genres')
    await database.write.transaction().execute((tx) => mergeInto(tx, { kind: 'genres', from, into }))
    const left = await database.read.selectFrom('work_genre').selectAll().execute()
    expect(left).toEqual([{ work_key: workKeyOf('RJ90000001'), entity_key: into.key, position: 0 }])
    await database.close()
  })
})
