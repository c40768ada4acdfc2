// @module-tag large
import { api } from '@koedana/contract/api.ts'
import { maxApiTokens } from '@koedana/contract/api-tokens.ts'
import type { TokenScope } from '@koedana/contract/kit/token-scope.ts'
import { locales, roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { resetPassword } from '../../commands/user.ts'
import { errorMessages } from '../../http/error-messages.ts'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { createClock } from '../../testing/two-nodes.ts'
import { recentLoginMs } from '../auth/fresh-proof.ts'
import { perAddress } from '../auth/limiter.rules.ts'

const password = 'lantern moss 7'
const dayMs = 86_400_000
const workId = 'RJ90000001'

eachEngine((engine) => {
  const clock = createClock()
  let w: World
  let admin: SignedInPerson
  let owner: SignedInPerson
  beforeEach(async () => {
    w = await startTestServer(engine, { now: clock.now, hasDoors: true })
    admin = await w.signIn({ username: 'warden', role: roleOf.admin, password })
    owner = await w.signIn({ username: 'haruka', password })
    await w.make([{ id: workId, ageCategory: 'all' }])
  })
  afterEach(() => w.close())

  const create = (by: SignedInPerson, scope: TokenScope = 'read', days?: number) =>
    by.call(api.createApiToken, {
      body: { name: 'script', scope, ...(days === undefined ? {} : { days }) },
    })
  const statusOf = async (
    token: string,
    { url = '/api/v3/account', remoteAddress = '192.0.2.7', language = 'en-US' } = {},
  ) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
    const { statusCode, body } = await w.app.inject({ url, headers, remoteAddress })
    const { code, error } = statusCode < 400 ? {} : JSON.parse(body)
    return { status: statusCode, code, error }
  }
  const invalid = { status: 401, code: 'apiTokenInvalid' }
  const entries = async () => {
    await w.deps.audit.recorded()
    const { items } = await admin.call(api.listAudit, {})
    return items.map(({ act, username, address, detail }) => [act, username, address, detail])
  }

  test('a token is shown once, and only its hash is stored', async () => {
    const { token, ...made } = await create(owner, 'write', 30)
    expect(token).toMatch(/^koe_[\w-]{43}$/)
    expect(made).toMatchObject({ name: 'script', scope: 'write', lastUsedAt: null })
    expect(Date.parse(made.expiresAt ?? '') - Date.parse(made.createdAt)).toBe(30 * dayMs)
    expect(await owner.call(api.listApiTokens, {})).toEqual({ items: [made] })
    const rows = await w.deps.db.selectFrom('api_token').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token.slice('koe_'.length))
    expect((await create(owner)).expiresAt).toBeNull()
  })

  test('the last use and its address are listed', async () => {
    const { token, id } = await create(owner)
    expect(await statusOf(token)).toMatchObject({ status: 200 })
    await expect
      .poll(async () => (await owner.call(api.listApiTokens, {})).items[0])
      .toMatchObject({ id, lastUsedAt: clock.now().toISOString(), lastAddress: '192.0.2.7' })
  })

  test('after ten minutes, creating needs the password, and a token never counts as a fresh proof', async () => {
    clock.move(recentLoginMs)
    await expect(create(owner)).rejects.toMatchObject({ status: 400 })
    await expect(
      owner.call(api.createApiToken, { body: { name: 'x', scope: 'read', password: 'not it 1' } }),
    ).rejects.toMatchObject({ status: 422, body: { code: 'wrongPassword' } })
    const { token } = await owner.call(api.createApiToken, { body: { name: 'x', scope: 'write', password } })
    await expect(
      w.bearing(token)(api.createApiToken, { body: { name: 'y', scope: 'write', password } }),
    ).rejects.toMatchObject({ status: 403, body: { code: 'apiTokenScope' } })
  })

  test('guests and visitors have none, and members none of scope admin', async () => {
    const guest = await w.signIn({ role: roleOf.guest })
    await expect(create(guest)).rejects.toMatchObject({ status: 403 })
    await expect(w.call(api.createApiToken, { body: { name: 'x', scope: 'read' } })).rejects.toMatchObject({
      status: 401,
    })
    await expect(create(owner, 'admin')).rejects.toMatchObject({ status: 403 })
    expect((await owner.call(api.listApiTokens, {})).items).toEqual([])
  })

  test('an account has a limited number', async () => {
    const { token: _, ...one } = await create(owner)
    const [row] = await w.deps.db.selectFrom('api_token').selectAll().execute()
    if (!row) throw new Error('no token was stored')
    const more = Array.from({ length: maxApiTokens - 1 }, (_value, n) => ({
      ...row,
      id: `${one.id}${n}`,
      token_hash: `${n}`,
    }))
    await w.deps.write.insertInto('api_token').values(more).execute()
    await expect(create(owner)).rejects.toMatchObject({ status: 422, body: { code: 'apiTokensFull' } })
  })

  test('a revoked token stops at once, and only its owner revokes it', async () => {
    const { token, id } = await create(owner)
    expect(await statusOf(token)).toMatchObject({ status: 200 })
    await expect(admin.call(api.revokeApiToken, { params: { id } })).rejects.toMatchObject({ status: 404 })
    expect(await statusOf(token)).toMatchObject({ status: 200 })
    await owner.call(api.revokeApiToken, { params: { id } })
    for (const language of locales)
      expect(await statusOf(token, { language })).toEqual({
        ...invalid,
        error: errorMessages[language].apiTokenInvalid,
      })
    // Public endpoints reject it, too.
    expect(await statusOf(token, { url: '/api/v3/works' })).toMatchObject(invalid)
  })

  test('a token expires by the clock, also one that is in memory', async () => {
    const { token } = await create(owner, 'read', 1)
    expect(await statusOf(token)).toMatchObject({ status: 200 })
    clock.move(dayMs - 1)
    expect(await statusOf(token)).toMatchObject({ status: 200 })
    clock.move(1)
    expect(await statusOf(token)).toMatchObject(invalid)
  })

  test('a token without an expiry date is valid after years without use', async () => {
    const { token } = await create(owner)
    clock.move(3 * 365 * dayMs)
    expect(await statusOf(token)).toMatchObject({ status: 200 })
  })

  test.each(['disabled', 'deleted'] as const)('the token of a %s user stops at once', async (end) => {
    const { token } = await create(owner)
    expect(await statusOf(token)).toMatchObject({ status: 200 })
    const params = { id: owner.user.id }
    if (end === 'deleted') await admin.call(api.deleteUser, { params })
    else await admin.call(api.updateUser, { params, body: { status: 'disabled' } })
    expect(await statusOf(token)).toMatchObject(invalid)
    if (end === 'deleted') return
    await admin.call(api.updateUser, { params, body: { status: 'active' } })
    expect(await statusOf(token)).toMatchObject({ status: 200 })
  })

  test('the role at the time of use counts', async () => {
    const second = await w.signIn({ role: roleOf.admin })
    const { token } = await create(second, 'admin')
    const call = w.bearing(token)
    expect((await call(api.listUsers, {})).total).toBe(3)
    await admin.call(api.updateUser, { params: { id: second.user.id }, body: { role: roleOf.general } })
    await expect(call(api.listUsers, {})).rejects.toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await statusOf(token)).toMatchObject({ status: 200 })
  })

  test('the age limit at the time of use counts', async () => {
    await w.make([{ id: 'RJ90000002', ageCategory: 'r18' }])
    const adult = await w.signIn({ ageRestriction: 'r18' })
    const call = w.bearing((await create(adult)).token)
    expect((await call(api.listWorks, {})).total).toBe(2)
    await admin.call(api.updateUser, { params: { id: adult.user.id }, body: { ageRestriction: 'all' } })
    expect((await call(api.listWorks, {})).total).toBe(1)
  })

  test('a changed password removes the tokens, whoever changes it', async () => {
    const ends: readonly ((who: SignedInPerson) => Promise<unknown>)[] = [
      ({ call }) =>
        call(api.changePassword, { body: { currentPassword: password, newPassword: 'paper boat 12' } }),
      ({ user }) =>
        admin.call(api.updateUser, { params: { id: user.id }, body: { password: 'paper boat 12' } }),
      ({ user: { username } }) =>
        resetPassword(w.deps.write, { username, passwordHash: 'none', at: clock.now().toISOString() }),
    ]
    for (const [n, end] of ends.entries()) {
      const who = await w.signIn({ username: `person-${n}`, password })
      const { token } = await create(who)
      expect(await statusOf(token)).toMatchObject({ status: 200 })
      await end(who)
      await w.deps.catalogue.caughtUp()
      expect(await statusOf(token)).toMatchObject(invalid)
    }
    expect(await w.deps.db.selectFrom('api_token').selectAll().execute()).toEqual([])
  })

  test('logging out everywhere else removes them on request only', async () => {
    const { token } = await create(owner)
    await owner.call(api.endOtherSessions, { query: { appPasswords: true } })
    expect(await statusOf(token)).toMatchObject({ status: 200 })
    await owner.call(api.endOtherSessions, { query: { apiTokens: true } })
    expect(await statusOf(token)).toMatchObject(invalid)
  })

  test('it is sent as a bearer only, and the compatibility APIs do not take it', async () => {
    await admin.call(api.updateSiteSettings, {
      body: {
        doors: { kikoeru: true, subsonic: true, feed: true, abs: true, dav: true },
        kikoeruAtRoot: true,
      },
    })
    const { token } = await create(admin, 'admin')
    const basic = `Basic ${Buffer.from(`warden:${token}`).toString('base64')}`
    const bearer = `Bearer ${token}`
    const tries: readonly { url: string; headers?: Record<string, string>; payload?: object }[] = [
      { url: `/api/v3/favorites?token=${token}` },
      { url: `/api/v3/favorites?access_token=${token}` },
      { url: '/api/v3/favorites', headers: { cookie: `token=${token}` } },
      { url: '/api/v3/favorites', headers: { authorization: basic } },
      { url: '/kikoeru/api/review', headers: { authorization: bearer } },
      { url: `/kikoeru/api/review?token=${token}` },
      { url: '/api/review', headers: { authorization: bearer } },
      { url: `/kikoeru/with/${token}/api/works` },
      { url: '/abs/api/me', headers: { authorization: bearer } },
      { url: `/abs/api/me?token=${token}` },
      { url: `/feeds/${token}/following.xml` },
      { url: '/dav/', headers: { authorization: bearer } },
      { url: '/dav/', headers: { authorization: basic } },
      { url: '/abs/login', payload: { username: 'warden', password: token } },
      { url: '/kikoeru/api/auth/me', payload: { name: 'warden', password: token } },
    ]
    for (const { url, headers = {}, payload } of tries) {
      const response = payload
        ? await w.app.inject({ method: 'POST', url, headers, payload })
        : await w.app.inject({ url, headers })
      expect([url, response.statusCode]).toEqual([url, expect.toBeOneOf([400, 401, 403, 404, 422])])
    }
    for (const query of [`u=warden&p=${token}`, `apiKey=${token}`]) {
      const { body } = await w.app.inject({ url: `/rest/ping.view?f=json&c=x&v=1.16.1&${query}` })
      expect(JSON.parse(body)['subsonic-response'].status).toBe('failed')
    }
    expect(await statusOf(token)).toMatchObject({ status: 200 })
  })

  test('different wrong tokens are counted by address, and a right one is accepted all the same', async () => {
    const { token } = await create(owner)
    for (let n = 0; n < 3; n++) expect(await statusOf('koe_wrong')).toMatchObject(invalid)
    for (let n = 1; n < perAddress.max; n++) expect(await statusOf(`koe_wrong${n}`)).toMatchObject(invalid)
    expect(await statusOf('koe_more')).toMatchObject({ status: 429, code: 'tooManyRequests' })
    expect(await statusOf('koe_more', { remoteAddress: '198.51.100.9' })).toMatchObject(invalid)
    expect(await statusOf(token)).toMatchObject({ status: 200 })
    await w.deps.audit.recorded()
    const failed = await admin.call(api.listAudit, { query: { act: 'signInFailed' } })
    // A repeated wrong token is recorded once.
    expect(failed.total).toBe(perAddress.max + 1)
    expect(failed.items[0]).toMatchObject({ username: null, address: '198.51.100.9', detail: 'API token' })
  })

  test('the audit log has creation, the first use from each address, revocation, and acts by the token', async () => {
    const { token, id } = await create(admin, 'admin')
    for (const remoteAddress of ['192.0.2.7', '192.0.2.7', '198.51.100.9', '192.0.2.7'])
      await statusOf(token, { remoteAddress })
    await expect.poll(async () => (await entries()).length).toBe(3)
    await statusOf(token, { remoteAddress: '127.0.0.1' })
    await w.bearing(token)(api.createAnnouncement, { body: { title: 'rain', content: '' } })
    await admin.call(api.revokeApiToken, { params: { id } })
    const found = await entries()
    expect(found).toHaveLength(6)
    expect(found).toEqual(
      expect.arrayContaining([
        ['apiTokenChanged', 'warden', '127.0.0.1', 'created “script” (admin)'],
        ['apiTokenUsed', 'warden', '192.0.2.7', 'script'],
        ['apiTokenUsed', 'warden', '198.51.100.9', 'script'],
        ['apiTokenUsed', 'warden', '127.0.0.1', 'script'],
        ['administered', 'warden', '127.0.0.1', 'POST /announcements title content (API token “script”)'],
        ['apiTokenChanged', 'warden', '127.0.0.1', 'revoked “script”'],
      ]),
    )
    expect(JSON.stringify(found)).not.toContain(token)
  })

  test('the exported data of an account have no tokens', async () => {
    const { token } = await create(owner)
    const { body } = await w.app.inject({
      url: '/api/v3/account/data',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(JSON.parse(body).kind).toBe('koedana.own-data')
    const [row] = await w.deps.db.selectFrom('api_token').select('token_hash').execute()
    expect(body).not.toContain(row?.token_hash)
    expect(body).not.toContain('"script"')
  })
})
