import { workKeyOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ingestFeedWorks } from '../../features/metadata/feed/testing/feed-fixtures.ts'
import { eachEngine } from '../../testing/engines.ts'
import { migration as nameSources } from './0023-name-sources.ts'

eachEngine((engine) => {
  test('the sources of a name, and when it was seen, are kept under their new names', async () => {
    const database = await engine.open()
    const { write } = database
    await ingestFeedWorks(database, [{ id: 'RJ90000001', name: 'mist' }])
    const work = workKeyOf('RJ90000001')
    await write.schema.alterTable('entity_name_source').renameTo('entity_teller').execute()
    await write.schema.dropIndex('entity_name_source_work').execute()
    await write.schema.createIndex('entity_teller_work').on('entity_teller').column('work_key').execute()
    if (engine.name === 'postgres') {
      const [before, after] = [sql.id('entity_name_source_key'), sql.id('entity_teller_key')]
      await sql`alter table entity_teller rename constraint ${before} to ${after}`.execute(write)
    }
    for (const age of ['all', 'r15', 'r18'] as const) {
      await write.schema.alterTable('entity_wording').renameColumn(`seen_${age}`, `told_${age}`).execute()
    }
    await sql`insert into entity_wording (kind, entity_key, no, wording, told_all, told_r15, told_r18)
      values ('makers', 7, 1, '{}', 3, 2, 1)`.execute(write)
    await sql`insert into entity_teller (kind, entity_key, no, work_key, age) values ('makers', 7, 1, ${work}, 3)`.execute(
      write,
    )
    await nameSources(database.dialect).up(write)
    expect(await database.read.selectFrom('entity_wording').selectAll().execute()).toMatchObject([
      { seen_all: 3, seen_r15: 2, seen_r18: 1 },
    ])
    expect(await database.read.selectFrom('entity_name_source').selectAll().execute()).toEqual([
      { kind: 'makers', entity_key: 7, no: 1, work_key: work, age: 3 },
    ])
    await database.close()
  })
})
