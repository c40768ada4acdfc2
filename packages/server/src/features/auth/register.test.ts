// @module-tag large
import { api } from '@koedana/contract/api.ts'
import { type Platform, platformHeader, platforms, type Registration } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeInTurn } from '../../db/changes.ts'
import { newId } from '../../lib/ids.ts'
import { eachOpenMode } from '../../testing/engines.ts'
import { type KeyGiven, makeAccessKey } from '../../testing/make-access-key.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import type { SiteChange } from '../settings/site.ts'
import { perAddress } from './limiter.rules.ts'

const password = 'lantern moss 7'

eachOpenMode((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
  })
  afterEach(() => w.close())

  const decide = async (registration: Registration, more: SiteChange = {}) => {
    await writeInTurn(w.deps.write, (tx) => w.deps.site.save(tx, { registration, ...more }))
    await w.deps.site.refresh()
  }
  const makeKey = (key: KeyGiven = {}) => makeAccessKey(w.deps, key)
  const register = (username: string, more: { key?: string; platform?: Platform } = {}) =>
    w.call(api.register, { body: { username, password, ...more } })
  const countUsers = async () => (await w.deps.db.selectFrom('user').select('key').execute()).length

  test('a key makes as many accounts as it grants, and says where and for whom', async () => {
    const key = await makeKey({ count: 2 })
    const { user, token } = await register('haruka', { key: ` ${key.toLowerCase()}`, platform: 'web' })
    expect(user).toMatchObject({ username: 'haruka', role: 1, ageRestriction: 'all', status: 'active' })
    await expect(w.bearing(token)(api.getMe, {})).resolves.toMatchObject({ user: { id: user.id } })
    await register('midori', { key })
    await expect(register('sora', { key })).rejects.toMatchObject({
      status: 422,
      body: { code: 'keyRefused' },
    })
    const redemptions = await w.deps.db.selectFrom('redemption').selectAll().orderBy('key').execute()
    expect(redemptions.map(({ platform, address }) => `${platform} ${address}`)).toEqual([
      'web 127.0.0.1',
      'api 127.0.0.1',
    ])
  })

  test('a hundred who redeem a key with three left at once make exactly three accounts', async () => {
    const key = await makeKey({ count: 3 })
    const responses = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        w.app.inject({
          method: 'POST',
          url: '/api/v3/auth/register',
          payload: { username: `listener${n}`, password, key },
          remoteAddress: `198.51.100.${n}`,
        }),
      ),
    )
    const statuses = responses.map((response) =>
      response.status === 'fulfilled' ? response.value.statusCode : 0,
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    // Some are rejected immediately, because the queue for password hashing is full.
    expect(statuses.filter((status) => status === 422 || status === 429)).toHaveLength(97)
    expect(await countUsers()).toBe(3)
    const used = await w.deps.db.selectFrom('access_key').select('used_count').executeTakeFirst()
    expect(used?.used_count).toBe(3)
  })

  test('a key that is expired, used up, unknown or absent is refused alike', async () => {
    const refused = { status: 422, body: { code: 'keyRefused' } }
    const expired = await makeKey({ expiresAt: new Date(Date.now() - 1_000).toISOString() })
    const usedUp = await makeKey({ count: 0, platforms: ['ios'] })
    for (const key of [expired, usedUp, 'NONE\0', undefined]) {
      await expect(register('haruka', key === undefined ? {} : { key })).rejects.toMatchObject(refused)
    }
  })

  test('the holder of a key for elsewhere learns where, and it keeps its use', async () => {
    const key = await makeKey({ platforms: ['ios', 'android'] })
    await expect(register('haruka', { key, platform: 'web' })).rejects.toMatchObject({
      status: 422,
      body: { code: 'keyElsewhere', allowed: { 'body.platform': ['android', 'ios'] } },
    })
    await expect(register('haruka', { key, platform: 'ios' })).resolves.toBeDefined()
  })

  test.each(platforms)('a key for %s alone is redeemed there and not elsewhere', async (platform) => {
    const key = await makeKey({ count: 9, platforms: [platform] })
    const elsewhere = platforms[(platforms.indexOf(platform) + 1) % platforms.length] ?? 'api'
    const said = async (headers: Record<string, string>) => {
      const response = await registerFrom(headers, key)
      return response.statusCode === 201 ? 'made' : response.json().code
    }
    expect(await said({ [platformHeader]: platform })).toBe('made')
    expect(await said({ [platformHeader]: elsewhere })).toBe('keyElsewhere')
    // A browser on any device identifies itself as such.
    const page = { 'sec-fetch-site': 'same-origin', [platformHeader]: 'android' }
    expect(await said(page)).toBe(platform === 'web' ? 'made' : 'keyElsewhere')
    // A program that sends no platform.
    expect(await said({})).toBe(platform === 'api' ? 'made' : 'keyElsewhere')
    const redemptions = await w.deps.db.selectFrom('redemption').select('platform').execute()
    expect(new Set(redemptions.map((one) => one.platform))).toEqual(new Set([platform]))
  })

  const registerFrom = (headers: Record<string, string>, key: string) =>
    w.app.inject({
      method: 'POST',
      url: '/api/v3/auth/register',
      headers,
      payload: { username: `listener-${newId().slice(0, 12)}`, password, key },
      remoteAddress: `198.51.100.${++callers}`,
    })
  let callers = 0

  test('a new account sees what the site says, and what its key says instead', async () => {
    const ceilings = async () => {
      const made = []
      for (const ceiling of [null, 'all', 'r15', 'r18'] as const) {
        const key = await makeKey({ ceiling })
        const { user } = await register(`listener-${newId().slice(0, 12)}`, { key })
        made.push(user.ageRestriction)
      }
      return made
    }
    expect(await ceilings()).toEqual(['all', 'all', 'r15', 'r18'])
    await decide('key', { newAccountCeiling: 'r15', visitorCeiling: 'r18' })
    expect(await ceilings()).toEqual(['r15', 'all', 'r15', 'r18'])
    await decide('open', { newAccountCeiling: 'r18', visitorCeiling: 'all' })
    expect((await register('haruka')).user.ageRestriction).toBe('r18')
    expect(await totalOf(await register('midori'))).toBe(1)
  })

  test('a guest who registers leaves the visitors’ ceiling for that of the key', async () => {
    const guest = await w.call(api.loginAsGuest, {})
    expect(await totalOf(guest)).toBe(0)
    const key = await makeKey({ ceiling: 'r18' })
    const body = { username: 'haruka', password, key }
    const { user, token } = await w.bearing(guest.token)(api.register, { body })
    expect(user).toMatchObject({ id: guest.user.id, ageRestriction: 'r18' })
    expect(await totalOf({ token })).toBe(1)
  })

  const totalOf = async ({ token }: { token: string }) => {
    await w.make([{ id: 'RJ90000001', name: 'mist', ageCategory: 'r18' }])
    return (await w.bearing(token)(api.listWorks, {})).total
  }

  test('a taken name is reported to the holder of a key, costs no use, and one of many at once gets it', async () => {
    const key = await makeKey({ count: 50 })
    const responses = await Promise.allSettled(
      ['haruka', 'Haruka', 'HARUKA', 'ｈaruka'].map((name) => register(name, { key })),
    )
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const lost = responses.find((response) => response.status === 'rejected')
    expect(lost?.reason).toMatchObject({ status: 409, body: { code: 'usernameTaken' } })
    const used = await w.deps.db.selectFrom('access_key').select('used_count').executeTakeFirst()
    expect(used?.used_count).toBe(1)
    await expect(register('haruka', { key: 'WRONG' })).rejects.toMatchObject({ body: { code: 'keyRefused' } })
  })

  test('the site may be closed or open; what an account is, nobody decides for oneself', async () => {
    await decide('closed')
    await expect(register('haruka', { key: await makeKey() })).rejects.toMatchObject({
      status: 403,
      body: { code: 'registrationClosed' },
    })
    await decide('open')
    const send = (payload: object) => w.app.inject({ method: 'POST', url: '/api/v3/auth/register', payload })
    const account = { username: 'haruka', password }
    const bold = await send({ ...account, role: 3, ageRestriction: 'r18' })
    expect(bold.statusCode).toBe(400)
    expect(bold.json().fields).toEqual({ 'body.role': 'fieldUnknown', 'body.ageRestriction': 'fieldUnknown' })
    const response = await send(account)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ user: { role: 1, status: 'active', ageRestriction: 'all' } })
  })

  test('a common password is refused by the field it is in', async () => {
    const key = await makeKey()
    const body = { username: 'haruka', password: 'Password123!', key }
    await expect(w.call(api.register, { body })).rejects.toMatchObject({
      status: 422,
      body: { code: 'refused', fields: { 'body.password': 'passwordCommon' } },
    })
  })

  test('a caller who guesses keys is stopped, and a right key is refused then too', async () => {
    for (let n = 0; n < perAddress.max; n++) await register('haruka', { key: `G${n}` }).catch(() => {})
    await expect(register('haruka', { key: await makeKey() })).rejects.toMatchObject({ status: 429 })
  })
})
