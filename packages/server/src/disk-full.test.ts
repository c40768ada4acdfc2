import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachSqlite } from './testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from './testing/test-server.ts'

eachSqlite((engine) => {
  let here: World
  let keeper: SignedInPerson
  beforeAll(async () => {
    here = await startTestServer(engine)
    keeper = await here.signIn({ role: roleOf.admin })
    await here.make([{ id: 'RJ90000001', name: 'Rain', ageCategory: 'all' }])
  })
  afterAll(() => here.close())

  const limitPages = (pages: number) =>
    sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(here.deps.write)
  const announce = () =>
    keeper.call(api.createAnnouncement, { body: { title: 'News', content: 'x'.repeat(9_000) } })

  test('a full disk is reported as what it is; nothing is half done, reads go on, and it mends by itself', async () => {
    // The limit is the current number of pages, so the next page fails.
    await limitPages(1)
    await expect(announce()).rejects.toMatchObject({
      status: 507,
      body: { code: 'storageFull', error: 'The server’s disk is full. Nothing was changed.' },
    })
    expect((await here.call(api.listWorks, {})).total).toBe(1)
    expect((await here.call(api.listAnnouncements, {})).items).toEqual([])
    await limitPages(1_000_000)
    await announce()
    expect((await here.call(api.listAnnouncements, {})).items).toHaveLength(1)
  })
})
