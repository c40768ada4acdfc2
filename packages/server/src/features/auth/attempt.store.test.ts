import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { eachOpenMode } from '../../testing/engines.ts'
import { rememberBucket, trimAttempts } from './attempt.store.ts'

eachOpenMode((engine) => {
  let database: Database
  beforeEach(async () => {
    database = await engine.open()
  })
  afterEach(() => database.close())

  test('trimming deletes expired buckets, then those with the lowest counts, and known addresses last', async () => {
    const [over, open] = ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:01.000Z']
    await rememberBucket(database.write, 'known', open)
    const rows = [
      { bucket: 'over', count: 99, resets_at: over },
      { bucket: 'few', count: 1, resets_at: open },
      { bucket: 'some', count: 5, resets_at: open },
      { bucket: 'blocked', count: 11, resets_at: open },
    ]
    await database.write.insertInto('attempt').values(rows).execute()
    await trimAttempts(database.write, over, 2)
    const left = await database.read.selectFrom('attempt').select('bucket').orderBy('bucket').execute()
    expect(left.map(({ bucket }) => bucket)).toEqual(['blocked', 'known'])
  })
})
