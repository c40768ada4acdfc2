import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { perAccount } from '../auth/limiter.rules.ts'

const password = 'lantern moss 7'
const newPassword = 'paper boat 12'

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
  })
  afterEach(() => w.close())

  const login = (username: string, typed: string) =>
    w.call(api.login, { body: { username, password: typed } })

  test('a new password ends all sessions, this one too, and the old password is none', async () => {
    const here = await w.signIn({ username: 'haruka', password })
    const there = await login('haruka', password)
    await here.call(api.changePassword, { body: { currentPassword: password, newPassword } })
    await expect(here.call(api.getMe, {})).rejects.toMatchObject({ status: 401 })
    await expect(w.bearing(there.token)(api.getMe, {})).rejects.toMatchObject({ status: 401 })
    await expect(login('haruka', password)).rejects.toMatchObject({ status: 422 })
    await expect(login('haruka', newPassword)).resolves.toBeDefined()
  })

  test('a wrong current password is refused and counted; a common new one is reported with its field', async () => {
    const { call } = await w.signIn({ username: 'haruka', password })
    const change = (currentPassword: string, wanted = newPassword) =>
      call(api.changePassword, { body: { currentPassword, newPassword: wanted } })
    await expect(change(password, 'password1')).rejects.toMatchObject({
      status: 422,
      body: { code: 'refused', fields: { 'body.newPassword': 'passwordCommon' } },
    })
    for (let n = 0; n < perAccount.max; n++) {
      await expect(change(`wrong ${n}`)).rejects.toMatchObject({
        status: 422,
        body: { code: 'wrongPassword' },
      })
    }
    await expect(change(password)).rejects.toMatchObject({ status: 429 })
    // A stolen session cannot lock the owner out.
    await expect(login('haruka', password)).resolves.toBeDefined()
    await expect(call(api.getMe, {})).resolves.toBeDefined()
  })

  test('one changes the own name and nothing else of oneself', async () => {
    const { user, token, call } = await w.signIn({ username: 'haruka' })
    const send = (payload: object) =>
      w.app.inject({
        method: 'PATCH',
        url: '/api/v3/account',
        payload,
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await send({ username: 'Haruka', role: 3, id: 'mine' })).statusCode).toBe(400)
    const response = await send({ username: 'Haruka' })
    expect(response.json()).toEqual({ ...user, username: 'Haruka', updatedAt: response.json().updatedAt })
    await expect(call(api.getAccount, {})).resolves.toEqual(response.json())
    await w.signIn({ username: 'midori' })
    await expect(call(api.updateAccount, { body: { username: 'ＭIDORI' } })).rejects.toMatchObject({
      status: 409,
      body: { code: 'usernameTaken' },
    })
  })

  test('of two who want one name at once, one has it', async () => {
    const people = await Promise.all([w.signIn(), w.signIn(), w.signIn()])
    const responses = await Promise.allSettled(
      people.map(({ call }) => call(api.updateAccount, { body: { username: 'haruka' } })),
    )
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('sessions are listed with their device and ended one by one or all others at once', async () => {
    await w.signIn({ username: 'haruka', password })
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const opened = await w.app.inject({
      method: 'POST',
      url: '/api/v3/auth/login',
      payload: { username: 'haruka', password },
      headers: { 'user-agent': agent },
    })
    const here = w.bearing(opened.json().token)
    const third = await login('haruka', password)
    const { items } = await here(api.listSessions, {})
    expect(items).toHaveLength(3)
    expect(items.find(({ isCurrent }) => isCurrent)).toMatchObject({
      device: 'Firefox on Linux',
      address: '127.0.0.1',
    })
    const { items: ofThird } = await w.bearing(third.token)(api.listSessions, {})
    const id = ofThird.find(({ isCurrent }) => isCurrent)?.id ?? ''
    await here(api.endSession, { params: { id } })
    await expect(w.bearing(third.token)(api.getMe, {})).rejects.toMatchObject({ status: 401 })
    await here(api.endOtherSessions, {})
    expect((await here(api.listSessions, {})).items).toHaveLength(1)
    const other = await w.signIn()
    const { items: others } = await other.call(api.listSessions, {})
    const theirs = here(api.endSession, { params: { id: others[0]?.id ?? '' } })
    await expect(theirs).rejects.toMatchObject({ status: 404 })
    await expect(other.call(api.getMe, {})).resolves.toBeDefined()
  })
})
