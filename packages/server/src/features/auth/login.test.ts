// @module-tag large
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultCost } from '../../lib/password.ts'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { perAccount, perAddress } from './limiter.rules.ts'
import { maxSessions } from './sessions.ts'
import { signIn } from './sign-in.ts'

const password = 'lantern moss 7'

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
  })
  afterEach(() => w.close())

  const login = (username: string, typed = password) =>
    w.call(api.login, { body: { username, password: typed } })

  test('a name, however it is written, and its password open a session, and the login is noted', async () => {
    await w.signIn({ username: 'Haruka', password })
    const { user, token, exp } = await login('ｈaruka')
    expect(user).toMatchObject({ username: 'Haruka', role: 1, lastLoginIp: '127.0.0.1' })
    const me = await w.bearing(token)(api.getMe, {})
    expect(me).toEqual({ user, exp })
    expect(exp).toBeGreaterThan(Date.now() / 1000)
  })

  test('an unknown name, a wrong password and a guest get the same response', async () => {
    await w.signIn({ username: 'haruka', password })
    const { user: guest } = await w.call(api.loginAsGuest, {})
    const responses = await Promise.all(
      [login('nobody'), login('haruka', 'wrong'), login(guest.username), login('ab\0c')].map((response) =>
        response.catch(({ status, body }) => ({ status, body })),
      ),
    )
    expect(responses[0]).toMatchObject({ status: 422, body: { code: 'wrongCredentials' } })
    for (const response of responses) expect(response).toEqual(responses[0])
  })

  test('only somebody who knows its password learns that an account is disabled', async () => {
    const { user } = await w.signIn({ username: 'haruka', password })
    await w.deps.write.updateTable('user').set({ status: 'disabled' }).where('id', '=', user.id).execute()
    await expect(login('haruka')).rejects.toMatchObject({ status: 403, body: { code: 'accountDisabled' } })
    await expect(login('haruka', 'wrong')).rejects.toMatchObject({ body: { code: 'wrongCredentials' } })
  })

  test('after so many wrong passwords the right one is refused too, for a while that is stated', async () => {
    await w.signIn({ username: 'haruka', password })
    for (let n = 0; n < perAccount.max; n++) await login('haruka', `wrong ${n}`).catch(() => {})
    await expect(login('HARUKA')).rejects.toMatchObject({ status: 429, body: { code: 'tooManyRequests' } })
    const payload = { username: 'haruka', password }
    const response = await w.app.inject({ method: 'POST', url: '/api/v3/auth/login', payload })
    expect(response.statusCode).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(800)
    await w.signIn({ username: 'midori', password })
    await expect(login('midori')).resolves.toBeDefined()
  })

  test('an administrator who signed in here is not locked out by others here, with a cookie or without', async () => {
    await w.signIn({ username: 'haruka', password, role: roleOf.admin })
    const send = (username: string, typed: string, cookie?: string) =>
      w.app.inject({
        method: 'POST',
        url: '/api/v3/auth/login',
        payload: { username, password: typed },
        remoteAddress: '192.0.2.9',
        ...(cookie !== undefined && { headers: { cookie } }),
      })
    const first = await send('haruka', password)
    const cookie = String(first.headers['set-cookie']).split(';')[0]
    expect(String(first.headers['set-cookie'])).toMatch(
      /^koedana\.device=[\w.-]+; Path=\/api\/v3\/auth\/login; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    )
    for (let n = 0; n < perAddress.max; n++) await send(`stranger${n}`, 'wrong')
    expect((await send('midori', password)).statusCode).toBe(429)
    expect((await send('haruka', password)).statusCode).toBe(200)
    // Someone at the same address guesses the password of this account; the known browser is not affected.
    for (let n = 0; n <= perAccount.max; n++) await send('haruka', `wrong ${n}`)
    expect((await send('haruka', password)).statusCode).toBe(429)
    expect((await send('haruka', password, cookie)).statusCode).toBe(200)
    for (const other of ['koedana.device=x', `${cookie}x`, cookie?.replace('=', '=x')])
      expect((await send('haruka', password, other)).statusCode).toBe(429)
    // The browser is known only for this account, and its own attempts are limited too.
    expect((await send('midori', password, cookie)).statusCode).toBe(429)
    for (let n = 0; n <= perAccount.max; n++) await send('haruka', `guess ${n}`, cookie)
    expect((await send('haruka', password, cookie)).statusCode).toBe(429)
  })

  test('a browser is known to each account that signed in with it', async () => {
    for (const username of ['haruka', 'midori']) await w.signIn({ username, password })
    const send = (username: string, typed: string, cookie = '') =>
      w.app.inject({
        method: 'POST',
        url: '/api/v3/auth/login',
        payload: { username, password: typed },
        headers: { cookie },
      })
    let cookie = ''
    for (const username of ['haruka', 'midori', 'haruka'])
      cookie = String((await send(username, password, cookie)).headers['set-cookie']).split(';')[0] ?? ''
    for (const username of ['haruka', 'midori']) {
      for (let n = 0; n <= perAccount.max; n++) await send(username, `wrong ${n}`)
      expect((await send(username, password)).statusCode).toBe(429)
      expect((await send(username, password, cookie)).statusCode).toBe(200)
    }
  })

  test('an account has so many sessions: one more ends the one that was idle the longest', async () => {
    const [first, other] = [await w.signIn({ username: 'haruka' }), await w.signIn()]
    const user = await w.deps.db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', first.user.id)
      .executeTakeFirstOrThrow()
    const caller = { address: '192.0.2.7', userAgent: 'script' }
    const tokens: string[] = []
    for (let n = 1; n < maxSessions; n++) tokens.push((await w.deps.sessions.open(user, caller)).token)
    await expect(first.call(api.getMe, {})).resolves.toBeDefined()
    const last = await w.deps.sessions.open(user, caller)
    await expect(first.call(api.getMe, {})).rejects.toMatchObject({ status: 401 })
    for (const token of [tokens[0] ?? '', last.token]) {
      await expect(w.bearing(token)(api.getMe, {})).resolves.toBeDefined()
    }
    await expect(other.call(api.getMe, {})).resolves.toBeDefined()
    const { items } = await w.bearing(last.token)(api.listSessions, {})
    expect(items).toHaveLength(maxSessions)
  })

  test('of very many logins at once some are asked to come back, and none of these is counted', async () => {
    await w.close()
    w = await startTestServer(engine, { passwordCost: defaultCost })
    const login = (n: number, username = `nobody${n}`) =>
      w.app.inject({
        method: 'POST',
        url: '/api/v3/auth/login',
        payload: { username, password },
        remoteAddress: `198.51.${n % 2}.${n % 250}`,
      })
    const responses = await Promise.all(Array.from({ length: 150 }, (_, n) => login(n)))
    const busy = responses.filter(({ statusCode }) => statusCode === 429)
    const wrong = responses.filter(({ statusCode }) => statusCode === 422)
    expect(busy.length + wrong.length).toBe(150)
    expect(wrong.length).toBeGreaterThan(0)
    expect(busy.length).toBeGreaterThan(0)
    for (const { headers } of busy) expect(headers['retry-after']).toBe('1')
    const counted = w.deps.db
      .selectFrom('attempt')
      .select('bucket')
      .where('bucket', 'like', 'password account %')
    const rows = await counted.where('count', '>', 0).execute()
    expect(rows).toHaveLength(wrong.length)
  })

  test('tries that were given up before their password was looked at are none', async () => {
    await w.signIn({ username: 'haruka', password })
    const givenUp = { address: '127.0.0.1', userAgent: '', isGone: () => true }
    for (let n = 0; n <= perAccount.max; n++) {
      const tried = signIn(w.deps, { username: 'haruka', password: `wrong ${n}` }, givenUp)
      await expect(tried).rejects.toMatchObject({ code: 'tooManyRequests', retryAfterSeconds: 1 })
    }
    await expect(login('haruka')).resolves.toBeDefined()
    // A checked password counts even if the client has disconnected.
    for (let n = 0; n < perAccount.max; n++) {
      const looks = [false, true]
      const leaves = { ...givenUp, isGone: () => looks.shift() ?? true }
      const tried = signIn(w.deps, { username: 'haruka', password: `wrong ${n}` }, leaves)
      await expect(tried).rejects.toMatchObject({ code: 'wrongCredentials' })
    }
    await expect(login('haruka')).rejects.toMatchObject({ status: 429 })
  })

  test('logging out ends this session and no other', async () => {
    const first = await w.signIn({ username: 'haruka', password })
    const second = await login('haruka')
    await first.call(api.logout, {})
    await expect(first.call(api.getMe, {})).rejects.toMatchObject({ status: 401 })
    await expect(w.bearing(second.token)(api.getMe, {})).resolves.toBeDefined()
  })

  test('an account that is disabled while its password is checked gets no session', async () => {
    const { user } = await w.signIn({ username: 'haruka', password })
    const row = await w.deps.db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    await w.deps.write.updateTable('user').set({ status: 'disabled' }).execute()
    const opening = w.deps.sessions.open(row, { address: '127.0.0.1', userAgent: '' })
    await expect(opening).rejects.toMatchObject({ code: 'conflict' })
  })
})
