/** While PostgreSQL is away, lists that are sent while they are read are rejected with 503 instead of being cut. */
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../db/open.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts'
import { onPostgres } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const ids = Array.from({ length: 3 }, (_, n) => `RJ9000000${n + 1}`)

describe.skipIf(inject('postgresUrl') === undefined)('while the database is away', () => {
  let direct: Database
  let line: DatabaseProxy
  let w: World
  let origin: string
  beforeEach(async () => {
    direct = await onPostgres().open()
    const near = new URL(direct.location.url ?? '')
    line = await startDatabaseProxy({ host: near.hostname, port: Number(near.port) })
    near.port = String(line.port)
    const open = () => openDatabase({ folder: '', url: near.href }, { isImpatient: true })
    w = await startTestServer({ name: 'postgres', open }, { hasDoors: true, databaseLimitMs: 1_500 })
    await w.make(ids.map((id) => ({ id, name: `Rain ${id}`, ageCategory: 'all' })))
    await putInLibrary(w.deps.write, ids)
    await w.deps.catalogue.caughtUp()
    origin = await w.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(async () => {
    line.mend()
    await w.close()
    await line.close()
    await direct.close()
  })

  test.each(['cut', 'hold'] as const)(
    '%s: a long list has a response, and is whole afterwards',
    async (fault) => {
      const owner = await w.signIn({ username: 'haruka', role: roleOf.admin })
      await owner.call(api.updateSiteSettings, {
        body: { doors: { kikoeru: true, subsonic: true, feed: true, abs: true, dav: true } },
      })
      const { password } = await owner.call(api.createAppPassword, {
        body: { name: 'computer', scopes: ['dav', 'abs', 'subsonic'] },
      })
      const login = await fetch(`${origin}/abs/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'haruka', password }),
      })
      const { user } = await login.json()
      const bearer = { authorization: `Bearer ${user.accessToken}` }
      const basic = { authorization: `Basic ${Buffer.from(`haruka:${password}`).toString('base64')}` }
      const rest = `u=haruka&p=${password}&v=1.16.1&c=test&f=json`
      const requests: readonly (readonly [path: string, init: RequestInit])[] = [
        ['/dav/', { method: 'PROPFIND', headers: { ...basic, depth: '1' } }],
        ['/abs/api/libraries/library/items?limit=0', { headers: bearer }],
        ['/abs/api/libraries/library/items?limit=10&collapseseries=1', { headers: bearer }],
        ['/api/v3/account/data', { headers: { authorization: `Bearer ${owner.token}` } }],
        ['/api/v3/account/data.csv', { headers: { authorization: `Bearer ${owner.token}` } }],
        [`/rest/getAlbumList2?${rest}&type=newest`, {}],
      ]
      const responses = async () => {
        const read = []
        for (const [path, init] of requests) {
          const response = await fetch(`${origin}${path}`, init)
          read.push({ path, status: response.status, text: await response.text() })
        }
        return read
      }
      const before = await responses()
      for (const { path, status } of before) expect([path, status < 300]).toEqual([path, true])
      line[fault]()
      for (const { path, status, text } of await responses()) {
        // Subsonic reports faults in the body.
        if (path.startsWith('/rest'))
          expect([path, JSON.parse(text)['subsonic-response'].status]).toEqual([path, 'failed'])
        else expect([path, status]).toEqual([path, 503])
      }
      line.mend()
      await expect
        .poll(async () => (await responses()).map(({ status }) => status), { timeout: 30_000 })
        .toEqual(before.map(({ status }) => status))
      expect((await responses())[0]?.text).toBe(before[0]?.text)
    },
  )
})
