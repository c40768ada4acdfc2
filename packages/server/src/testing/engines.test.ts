import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pendingSteps } from '../db/migrate.ts'
import { eachOpening } from './engines.ts'

eachOpening((engine) => {
  test('a database of a test is migrated, and no other test sees what is written to it', async () => {
    const [one, other] = [await engine.open(), await engine.open()]
    expect(await pendingSteps(one)).toEqual([])
    await sql`create table mine (id integer)`.execute(one.write)
    await expect(sql`select * from mine`.execute(other.read)).rejects.toThrow(/mine/)
    await one.close()
    await other.close()
  })
})
