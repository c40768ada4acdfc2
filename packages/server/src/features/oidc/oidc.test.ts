// @module-tag large
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { startProvider, type TestProvider } from '@koedana/fakes/oidc/provider.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { clientOf, openBrowser, settingsFor } from './testing/sign-in.ts'

eachEngine((engine) => {
  let provider: TestProvider
  let w: World
  let admin: SignedInPerson
  let passedMs = 0
  beforeAll(async () => {
    provider = await startProvider(clientOf)
  })
  afterAll(() => provider.stop())
  beforeEach(async () => {
    passedMs = 0
    provider.people.clear()
    provider.tamper = undefined
    w = await startTestServer(engine, { now: () => new Date(Date.now() + passedMs) })
    admin = await w.signIn({ username: 'warden', role: roleOf.admin, ageRestriction: 'r18' })
    await admin.call(api.updateOidcSettings, { body: settingsFor(provider) })
  })
  afterEach(() => w.close())

  const audit = async () => {
    const { items } = await admin.call(api.listAudit, {})
    return items.map(({ act, username, detail }) => `${act} ${username} ${detail}`)
  }

  test('somebody new gets an account, and the same one the next time', async () => {
    provider.people.set('sub-1', { preferred_username: 'haruka', email: 'h@x.example', email_verified: true })
    const browser = openBrowser(w)
    const first = await browser.signIn('sub-1', '/works?genres=56')
    expect(first).toMatchObject({
      status: 200,
      body: {
        redirect: '/works?genres=56',
        signedIn: { user: { username: 'haruka', role: 1, ageRestriction: 'all' } },
      },
    })
    const { token = '' } = first.body.signedIn ?? {}
    expect(await w.bearing(token)(api.getMe, {})).toMatchObject({ user: { username: 'haruka' } })
    const again = await openBrowser(w).signIn('sub-1')
    expect(again.body.signedIn?.user.id).toBe(first.body.signedIn?.user.id)
    expect(again.body.redirect).toBe('/')
    expect(await audit()).toEqual([
      'signedIn haruka oidc',
      'signedIn haruka oidc',
      'registered haruka oidc made',
      expect.stringMatching(/^administered warden PATCH \/admin\/settings\/oidc/),
    ])
  })

  test('the provider is asked with PKCE, state and nonce, and no secret is in any address', async () => {
    const browser = openBrowser(w)
    const url = new URL(await browser.start())
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'koedana',
      response_type: 'code',
      redirect_uri: clientOf.redirectUri,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(browser.lastCookie()).toMatch(
      /^koedana\.sign-in=sealed2\.[\w-]+; Path=\/api\/v3\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
    const state = url.searchParams.get('state') ?? 'none'
    expect(Buffer.from(browser.cookie.split('sealed2.')[1] ?? '', 'base64url').toString()).not.toContain(
      state,
    )
    const back = await browser.comeBack(await browser.signInAt(url.href, 'sub-1'))
    expect(back).toBe('/auth/provider')
    await browser.complete()
    expect(browser.lastCookie()).toMatch(/^koedana\.sign-in=; .*Max-Age=0/)
  })

  test('a response that is for another browser, or for none, is refused', async () => {
    const [mine, other] = [openBrowser(w), openBrowser(w)]
    const back = await mine.signInAt(await mine.start(), 'sub-1')
    await other.start()
    for (const stranger of [other, openBrowser(w)]) {
      await stranger.comeBack(back)
      expect(await stranger.complete()).toMatchObject({ status: 422, body: { code: 'signInExpired' } })
    }
    await mine.comeBack(back)
    expect((await mine.complete()).status).toBe(200)
  })

  test('a response counts once, and so does the session it ends in', async () => {
    const browser = openBrowser(w)
    const url = await browser.start()
    const before = browser.cookie
    const back = await browser.signInAt(url, 'sub-1')
    await browser.comeBack(back)
    const granted = browser.cookie
    expect((await browser.complete()).status).toBe(200)
    browser.cookie = granted
    expect(await browser.complete()).toMatchObject({ status: 422, body: { code: 'signInExpired' } })
    browser.cookie = before
    const exchanged = provider.calls.get('/token')
    await browser.comeBack(back)
    expect(await browser.complete()).toMatchObject({ status: 422, body: { code: 'signInExpired' } })
    expect(provider.calls.get('/token')).toBe(exchanged)
  })

  test('a sign-in that takes too long is over', async () => {
    const browser = openBrowser(w)
    const back = await browser.signInAt(await browser.start(), 'sub-1')
    passedMs += 11 * 60_000
    await browser.comeBack(back)
    expect(await browser.complete()).toMatchObject({ status: 422, body: { code: 'signInExpired' } })
  })

  test.each([
    ['of another browser', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['for another client', { aud: 'another' }],
    ['for several clients, of another', { aud: ['koedana', 'another'], azp: 'another' }],
    ['of another issuer', { iss: 'https://other.example' }],
    ['that is over', { exp: 1_000_000 }],
    ['of a time to come', { nbf: 4_000_000_000 }],
    ['without a subject', { sub: undefined }],
    ['of nobody', { sub: '' }],
  ])('an ID token %s is refused, and administrators read why', async (_what, change) => {
    provider.tamper = (claims) => JSON.parse(JSON.stringify({ ...claims, ...change }))
    const { status, body } = await openBrowser(w).signIn('sub-1')
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'providerRefused' })
    expect((await audit())[0]).toMatch(/^signInFailed null oidc \S+/)
    expect(await w.deps.db.selectFrom('identity').selectAll().execute()).toEqual([])
  })

  test.each(['a\0b', '\uD800', 'x'.repeat(256)])(
    'a subject that no row can hold is refused: %j',
    async (sub) => {
      provider.tamper = (claims) => ({ ...claims, sub })
      expect((await openBrowser(w).signIn('sub-1')).body.code).toBe('providerRefused')
    },
  )

  test('a token that somebody else signed is refused, and a key that was just exchanged is known', async () => {
    expect((await openBrowser(w).signIn('sub-1')).status).toBe(200)
    await provider.rotateKeys()
    expect((await openBrowser(w).signIn('sub-1')).status).toBe(200)
    provider.forge = true
    expect((await openBrowser(w).signIn('sub-1')).body.code).toBe('providerRefused')
    provider.forge = false
  })

  test('a clock that is half a minute behind is no reason, one that is an hour behind is', async () => {
    passedMs = -30_000
    expect((await openBrowser(w).signIn('sub-1')).status).toBe(200)
    passedMs = 3_600_000
    expect((await openBrowser(w).signIn('sub-1')).body.code).toBe('providerRefused')
  })

  test('somebody who cancels is led back with a sentence in their language', async () => {
    const browser = openBrowser(w)
    const { status, body } = await browser.signIn(undefined)
    expect({ status, body }).toMatchObject({ status: 422, body: { code: 'providerDenied' } })
    expect((await audit())[0]).toBe('signInFailed null oidc access_denied')
  })

  test('a provider that is away is named, and passwords go on working', async () => {
    await w.signIn({ username: 'midori', password: 'lantern moss 7' })
    await admin.call(api.updateOidcSettings, {
      body: { issuer: 'http://localhost:9/', clientId: 'koedana', clientSecret: 'x' },
    })
    const browser = openBrowser(w)
    expect(await browser.start()).toBe('/auth/provider')
    const { status, body } = await browser.complete()
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'providerAway' })
    expect(body.error).toMatch(/can’t be reached/)
    await expect(
      w.call(api.login, { body: { username: 'midori', password: 'lantern moss 7' } }),
    ).resolves.toBeDefined()
    expect(await admin.call(api.checkOidc, {})).toMatchObject({ fault: 'connectionRefused' })
  })

  test('claims larger than anybody needs are refused, and leave the server as it was', async () => {
    provider.people.set('sub-1', { groups: Array.from({ length: 60_000 }, (_, n) => `group ${n}`) })
    expect((await openBrowser(w).signIn('sub-1')).body.code).toBe('providerAway')
    provider.people.set('sub-1', { preferred_username: 'x'.repeat(100_000) })
    const { body } = await openBrowser(w).signIn('sub-1')
    expect(body.signedIn?.user.username).toHaveLength(27)
  })

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/auth/login',
    'works',
    `/${'x'.repeat(2_000)}`,
  ])('nobody is led to %s', async (redirect) => {
    expect((await openBrowser(w).signIn('sub-1', redirect)).body.redirect).toBe('/')
  })

  test('a provider that is switched off signs nobody in, not even those who are on their way', async () => {
    const browser = openBrowser(w)
    const back = await browser.signInAt(await browser.start(), 'sub-1')
    await admin.call(api.updateOidcSettings, { body: { enabled: false } })
    await browser.comeBack(back)
    expect((await browser.complete()).body.code).toBe('providerRefused')
    expect(await browser.start()).toBe('/auth/provider')
    expect((await browser.complete()).body.code).toBe('providerOff')
  })
})
