import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { migration as keyCeiling } from './0009-key-ceiling.ts'

const name = 'newAccountCeiling'

eachEngine((engine) => {
  test('accounts go on as they were made before: with what visitors see, where that was decided', async () => {
    const database = await engine.open()
    const { read, write } = database
    await write.insertInto('setting').values({ name: 'visitorCeiling', value: 'r15' }).execute()
    await sql`alter table access_key drop column ceiling`.execute(write)
    await keyCeiling().up(write)
    const kept = await read.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
    expect(kept?.value).toBe('r15')
    await database.close()
  })
})
