// @module-tag large
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { createClock } from '../../testing/two-nodes.ts'
import { perAddress } from '../auth/limiter.rules.ts'
import { ceremonyMs } from './ceremony.ts'
import { type Authenticator, createAuthenticator, type ForgedValues } from './testing/authenticator.ts'
import { add, rejectionOf, signInBy } from './testing/ceremonies.ts'

const password = 'lantern moss 7'
const refused = { status: 422, body: expect.objectContaining({ code: 'passkeyRefused' }) }

eachEngine((engine) => {
  const clock = createClock()
  let w: World
  let haruka: SignedInPerson
  let phone: Authenticator
  beforeEach(async () => {
    w = await startTestServer(engine, { now: clock.now })
    haruka = await w.signIn({ username: 'haruka', password })
    phone = createAuthenticator()
    await add(haruka.call, phone)
  })
  afterEach(() => w.close())

  const auditOf = async () =>
    (await w.deps.db.selectFrom('audit').selectAll().orderBy('key', 'desc').execute()).map(
      ({ act, username, detail }) => [act, username, detail],
    )

  test('a passkey opens a session of its account, again and again', async () => {
    for (const _ of [1, 2]) {
      const { user, token } = await signInBy(w.call, phone)
      expect(user).toMatchObject({ username: 'haruka' })
      expect((await w.bearing(token)(api.getMe, {})).user).toEqual(user)
    }
    const { items } = await haruka.call(api.listPasskeys, {})
    expect(items[0]?.lastUsedAt).toBe(clock.now().toISOString())
    await w.deps.audit.recorded()
    expect((await auditOf())[0]).toEqual(['signedIn', 'haruka', 'passkey'])
  })

  test('it names no credential beforehand, and asks for whoever holds one', async () => {
    expect(await w.call(api.beginPasskeySignIn, {})).toEqual({
      ceremony: expect.any(String),
      options: {
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        rpId: 'localhost',
        timeout: ceremonyMs,
        userVerification: 'required',
      },
    })
  })

  const lies: readonly (readonly [string, ForgedValues])[] = [
    ['another origin', { origin: 'http://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'of-another' }],
    ['nobody verified', { isVerified: false }],
    ['a counter that went back', { counter: 1 }],
    ['an unknown credential', { credentialId: 'dW5rbm93bg' }],
    ['somebody else’s account', { userHandle: 'c29tZWJvZHk' }],
  ]

  test('whatever is wrong with a passkey gets the same response', async () => {
    await signInBy(w.call, phone)
    for (const [name, lie] of lies)
      expect(await rejectionOf(signInBy(w.call, phone, lie)), name).toEqual(refused)
    const stranger = createAuthenticator()
    const midori = await w.signIn({ username: 'midori' })
    await add(midori.call, stranger)
    const impostor = { credentialId: phone.credentialId() }
    expect(await rejectionOf(signInBy(w.call, stranger, impostor))).toEqual(refused)
    await w.deps.audit.recorded()
    const [last] = await auditOf()
    expect(last).toEqual(['signInFailed', 'haruka', 'passkey'])
    await expect(signInBy(w.call, phone)).resolves.toBeDefined()
  })

  test('a challenge counts once, also of many at once', async () => {
    const { ceremony, options } = await w.call(api.beginPasskeySignIn, {})
    const body = { ceremony, credential: phone.get(options) }
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => rejectionOf(w.call(api.signInByPasskey, { body }))),
    )
    expect(responses.filter((response) => response === 'nothing was refused')).toHaveLength(1)
    const again = await rejectionOf(w.call(api.signInByPasskey, { body }))
    expect(again).toMatchObject({ status: 422, body: { code: 'signInExpired' } })
  })

  test('a challenge with a wrong response is used up', async () => {
    const { ceremony, options } = await w.call(api.beginPasskeySignIn, {})
    const wrong = phone.get(options, { isVerified: false })
    expect(await rejectionOf(w.call(api.signInByPasskey, { body: { ceremony, credential: wrong } }))).toEqual(
      refused,
    )
    const body = { ceremony, credential: phone.get(options) }
    expect(await rejectionOf(w.call(api.signInByPasskey, { body }))).toMatchObject({
      body: { code: 'signInExpired' },
    })
  })

  test('a challenge ends after five minutes, and what was used is forgotten then', async () => {
    const { ceremony, options } = await w.call(api.beginPasskeySignIn, {})
    await signInBy(w.call, phone)
    clock.move(ceremonyMs)
    const body = { ceremony, credential: phone.get(options) }
    expect(await rejectionOf(w.call(api.signInByPasskey, { body }))).toMatchObject({
      body: { code: 'signInExpired' },
    })
    await signInBy(w.call, phone)
    expect(await w.deps.db.selectFrom('passkey_challenge').selectAll().execute()).toHaveLength(1)
  })

  test('a ceremony of another kind, of another server or of nobody is none', async () => {
    const { options } = await w.call(api.beginPasskeySignIn, {})
    const added = await haruka.call(api.beginPasskey, { body: {} })
    const cookie = w.deps.vault.seal('{"challenge":"x","sessionId":null,"endsAt":9e15}', 'signInCookie')
    const plain = Buffer.from('{"challenge":"x","sessionId":null,"endsAt":9e15}').toString('base64url')
    const { ceremony: cut } = await w.call(api.beginPasskeySignIn, {})
    for (const ceremony of [added.ceremony, cookie, plain, cut.slice(0, -3), '']) {
      const body = { ceremony, credential: phone.get({ ...options, challenge: added.options.challenge }) }
      expect(await rejectionOf(w.call(api.signInByPasskey, { body }))).toMatchObject({
        body: { code: 'signInExpired' },
      })
    }
  })

  test('a disabled account is said to be so to its owner alone, and a removed one has no passkey', async () => {
    const admin = await w.signIn({ role: roleOf.admin })
    const params = { id: haruka.user.id }
    await admin.call(api.updateUser, { params, body: { status: 'disabled' } })
    const userHandle = Buffer.from(haruka.user.id).toString('base64url')
    const forged = { credentialId: phone.credentialId(), userHandle }
    expect(await rejectionOf(signInBy(w.call, createAuthenticator(), forged))).toEqual(refused)
    await expect(signInBy(w.call, phone)).rejects.toMatchObject({
      status: 403,
      body: { code: 'accountDisabled' },
    })
    await admin.call(api.deleteUser, { params })
    expect(await rejectionOf(signInBy(w.call, phone))).toEqual(refused)
    expect(await w.deps.db.selectFrom('passkey').selectAll().execute()).toEqual([])
  })

  test('where members sign in by the provider alone, passkeys are good for administrators', async () => {
    const admin = await w.signIn({ role: roleOf.admin })
    const key = createAuthenticator()
    await add(admin.call, key)
    const oidc = { enabled: true, issuer: 'https://id.example', clientId: 'koedana', isOnly: true }
    await admin.call(api.updateOidcSettings, { body: oidc })
    await expect(signInBy(w.call, phone)).rejects.toMatchObject({ body: { code: 'passwordSignInOff' } })
    await expect(signInBy(w.call, key)).resolves.toBeDefined()
  })

  test('wrong attempts are counted by address; late ones do not count, and a right one is always accepted', async () => {
    const late = await w.call(api.beginPasskeySignIn, {})
    clock.move(ceremonyMs)
    const body = { ceremony: late.ceremony, credential: phone.get(late.options) }
    for (let n = 0; n < 5; n++) {
      await rejectionOf(w.call(api.signInByPasskey, { body }))
      await signInBy(w.call, phone)
    }
    const unknown = { credentialId: 'dW5rbm93bg' }
    for (let n = 0; n < perAddress.max; n++)
      expect(await rejectionOf(signInBy(w.call, phone, unknown))).toEqual(refused)
    expect(await rejectionOf(signInBy(w.call, phone, unknown))).toMatchObject({
      status: 429,
      body: { code: 'tooManyRequests' },
    })
    expect(await rejectionOf(signInBy(w.call, phone))).toBe('nothing was refused')
  })

  test('a new password removes all passkeys, whoever gives it', async () => {
    const admin = await w.signIn({ role: roleOf.admin })
    await admin.call(api.updateUser, {
      params: { id: haruka.user.id },
      body: { password: 'paper boat 12' },
    })
    expect(await rejectionOf(signInBy(w.call, phone))).toEqual(refused)
    const again = await w.call(api.login, { body: { username: 'haruka', password: 'paper boat 12' } })
    await add(w.bearing(again.token), phone)
    const { token } = await signInBy(w.call, phone)
    await w.bearing(token)(api.changePassword, {
      body: { currentPassword: 'paper boat 12', newPassword: password },
    })
    expect(await rejectionOf(signInBy(w.call, phone))).toEqual(refused)
  })

  test('a passkey that is removed while it signs in opens nothing', async () => {
    const { items } = await haruka.call(api.listPasskeys, {})
    const passkeyId = items[0]?.id ?? ''
    const user = await w.deps.db.selectFrom('user').selectAll().executeTakeFirstOrThrow()
    await haruka.call(api.removePasskey, { params: { id: passkeyId } })
    const opening = w.deps.sessions.open(user, { address: '127.0.0.1', userAgent: '' }, { passkeyId })
    await expect(opening).rejects.toMatchObject({ code: 'conflict' })
  })

  const post = (payload: object | string, path = '/auth/passkey') =>
    w.app.inject({
      method: 'POST',
      url: `/api/v3${path}`,
      headers: { 'content-type': 'application/json' },
      payload,
    })

  test('hostile bodies are refused by name', async () => {
    const { ceremony, options } = await w.call(api.beginPasskeySignIn, {})
    const credential = phone.get(options)
    const wrong: readonly (readonly [object, number, string])[] = [
      [{}, 400, 'body.ceremony'],
      [{ ceremony, credential: 'AA' }, 400, 'body.credential'],
      [{ ceremony, credential: [] }, 400, 'body.credential'],
      [{ ceremony, credential: { ...credential, id: 'a b' } }, 400, 'body.credential.id'],
      [{ ceremony, credential: { ...credential, id: 'A'.repeat(2_000) } }, 400, 'body.credential.id'],
      [{ ceremony, credential: { ...credential, signature: 7 } }, 400, 'body.credential.signature'],
      [{ ceremony, credential: { ...credential, signature: '' } }, 400, 'body.credential.signature'],
      [{ ceremony, credential: { ...credential, type: 'x' } }, 400, 'body.credential.type'],
      [{ ceremony: `${ceremony}\0`, credential }, 400, 'body.ceremony'],
    ]
    for (const [payload, status, field] of wrong) {
      const response = await post(payload)
      expect(response.statusCode, field).toBe(status)
      expect(Object.keys(response.json().fields)).toContain(field)
    }
    const huge = await post({
      ceremony,
      credential: { ...credential, clientDataJSON: 'A'.repeat(1024 * 1024) },
    })
    expect(huge.statusCode).toBe(413)
    expect((await post(`{"ceremony":${'['.repeat(5_000)}`)).statusCode).toBe(400)
    const nested = Buffer.from(`${'['.repeat(1_000)}${']'.repeat(1_000)}`).toString('base64url')
    const odd = ['e30', 'bnVsbA', 'AA', '_w', nested]
    for (const clientDataJSON of odd) {
      const begun = await w.call(api.beginPasskeySignIn, {})
      const payload = {
        ceremony: begun.ceremony,
        credential: { ...phone.get(begun.options), clientDataJSON },
      }
      expect((await post(payload)).json().code).toBe('passkeyRefused')
    }
    await expect(
      w.call(api.signInByPasskey, { body: { ceremony, credential: phone.get(options) } }),
    ).resolves.toBeDefined()
  })

  test('a passkey is good at the site that it was made for alone', async () => {
    const at = (path: string, payload?: object) =>
      w.app.inject({
        method: 'POST',
        url: `/api/v3/auth/passkey${path}`,
        headers: { host: 'shelf.lan' },
        ...(payload && { payload }),
      })
    const { ceremony, options } = (await at('/begin')).json()
    expect(options.rpId).toBe('shelf.lan')
    const credential = phone.get(options, { origin: 'http://shelf.lan' })
    expect((await at('', { ceremony, credential })).json().code).toBe('passkeyRefused')
  })

  test.each(['[', 'a b', '%', 'shelf.lan:port'])('a host that is none (%s) is refused', async (host) => {
    const url = '/api/v3/auth/passkey/begin'
    const response = await w.app.inject({ method: 'POST', url, headers: { host } })
    expect(response.json().code).toBe('unknownHost')
  })
})
