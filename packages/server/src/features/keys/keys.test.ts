// @module-tag large

import { keySorts } from '@koedana/contract/access-keys.ts'
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import type { RequestInput } from '@koedana/contract/kit/endpoint.ts'
import { type KeyState, platforms, roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

const password = 'lantern moss 7'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  beforeEach(async () => {
    w = await startTestServer(engine)
    admin = await w.signIn({ role: roleOf.admin })
  })
  afterEach(() => w.close())

  const create = async (body: { count: number; quantity?: number; note?: string; expiresAt?: string }) =>
    (await admin.call(api.createKeys, { body })).items
  const createOne = async (body: Parameters<typeof create>[0]) => {
    const [key] = await create(body)
    if (!key) throw new Error('no key')
    return key
  }
  const list = (query: RequestInput<typeof api.listKeys>['query'] = {}) => admin.call(api.listKeys, { query })
  const redeem = (key: string, username: string) =>
    w.call(api.register, { body: { username, password, key, platform: 'web' } })

  test('a batch has a code each, all alike but for it', async () => {
    const body = {
      quantity: 500,
      count: 3,
      platforms: ['web' as const, 'ios' as const, 'web' as const],
      note: 'Spring',
      expiresAt: '2099-01-01T09:00:00+09:00',
    }
    const { items } = await admin.call(api.createKeys, { body })
    expect(new Set(items.map(({ code }) => code)).size).toBe(500)
    expect(items[7]).toMatchObject({
      platforms: ['web', 'ios'],
      count: 3,
      usedCount: 0,
      leftCount: 3,
      note: 'Spring',
      expiresAt: '2099-01-01T00:00:00.000Z',
    })
    const page = await list({ pageSize: 100, page: 5 })
    expect(page.total).toBe(500)
    expect(page.items).toHaveLength(100)
    expect(page.items[0]?.platforms).toEqual(['web', 'ios'])
  })

  test('what is used and left follows redemptions, which are listed and outlive the account', async () => {
    const key = await createOne({ count: 2 })
    const { user } = await redeem(key.code.toLowerCase(), 'haruka')
    await redeem(key.code, 'mio')
    await expect(redeem(key.code, 'yui')).rejects.toMatchObject({ status: 422 })
    expect((await list()).items[0]).toMatchObject({ usedCount: 2, leftCount: 0 })
    await admin.call(api.deleteUser, { params: { id: user.id } })
    const { items } = await admin.call(api.listRedemptions, { params: { id: key.id } })
    expect(items).toMatchObject([
      { user: { username: 'mio' }, platform: 'web', address: '127.0.0.1' },
      { user: null, platform: 'web' },
    ])
  })

  test('a count never falls below what is used, and what is absent stays', async () => {
    const key = await createOne({ count: 5, note: 'Spring', expiresAt: '2099-01-01' })
    await redeem(key.code, 'haruka')
    await redeem(key.code, 'mio')
    const params = { id: key.id }
    await expect(admin.call(api.updateKey, { params, body: { count: 1 } })).rejects.toMatchObject({
      status: 422,
      body: { code: 'refused', fields: { 'body.count': 'keyCountBelowUsed' } },
    })
    const used = { ...key, count: 2, usedCount: 2, leftCount: 0, state: 'used_up' as const }
    expect(await admin.call(api.updateKey, { params, body: { count: 2 } })).toEqual(used)
    expect(await admin.call(api.updateKey, { params, body: {} })).toEqual(used)
    const body = { platforms: ['linux' as const], note: '', expiresAt: null }
    expect(await admin.call(api.updateKey, { params, body })).toEqual({ ...used, ...body })
    expect((await list()).items).toEqual([{ ...used, ...body }])
    await expect(admin.call(api.updateKey, { params: { id: 'none' }, body })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('the selected are removed, unknown ids are passed over, and accounts stay', async () => {
    const items = await create({ count: 1, quantity: 4 })
    const [first, second] = items
    if (!first || !second) throw new Error('no keys')
    const { user } = await redeem(first.code, 'haruka')
    await admin.call(api.deleteKeys, { query: { ids: [first.id, second.id, 'none', first.id] } })
    expect((await list()).total).toBe(2)
    await expect(admin.call(api.getUser, { params: { id: user.id } })).resolves.toBeDefined()
    await expect(redeem(second.code, 'mio')).rejects.toMatchObject({ status: 422 })
    await expect(admin.call(api.listRedemptions, { params: { id: first.id } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('five hundred are removed in one call, and one more is refused', async () => {
    const ids = (await create({ count: 1, quantity: 500 })).map(({ id }) => id)
    await expect(admin.call(api.deleteKeys, { query: { ids: [...ids, 'one-more'] } })).rejects.toMatchObject({
      status: 400,
    })
    await admin.call(api.deleteKeys, { query: { ids } })
    expect((await list()).total).toBe(0)
    await expect(admin.call(api.deleteKeys, { query: { ids: [] } })).rejects.toMatchObject({ status: 400 })
  })

  test('keys are found by part of their code or note, and wildcards are plain characters', async () => {
    const spring = await createOne({ count: 1, note: '100% Été_春' })
    await createOne({ count: 1, note: 'autumn' })
    const found = async (q: string) => (await list({ q })).items.map(({ id }) => id)
    for (const q of ['100%', 'ÉTÉ', 'été_', '春', spring.code.toLowerCase(), spring.code.slice(4, 13)]) {
      expect(await found(q)).toEqual([spring.id])
    }
    expect(await found('_u')).toEqual([])
    expect(await found('koe-')).toHaveLength(2)
    await admin.call(api.updateKey, { params: { id: spring.id }, body: { note: 'winter' } })
    expect(await found('WIN')).toEqual([spring.id])
    expect(await found('100%')).toEqual([])
  })

  test('pages in every sort hold each key once', async () => {
    const expiring = await createOne({ count: 9, expiresAt: '2098-01-01' })
    await create({ count: 2, quantity: 5 })
    const used = await createOne({ count: 2 })
    await redeem(used.code, 'haruka')
    for (const sort of keySorts) {
      const seen: string[] = []
      for (let page = 1; page <= 3; page++) {
        seen.push(...(await list({ sort, page, pageSize: 3 })).items.map(({ id }) => id))
      }
      expect(new Set(seen).size).toBe(7)
      if (sort === 'leftCountDesc') expect([seen[0], seen[6]]).toEqual([expiring.id, used.id])
      if (sort === 'usedCountDesc') expect(seen[0]).toBe(used.id)
      if (sort === 'expiresAtAsc') expect(seen[0]).toBe(expiring.id)
    }
  })

  test.each([
    [{ count: 0 }, 'body.count'],
    [{ count: 1, quantity: 501 }, 'body.quantity'],
    [{ count: 1, platforms: new Array(10_000).fill('web') }, 'body.platforms'],
    [{ count: 1, platforms: ['toaster'] }, 'body.platforms'],
    [{ count: 1, ceiling: 'r21' }, 'body.ceiling'],
    [{ count: 1, note: 'a\0b' }, 'body.note'],
    [{ count: 1, note: 'a\ud800b' }, 'body.note'],
    [{ count: 1, note: 'x'.repeat(201) }, 'body.note'],
    [{ count: 1, expiresAt: 'tomorrow' }, 'body.expiresAt'],
  ])('a key of %# is malformed, and says where', async (payload, field) => {
    const response = await w.app.inject({
      method: 'POST',
      url: `${basePath}/admin/keys`,
      headers: { authorization: `Bearer ${admin.token}` },
      payload,
    })
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().fields)).toEqual([field])
  })

  test('what a key is still good for is shown, and filtered by', async () => {
    const past = await createOne({ count: 2, note: 'past', expiresAt: '2020-01-01' })
    const future = await createOne({ count: 2, note: 'future', expiresAt: '2099-01-01' })
    const lasting = await createOne({ count: 1, note: 'lasting' })
    const spent = await createOne({ count: 1, note: 'spent', expiresAt: '2099-01-01' })
    await redeem(spent.code, 'haruka')
    expect(new Map((await list()).items.map(({ note, state }) => [note, state]))).toEqual(
      new Map([
        ['spent', 'used_up'],
        ['lasting', 'usable'],
        ['future', 'usable'],
        ['past', 'expired'],
      ]),
    )
    const inState = async (state: KeyState) => {
      const { items, total } = await list({ state })
      expect(total).toBe(items.length)
      return items.map(({ id }) => id)
    }
    expect(await inState('usable')).toEqual([lasting.id, future.id])
    expect(await inState('expired')).toEqual([past.id])
    expect(await inState('used_up')).toEqual([spent.id])
    // A key that is both used up and expired counts as used up.
    await admin.call(api.updateKey, { params: { id: spent.id }, body: { expiresAt: '2020-01-01' } })
    expect(await inState('used_up')).toEqual([spent.id])
    expect(await inState('expired')).toEqual([past.id])
    expect((await list({ state: 'usable', q: 'last' })).items.map(({ id }) => id)).toEqual([lasting.id])
  })

  test('a key may say what its accounts see, and leave it to the site again', async () => {
    const { items } = await admin.call(api.createKeys, { body: { count: 1, ceiling: 'r15' } })
    expect(items[0]?.ceiling).toBe('r15')
    const params = { id: items[0]?.id ?? '' }
    expect(await admin.call(api.updateKey, { params, body: { note: 'mine' } })).toMatchObject({
      ceiling: 'r15',
    })
    expect(await admin.call(api.updateKey, { params, body: { ceiling: null } })).toMatchObject({
      ceiling: null,
    })
    expect((await list()).items[0]?.ceiling).toBeNull()
    expect((await createOne({ count: 1 })).ceiling).toBeNull()
  })

  test('a key may name every platform', async () => {
    const { items } = await admin.call(api.createKeys, { body: { count: 1, platforms: [...platforms] } })
    expect(items[0]?.platforms).toEqual(platforms)
  })
})
