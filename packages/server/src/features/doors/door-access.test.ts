import { createHash } from 'node:crypto'
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compatibilityApisOf } from '../../compatibility-apis.ts'
import { eachEngine } from '../../testing/engines.ts'
import { isDoorPath, type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { createDoorAccess, type DoorAccess, type DoorCredential, type LoginPolicy } from './door-access.ts'

const password = 'lantern moss 7'
const caller = { address: '192.0.2.7', userAgent: 'Player/1' }
/** An API that does not accept the account password. */
const strict = { name: 'kikoeru', takesAccountPassword: false } as const

const salted = (secret: string, salt: string): DoorCredential => ({
  kind: 'salted',
  username: 'Listener',
  hash: createHash('md5')
    .update(secret + salt)
    .digest('hex'),
  salt,
})

eachEngine((engine) => {
  let w: World
  let access: DoorAccess
  let owner: SignedInPerson
  let secret: string
  let id: string
  beforeEach(async () => {
    w = await startTestServer(engine)
    access = createDoorAccess(w.deps)
    owner = await w.signIn({ username: 'listener', password })
    const made = await owner.call(api.createAppPassword, { body: { name: 'phone', scopes: ['kikoeru'] } })
    secret = made.password
    id = made.id
  })
  afterEach(() => w.close())

  test('every address of a door is known to worlds without doors', () => {
    const addresses = compatibilityApisOf(w.deps).flatMap(({ base, routes }) =>
      routes.map(({ path }) => base + path),
    )
    expect(addresses.filter((address) => !isDoorPath(address))).toEqual([])
    expect(isDoorPath('/api/v3/works')).toBe(false)
  })

  test('a name with an app password, a salted hash of it and the secret alone are the same person', async () => {
    for (const credential of [
      { kind: 'password', username: 'LISTENER', password: secret },
      salted(secret, 'a'),
      { kind: 'secret', secret },
    ] as const) {
      const person = await access.admit(strict, credential, caller)
      expect(person).toMatchObject({
        user: { username: 'listener' },
        door: { name: 'kikoeru', showsCatalogue: false },
      })
    }
  })

  test('what is wrong is refused alike, and counted', async () => {
    const wrong: readonly DoorCredential[] = [
      { kind: 'password', username: 'listener', password },
      { kind: 'password', username: 'nobody', password: secret },
      salted(password, 'a'),
      { kind: 'secret', secret: password },
    ]
    for (const credential of wrong) {
      await expect(access.signIn(strict, credential, caller)).rejects.toMatchObject({
        code: 'wrongCredentials',
      })
    }
    const codes: string[] = []
    const guess = () =>
      access
        .signIn(strict, { kind: 'secret', secret: `guess ${codes.length}` }, caller)
        .catch(({ code }) => code)
    while (codes.length < 100 && !codes.includes('tooManyRequests')) codes.push(await guess())
    expect(codes).toContain('tooManyRequests')
  })

  const lax = { name: 'kikoeru', takesAccountPassword: true } as const
  const byPassword = (typed: string): DoorCredential => ({
    kind: 'password',
    username: 'listener',
    password: typed,
  })
  const codeOf = (door: LoginPolicy, credential: DoorCredential) =>
    access.signIn(door, credential, caller).then(
      () => 'right',
      ({ code }) => code,
    )
  const webLogin = () =>
    w.app.inject({
      method: 'POST',
      url: '/api/v3/auth/login',
      payload: { username: 'listener', password },
      remoteAddress: caller.address,
    })

  test('an app that repeats one wrong secret locks nobody out, and is logged once', async () => {
    const wrong = byPassword('5x obscured')
    for (let n = 0; n < 40; n++) expect(await codeOf(lax, wrong)).toBe('wrongCredentials')
    expect((await webLogin()).statusCode).toBe(200)
    expect(await codeOf(lax, byPassword(secret))).toBe('right')
    const failed = await w.deps.db
      .selectFrom('audit')
      .select('act')
      .where('act', '=', 'signInFailed')
      .execute()
    expect(failed).toHaveLength(1)
  })

  test('revoked app passwords that go on do not lock their owner out, however an app sends them', async () => {
    const revoked = [secret]
    for (let n = 0; n < 14; n++) {
      const made = await owner.call(api.createAppPassword, { body: { name: 'app', scopes: ['kikoeru'] } })
      revoked.push(made.password)
    }
    await owner.call(api.changePassword, {
      body: { currentPassword: password, newPassword: 'moss lantern 8' },
    })
    for (let round = 0; round < 8; round++)
      for (const one of revoked) {
        for (const door of [strict, lax])
          expect(await codeOf(door, byPassword(one))).toMatch(/^(wrongCredentials|tooManyRequests)$/)
        expect(await codeOf(strict, salted(one, `${round}`))).toMatch(/^(wrongCredentials|tooManyRequests)$/)
        await codeOf(strict, { kind: 'secret', secret: one })
      }
    expect(await codeOf(strict, salted(secret, 'last'))).toBe('tooManyRequests')
    const made = await w.call(api.login, { body: { username: 'listener', password: 'moss lantern 8' } })
    expect(await codeOf(lax, byPassword('moss lantern 8'))).toBe('right')
    const fresh = await w.bearing(made.token)(api.createAppPassword, {
      body: { name: 'phone', scopes: ['kikoeru'] },
    })
    expect(await codeOf(strict, salted(fresh.password, 'x'))).toBe('right')
  })

  test('guesses at the password of an account are stopped at a door, with those of the web', async () => {
    const codes: string[] = []
    for (let n = 0; n < 12; n++) codes.push(await codeOf(lax, byPassword(`guess ${n}`)))
    expect(codes.filter((code) => code === 'wrongCredentials')).toHaveLength(10)
    expect(await codeOf(lax, byPassword(password))).toBe('tooManyRequests')
    expect((await webLogin()).statusCode).toBe(429)
    // A correct app password is not a guess, so it is accepted.
    expect(await codeOf(lax, byPassword(secret))).toBe('right')
  })

  test('one who brings the credential with each request has one session, until it is revoked', async () => {
    const count = async () =>
      (await w.deps.db.selectFrom('session').select('id').where('door', '=', 'kikoeru').execute()).length
    for (const salt of ['a', 'b', 'c']) await access.admit(strict, salted(secret, salt), caller)
    expect(await count()).toBe(1)
    await expect(access.admit(strict, salted('guess', 'd'), caller)).rejects.toMatchObject({
      code: 'wrongCredentials',
    })
    await owner.call(api.revokeAppPassword, { params: { id } })
    expect(await count()).toBe(0)
    await expect(access.admit(strict, salted(secret, 'e'), caller)).rejects.toMatchObject({
      code: 'wrongCredentials',
    })
  })

  test('a disabled account is let in by no app password', async () => {
    await w.deps.write
      .updateTable('user')
      .set({ status: 'disabled' })
      .where('id', '=', owner.user.id)
      .execute()
    await expect(access.admit(strict, { kind: 'secret', secret }, caller)).rejects.toMatchObject({
      code: 'accountDisabled',
    })
  })

  test('nobody has more than fifty, and what nobody requested is refused', async () => {
    const make = (scopes: readonly unknown[]) =>
      w.app.inject({
        method: 'POST',
        url: '/api/v3/account/app-passwords',
        headers: { authorization: `Bearer ${owner.token}` },
        payload: { name: 'phone', scopes },
      })
    expect((await make([])).statusCode).toBe(400)
    expect((await make(['everything'])).statusCode).toBe(400)
    for (let made = 1; made < 50; made++) expect((await make(['kikoeru', 'feed'])).statusCode).toBe(201)
    expect((await make(['kikoeru'])).json()).toMatchObject({ code: 'appPasswordsFull' })
  })
})
