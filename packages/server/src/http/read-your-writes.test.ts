import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { afterHeader, roleOf, staleHeader } from '@koedana/contract/values.ts'
import { type FastifyInstance, fastify } from 'fastify'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createVault } from '../lib/vault.ts'
import { onTwoNodes, startTwoNodes, type TwoNodes } from '../testing/two-nodes.ts'
import { ensureReadYourWrites } from './read-your-writes.ts'

const vault = createVault('a key of thirty-two characters...')
const nameOf = (seq: number | string) => vault.seal(String(seq), 'changeNumber')
const numberOf = (name: unknown) => Number(vault.open(String(name), 'changeNumber'))

/** Creates a server that can read changes only up to `readable`, though more may be committed. */
async function serverThatHasRead(upTo: number, readable: number, last = readable) {
  const app = fastify()
  let seq = upTo
  let reads = 0
  const followed = async () => {
    reads += 1
    seq = readable
  }
  ensureReadYourWrites(app, { seq: () => seq, followed, latest: async () => last, appends: () => 0, vault })
  app.get(`${basePath}/some`, async () => 'x')
  app.post(`${basePath}/some`, async () => 'x')
  app.post('/other', async () => 'x')
  return { app, reads: () => reads }
}

const get = (app: FastifyInstance, after: string, url = `${basePath}/some`) =>
  app.inject({ url, headers: { [afterHeader]: after } })

test('a server reads before it responds to a caller who wrote', async () => {
  const { app, reads } = await serverThatHasRead(5, 9)
  const response = await get(app, `${nameOf(3)}, ${nameOf(9)}`)
  expect([response.headers[afterHeader], response.headers[staleHeader]]).toEqual([undefined, undefined])
  await get(app, nameOf(9))
  expect(reads()).toBe(1)
})

test('a server that cannot read so far says so', async () => {
  const { app } = await serverThatHasRead(5, 7, 9)
  const { headers } = await get(app, nameOf(9))
  expect([headers[afterHeader], headers[staleHeader]]).toEqual([undefined, '1'])
})

test('a number that a restored database does not have any more is forgotten', async () => {
  const { app } = await serverThatHasRead(5, 7)
  const { headers } = await get(app, nameOf(9))
  expect([headers[afterHeader], headers[staleHeader]]).toEqual(['none', undefined])
})

test('names that this site did not give are nothing to wait for', async () => {
  const { app, reads } = await serverThatHasRead(5, 7)
  const names = ['', '0', '9', '-1', 'NaN', 'none', 'sealed1.', 'sealed1.AAAA', vault.seal('9', 'accessKey')]
  for (const name of [...names, names.join(',')]) {
    const { statusCode, headers } = await get(app, name)
    expect([statusCode, headers[afterHeader], headers[staleHeader]]).toEqual([200, undefined, undefined])
  }
  expect(reads()).toBe(0)
})

test('responses to writes name the last change, sealed, whoever wrote it', async () => {
  const post = async (seq: number) => {
    const { app } = await serverThatHasRead(seq, seq)
    const { headers } = await app.inject({ method: 'POST', url: `${basePath}/some` })
    return String(headers[afterHeader])
  }
  const [few, again, many] = [await post(5), await post(5), await post(5_000_000)]
  expect([few, again, many].map(numberOf)).toEqual([5, 5, 5_000_000])
  expect(few).not.toBe(again)
  expect(many).toHaveLength(few.length)
})

test('pages of the client have no number', async () => {
  const { app } = await serverThatHasRead(5, 7)
  const response = await app.inject({ method: 'POST', url: '/other' })
  expect(response.headers[afterHeader]).toBeUndefined()
})

onTwoNodes(() => {
  let nodes: TwoNodes | undefined
  afterEach(async () => {
    await nodes?.close()
    nodes = undefined
  })

  test('what somebody did on one node is in what the other one responds next', async () => {
    nodes = await startTwoNodes()
    const { one, other } = nodes
    const keeper = await one.signIn({ role: roleOf.admin })
    await one.make([{ id: 'RJ90000001', name: 'Rain', ageCategory: 'all' }])
    const params = { id: 'RJ90000001' }
    for (let turn = 0; turn < 20; turn++) {
      const name = `Rain ${turn}`
      // No node is notified of the change: only the change number in the request makes the other node read.
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
      expect(listed.headers[staleHeader]).toBeUndefined()
    }
    // Accounts are cached in memory as well and must be read again too.
    const settings = await keeper.call(api.getSettings, {})
    const { headers } = await one.app.inject({
      method: 'PUT',
      url: `${basePath}/account/settings`,
      headers: { authorization: `Bearer ${keeper.token}` },
      payload: { ...settings, ageFilterMode: 'adults_only' },
    })
    const elsewhere = await other.app.inject({
      url: `${basePath}/works`,
      headers: { authorization: `Bearer ${keeper.token}`, [afterHeader]: String(headers[afterHeader]) },
    })
    expect(elsewhere.json().total).toBe(0)
  })

  test('a hidden work that is edited changes nothing in the responses to visitors', async () => {
    nodes = await startTwoNodes()
    const { one } = nodes
    const keeper = await one.signIn({ role: roleOf.admin })
    await one.make([
      { id: 'RJ90000001', name: 'Rain', ageCategory: 'all' },
      { id: 'RJ90000002', name: 'Hidden', ageCategory: 'r18' },
    ])
    const read = async () => {
      const responses = [`${basePath}/works`, `${basePath}/works/RJ90000001`, `${basePath}/about`].map(
        async (url) => {
          const { statusCode, headers, body } = await one.app.inject({ url })
          const { 'x-request-id': _id, date: _date, ...same } = headers
          return { statusCode, headers: same, body }
        },
      )
      return Promise.all(responses)
    }
    const before = await read()
    const hidden = await one.app.inject({ url: `${basePath}/works/RJ90000002` })
    expect(hidden.statusCode).toBe(404)
    for (let turn = 0; turn < 3; turn++) {
      const params = { id: 'RJ90000002' }
      await keeper.call(api.updateWork, { params, body: { values: { name: `Hidden ${turn}` } } })
      expect(await read()).toEqual(before)
    }
  })
})
