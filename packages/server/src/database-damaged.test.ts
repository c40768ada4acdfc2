import { openSync, writeSync } from 'node:fs'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sqliteFile } from './db/sqlite-file.ts'
import { eachSqlite } from './testing/engines.ts'
import { startTestServer } from './testing/test-server.ts'

eachSqlite((engine) => {
  test('damage that a running server meets is reported as such, and it is no longer ready', async () => {
    const here = await startTestServer(engine)
    const keeper = await here.signIn({ role: roleOf.admin })
    const ready = () =>
      here.app.inject({ url: '/api/v3/health/ready', headers: { 'accept-language': 'en-US' } })
    expect((await ready()).statusCode).toBe(200)
    const { location, read } = here.deps.database
    const { rows } = await sql<{ rootpage: number; bytes: number }>`select rootpage, page_size as bytes
      from sqlite_master, pragma_page_size where name = 'announcement'`.execute(read)
    await sql`pragma wal_checkpoint(truncate)`.execute(here.deps.write)
    for (const { rootpage, bytes } of rows) {
      const file = openSync(sqliteFile(location.folder), 'r+')
      writeSync(file, Buffer.alloc(bytes, 0x5a), 0, bytes, (rootpage - 1) * bytes)
    }
    await sql`pragma shrink_memory`.execute(here.deps.write)
    const announced = keeper.call(api.createAnnouncement, { body: { title: 'News', content: 'x' } })
    await expect(announced).rejects.toMatchObject({ status: 503, body: { code: 'databaseDamaged' } })
    const reported = await ready()
    expect([reported.statusCode, reported.json()]).toEqual([
      503,
      {
        code: 'databaseDamaged',
        error:
          'The server’s database is corrupted and has to be repaired by the server operator. Try again in 1 minute.',
      },
    ])
    await here.close()
  })
})
