import { api } from '@koedana/contract/api.ts'
import type { Platform, Registration } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeTogether } from '../../db/write.ts'
import { newId } from '../../lib/ids.ts'
import { eachOpening } from '../../testing/engines.ts'
import { type World, world } from '../../testing/world.ts'
import { perAddress } from './limiter.rules.ts'

const password = 'lantern moss 7'

eachOpening((engine) => {
  let w: World
  beforeEach(async () => {
    w = await world(engine)
  })
  afterEach(() => w.close())

  const decide = async (registration: Registration) => {
    await writeTogether(w.deps.write, (tx) => w.deps.site.save(tx, { registration }))
    await w.deps.site.refresh()
  }
  const makeKey = async (key: { count?: number; expiresAt?: string; platforms?: Platform[] } = {}) => {
    const code = `KEY-${newId().toUpperCase()}`
    const at = new Date().toISOString()
    const { count = 1, expiresAt = null, platforms = [] } = key
    const row = { id: newId(), code, count, note: '', expires_at: expiresAt, created_at: at }
    const made = await w.deps.write
      .insertInto('access_key')
      .values(row)
      .returning('key')
      .executeTakeFirstOrThrow()
    for (const platform of platforms) {
      const ofKey = { access_key_key: made.key, platform }
      await w.deps.write.insertInto('access_key_platform').values(ofKey).execute()
    }
    return code
  }
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
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        w.app.inject({
          method: 'POST',
          url: '/api/v3/auth/register',
          payload: { username: `listener${n}`, password, key },
          remoteAddress: `198.51.100.${n}`,
        }),
      ),
    )
    const statuses = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.statusCode : 0))
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect(statuses.filter((status) => status === 422)).toHaveLength(97)
    expect(await countUsers()).toBe(3)
    const used = await w.deps.db.selectFrom('access_key').select('used_count').executeTakeFirst()
    expect(used?.used_count).toBe(3)
  })

  test('a key that is expired, of another platform, unknown or absent is refused alike', async () => {
    const refused = { status: 422, body: { code: 'keyRefused' } }
    const expired = await makeKey({ expiresAt: new Date(Date.now() - 1_000).toISOString() })
    const forPhones = await makeKey({ platforms: ['ios', 'android'] })
    await expect(register('haruka', { key: expired })).rejects.toMatchObject(refused)
    await expect(register('haruka', { key: forPhones, platform: 'web' })).rejects.toMatchObject(refused)
    await expect(register('haruka', { key: 'NONE\0' })).rejects.toMatchObject(refused)
    await expect(register('haruka')).rejects.toMatchObject(refused)
    await expect(register('haruka', { key: forPhones, platform: 'ios' })).resolves.toBeDefined()
  })

  test('a taken name is told to who has a key, costs no use, and one of many at once gets it', async () => {
    const key = await makeKey({ count: 50 })
    const answers = await Promise.allSettled(
      ['haruka', 'Haruka', 'HARUKA', 'ｈaruka'].map((name) => register(name, { key })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const lost = answers.find((answer) => answer.status === 'rejected')
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
    const payload = { username: 'haruka', password, role: 3, status: 'disabled', ageRestriction: 'r18' }
    const answer = await w.app.inject({ method: 'POST', url: '/api/v3/auth/register', payload })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ user: { role: 1, status: 'active', ageRestriction: 'all' } })
  })

  test('a common password is refused by the field it is in', async () => {
    const key = await makeKey()
    const body = { username: 'haruka', password: 'Password123!', key }
    await expect(w.call(api.register, { body })).rejects.toMatchObject({
      status: 422,
      body: { code: 'refused', fields: { 'body.password': 'passwordCommon' } },
    })
  })

  test('who guesses keys is stopped, and a right key is refused then too', async () => {
    for (let n = 0; n < perAddress.most; n++) await register('haruka', { key: `G${n}` }).catch(() => {})
    await expect(register('haruka', { key: await makeKey() })).rejects.toMatchObject({ status: 429 })
  })
})
