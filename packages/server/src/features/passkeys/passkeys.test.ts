// @module-tag large
import { api } from '@koedana/contract/api.ts'
import { maxPasskeys } from '@koedana/contract/passkeys.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { resetPassword } from '../../commands/user.ts'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { createClock } from '../../testing/two-nodes.ts'
import { perAccount } from '../auth/limiter.rules.ts'
import { ceremonyMs } from './ceremony.ts'
import { createAuthenticator, type ForgedValues } from './testing/authenticator.ts'
import { add, rejectionOf, signInBy } from './testing/ceremonies.ts'

const password = 'lantern moss 7'
const notMade = { status: 422, body: expect.objectContaining({ code: 'passkeyNotMade' }) }
const notFresh = 11 * 60_000

eachEngine((engine) => {
  const clock = createClock()
  let w: World
  let haruka: SignedInPerson
  beforeEach(async () => {
    w = await startTestServer(engine, { now: clock.now })
    haruka = await w.signIn({ username: 'haruka', password })
  })
  afterEach(() => w.close())

  test('passkeys are added, listed, renamed and removed, which is written down', async () => {
    const phone = createAuthenticator()
    const made = await add(haruka.call, phone)
    expect(made).toEqual({
      id: expect.any(String),
      name: 'phone',
      rpId: 'localhost',
      createdAt: clock.now().toISOString(),
      lastUsedAt: null,
    })
    const list = await haruka.call(api.listPasskeys, {})
    expect(list).toEqual({ items: [made], origin: 'http://localhost' })
    const params = { id: made.id }
    const renamed = await haruka.call(api.renamePasskey, { params, body: { name: ' desk ' } })
    expect(renamed).toEqual({ ...made, name: 'desk' })
    const { token } = await signInBy(w.call, phone)
    await haruka.call(api.removePasskey, { params })
    expect((await haruka.call(api.listPasskeys, {})).items).toEqual([])
    // Sessions opened with the passkey have ended; this session has not.
    await expect(w.bearing(token)(api.getMe, {})).rejects.toMatchObject({ status: 401 })
    await w.deps.audit.recorded()
    const audit = await w.deps.db.selectFrom('audit').selectAll().orderBy('key').execute()
    expect(audit.map(({ act, username, detail }) => [act, username, detail])).toEqual([
      ['passkeyChanged', 'haruka', `added ${made.id}`],
      ['signedIn', 'haruka', 'passkey'],
      ['passkeyChanged', 'haruka', `removed ${made.id}`],
    ])
  })

  test('a session that came by a passkey stays where that is removed by itself', async () => {
    const phone = createAuthenticator()
    const { id } = await add(haruka.call, phone)
    const call = w.bearing((await signInBy(w.call, phone)).token)
    await call(api.removePasskey, { params: { id } })
    await expect(call(api.getMe, {})).resolves.toBeDefined()
  })

  test('a browser is requested to make a credential that it can find by itself, of somebody verified, and not for one twice', async () => {
    const phone = createAuthenticator()
    await add(haruka.call, phone)
    const { options } = await haruka.call(api.beginPasskey, { body: {} })
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: ceremonyMs,
      rp: { id: 'localhost', name: 'Koedana' },
      user: {
        id: Buffer.from(haruka.user.id).toString('base64url'),
        name: 'haruka',
        displayName: 'haruka',
      },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: [
        { type: 'public-key', id: phone.credentialId(), transports: ['internal', 'hybrid'] },
      ],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    })
  })

  test('after ten minutes the password is required, and guessed no faster than at the login', async () => {
    clock.move(notFresh)
    expect((await haruka.call(api.getProof, {})).needs).toBe('password')
    const begin = (typed?: string) =>
      rejectionOf(haruka.call(api.beginPasskey, { body: typed === undefined ? {} : { password: typed } }))
    expect(await begin()).toMatchObject({
      status: 400,
      body: { fields: { 'body.password': 'passwordRequired' } },
    })
    expect(await begin('wrong')).toMatchObject({ status: 422, body: { code: 'wrongPassword' } })
    expect(await begin(password)).toBe('nothing was refused')
    for (let n = 0; n < perAccount.max; n++) await begin(`wrong ${n}`)
    expect(await begin(password)).toMatchObject({ status: 429 })
  })

  test('an account without a password signs in again first', async () => {
    const midori = await w.signIn({ username: 'midori' })
    clock.move(notFresh)
    expect((await midori.call(api.getProof, {})).needs).toBe('signIn')
    const response = await rejectionOf(midori.call(api.beginPasskey, { body: { password } }))
    expect(response).toMatchObject({ status: 422, body: { code: 'signInAgain' } })
  })

  test('a ceremony is of its session, is over after five minutes, and makes one passkey', async () => {
    const phone = createAuthenticator()
    const { ceremony, options } = await haruka.call(api.beginPasskey, { body: {} })
    const body = { ceremony, name: 'phone', credential: phone.create(options) }
    const midori = await w.signIn()
    const other = await w.call(api.login, { body: { username: 'haruka', password } })
    for (const call of [midori.call, w.bearing(other.token)])
      expect(await rejectionOf(call(api.addPasskey, { body }))).toEqual(notMade)
    await haruka.call(api.addPasskey, { body })
    expect(await rejectionOf(haruka.call(api.addPasskey, { body }))).toEqual(notMade)
    const late = await haruka.call(api.beginPasskey, { body: {} })
    clock.move(ceremonyMs)
    const credential = phone.create(late.options)
    const lateBody = { ceremony: late.ceremony, name: 'phone', credential }
    expect(await rejectionOf(haruka.call(api.addPasskey, { body: lateBody }))).toEqual(notMade)
    const begun = await w.call(api.beginPasskeySignIn, {})
    const signIn = { ...lateBody, ceremony: begun.ceremony }
    expect(await rejectionOf(haruka.call(api.addPasskey, { body: signIn }))).toEqual(notMade)
  })

  test.each<[string, ForgedValues]>([
    ['another origin', { origin: 'http://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'of-another' }],
    ['nobody verified', { isVerified: false }],
  ])('a credential for %s is not kept', async (_name, lie) => {
    expect(await rejectionOf(add(haruka.call, createAuthenticator(), lie))).toEqual(notMade)
    expect((await haruka.call(api.listPasskeys, {})).items).toEqual([])
  })

  test('a credential is one account’s', async () => {
    const phone = createAuthenticator()
    await add(haruka.call, phone)
    const midori = await w.signIn()
    const taken = { credentialId: phone.credentialId() }
    expect(await rejectionOf(add(midori.call, createAuthenticator(), taken))).toEqual(notMade)
    expect((await signInBy(w.call, phone)).user.username).toBe('haruka')
  })

  test('passkeys of others are not found, not even by administrators', async () => {
    const { id } = await add(haruka.call, createAuthenticator())
    const admin = await w.signIn({ role: roleOf.admin })
    const notFound = { status: 404 }
    await expect(admin.call(api.removePasskey, { params: { id } })).rejects.toMatchObject(notFound)
    const renaming = admin.call(api.renamePasskey, { params: { id }, body: { name: 'mine' } })
    await expect(renaming).rejects.toMatchObject(notFound)
    expect((await admin.call(api.listPasskeys, {})).items).toEqual([])
    expect((await haruka.call(api.listPasskeys, {})).items).toMatchObject([{ id, name: 'phone' }])
  })

  test('guests have none', async () => {
    const guest = w.bearing((await w.call(api.loginAsGuest, {})).token)
    await expect(guest(api.listPasskeys, {})).rejects.toMatchObject({ status: 403 })
    await expect(guest(api.beginPasskey, { body: {} })).rejects.toMatchObject({ status: 403 })
  })

  test('an account has so many, also of those added at once', async () => {
    const begun = await Promise.all(
      Array.from({ length: maxPasskeys + 3 }, () => haruka.call(api.beginPasskey, { body: {} })),
    )
    const responses = await Promise.all(
      begun.map(({ ceremony, options }) => {
        const credential = createAuthenticator().create(options)
        return rejectionOf(haruka.call(api.addPasskey, { body: { ceremony, name: 'one', credential } }))
      }),
    )
    const full = { status: 422, body: expect.objectContaining({ code: 'passkeysFull' }) }
    expect(responses.filter((response) => response !== 'nothing was refused')).toEqual([full, full, full])
    expect(await rejectionOf(haruka.call(api.beginPasskey, { body: {} }))).toEqual(full)
  })

  test('the last way into an account stays', async () => {
    const midori = await w.signIn()
    const one = await add(midori.call, createAuthenticator())
    const other = await add(midori.call, createAuthenticator())
    await midori.call(api.removePasskey, { params: { id: one.id } })
    const removing = midori.call(api.removePasskey, { params: { id: other.id } })
    await expect(removing).rejects.toMatchObject({ status: 409, body: { code: 'lastWayIn' } })
  })

  test('a password that is reset at the machine removes them', async () => {
    await add(haruka.call, createAuthenticator())
    await resetPassword(w.deps.write, {
      username: 'haruka',
      passwordHash: 'none',
      at: clock.now().toISOString(),
    })
    expect(await w.deps.db.selectFrom('passkey').selectAll().execute()).toEqual([])
  })

  test('whoever is signed out between the two calls adds nothing', async () => {
    const { ceremony, options } = await haruka.call(api.beginPasskey, { body: {} })
    const body = { ceremony, name: 'phone', credential: createAuthenticator().create(options) }
    await haruka.call(api.changePassword, {
      body: { currentPassword: password, newPassword: 'paper boat 12' },
    })
    await expect(haruka.call(api.addPasskey, { body })).rejects.toMatchObject({ status: 401 })
    expect(await w.deps.db.selectFrom('passkey').selectAll().execute()).toEqual([])
  })

  test.each([
    ['https://shelf.example', 'shelf.example', 'https://shelf.example'],
    ['https://house.example:8443/koedana', 'house.example', 'https://house.example:8443'],
  ])('at %s the site is %s, whatever a request calls it', async (publicUrl, rpId, origin) => {
    await w.close()
    w = await startTestServer(engine, { publicUrl, now: clock.now })
    const midori = await w.signIn()
    const key = createAuthenticator({ origin })
    const { options } = await midori.call(api.beginPasskey, { body: {} })
    expect(options.rp.id).toBe(rpId)
    expect(await midori.call(api.listPasskeys, {})).toMatchObject({ origin })
    await add(midori.call, key)
    expect((await signInBy(w.call, key)).user.id).toBe(midori.user.id)
  })
})
