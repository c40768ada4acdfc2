import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { afterHeader, behindHeader, roleOf } from '@koedana/contract/values.ts'
import { type FastifyInstance, fastify } from 'fastify'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { onTwoNodes, type TwoNodes, twoNodes } from '../testing/two-nodes.ts'
import { keepOwnWrites } from './own-writes.ts'

/** It reads up to some change, though more may be committed. */
async function serverThatHasRead(upTo: number, readable: number, last = readable) {
  const app = fastify()
  let seq = upTo
  let reads = 0
  const followed = async () => {
    reads += 1
    seq = readable
  }
  keepOwnWrites(app, { seq: () => seq, followed, latest: async () => last, appends: () => 0 })
  app.get(`${basePath}/some`, async () => 'x')
  app.get('/other', async () => 'x')
  return { app, reads: () => reads }
}

const get = (app: FastifyInstance, after: string, url = `${basePath}/some`) =>
  app.inject({ url, headers: { [afterHeader]: after } })

test('a server reads before it responds to who has seen more', async () => {
  const { app, reads } = await serverThatHasRead(5, 9)
  const response = await get(app, '9')
  expect(response.headers[afterHeader]).toBe('9')
  expect(response.headers[behindHeader]).toBeUndefined()
  await get(app, '9')
  expect(reads()).toBe(1)
})

test('a server that cannot read so far says so', async () => {
  const { app } = await serverThatHasRead(5, 7, 9)
  const { headers } = await get(app, '9')
  expect([headers[afterHeader], headers[behindHeader]]).toEqual(['7', '1'])
})

test('a number that a restored database does not have any more is left behind', async () => {
  const { app } = await serverThatHasRead(5, 7)
  const { headers } = await get(app, '9')
  expect([headers[afterHeader], headers[behindHeader]]).toEqual(['7', undefined])
})

test.each(['', '0', '-1', '1e9', 'NaN', '9'.repeat(16), '٩', '9;10'])(
  'a number that is none is nothing to wait for: %j',
  async (text) => {
    const { app, reads } = await serverThatHasRead(5, 7)
    expect((await get(app, text)).statusCode).toBe(200)
    expect(reads()).toBe(0)
  },
)

test('pages of the client have no number', async () => {
  const { app } = await serverThatHasRead(5, 7)
  expect((await get(app, '9', '/other')).headers[afterHeader]).toBeUndefined()
})

onTwoNodes(() => {
  let nodes: TwoNodes | undefined
  afterEach(async () => {
    await nodes?.close()
    nodes = undefined
  })

  test('what somebody did on one node is in what the other one responds next', async () => {
    nodes = await twoNodes()
    const { one, other } = nodes
    const keeper = await one.signIn({ role: roleOf.admin })
    await one.make([{ id: 'RJ90000001', name: 'Rain', ageCategory: 'all' }])
    const params = { id: 'RJ90000001' }
    for (let turn = 0; turn < 20; turn++) {
      const name = `Rain ${turn}`
      // Nobody hears of the change: only what the request brings along makes the other one read.
      await sql`select pg_terminate_backend(pid, 1000) from pg_stat_activity
        where datname = current_database() and query like 'LISTEN%'`.execute(one.deps.write)
      const edited = await one.app.inject({
        method: 'PATCH',
        url: `${basePath}/works/${params.id}`,
        headers: { authorization: `Bearer ${keeper.token}` },
        payload: { values: { name } },
      })
      expect(edited.statusCode).toBe(200)
      const listed = await get(other.app, String(edited.headers[afterHeader]), `${basePath}/works`)
      expect(listed.json().items[0].title).toBe(name)
      expect(Number(listed.headers[afterHeader])).toBeGreaterThanOrEqual(Number(edited.headers[afterHeader]))
      expect(listed.headers[behindHeader]).toBeUndefined()
    }
    // An account is in memory besides: it is read anew as well.
    const settings = await keeper.call(api.getSettings, {})
    await keeper.call(api.saveSettings, { body: { ...settings, ageFilterMode: 'adults_only' } })
    const { headers } = await one.app.inject({ url: `${basePath}/works` })
    expect(headers[afterHeader]).toMatch(/^\d+$/)
    const elsewhere = await other.app.inject({
      url: `${basePath}/works`,
      headers: { authorization: `Bearer ${keeper.token}`, [afterHeader]: String(headers[afterHeader]) },
    })
    expect(elsewhere.json().total).toBe(0)
  })
})
