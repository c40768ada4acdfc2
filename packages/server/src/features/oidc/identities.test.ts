import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { startProvider, type TestProvider } from '@koedana/fakes/oidc/provider.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { createAuthenticator } from '../passkeys/testing/authenticator.ts'
import { add } from '../passkeys/testing/ceremonies.ts'
import { type Browser, clientOf, openBrowser, settingsFor } from './testing/sign-in.ts'

eachEngine((engine) => {
  let provider: TestProvider
  let w: World
  let warden: SignedInPerson
  beforeAll(async () => {
    provider = await startProvider({ ...clientOf, isTalkative: true })
  })
  afterAll(() => provider.stop())
  beforeEach(async () => {
    w = await startTestServer(engine)
    warden = await w.signIn({ role: roleOf.admin })
    await warden.call(api.updateOidcSettings, { body: settingsFor(provider) })
  })
  afterEach(() => w.close())

  /** Starts linking an identity for the person with this token. Returns the URL of the provider. */
  const beginLink = async (browser: Browser, { token }: Pick<SignedInPerson, 'token'>) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await w.app.inject({
      method: 'POST',
      url: '/api/v3/account/identities',
      headers,
      payload: {},
    })
    browser.cookie = String(response.headers['set-cookie']).split(';', 1)[0] ?? ''
    return String(JSON.parse(response.body).url)
  }
  const linkAs = async (person: Pick<SignedInPerson, 'token'>, subject: string) => {
    const browser = openBrowser(w)
    await browser.comeBack(await browser.signInAt(await beginLink(browser, person), subject))
    return browser.complete()
  }

  test('an account links an identity, comes in by it, and unlinks it', async () => {
    const haruka = await w.signIn({ username: 'haruka', password: 'lantern moss 7' })
    expect(await haruka.call(api.listIdentities, {})).toEqual({
      items: [],
      hasPassword: true,
      canLink: true,
      logoutUrl: null,
    })
    expect(await linkAs(haruka, 'sub-1')).toEqual({
      status: 200,
      body: { signedIn: null, redirect: '/account' },
    })
    const { body } = await openBrowser(w).signIn('sub-1')
    expect(body.signedIn?.user.id).toBe(haruka.user.id)
    const call = w.bearing(body.signedIn?.token ?? '')
    const { items, canLink, logoutUrl } = await call(api.listIdentities, {})
    expect(items).toEqual([
      {
        id: expect.any(String),
        issuer: provider.issuer,
        name: 'sub-1',
        linkedAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
    ])
    expect(canLink).toBe(false)
    expect(logoutUrl).toBe(
      `${provider.issuer}/session/end?post_logout_redirect_uri=http%3A%2F%2Flocalhost%2F&client_id=koedana`,
    )
    await haruka.call(api.unlinkIdentity, { params: { id: items[0]?.id ?? '' } })
    await expect(call(api.getMe, {})).rejects.toMatchObject({ status: 401 })
    await expect(haruka.call(api.getMe, {})).resolves.toBeDefined()
    expect((await openBrowser(w).signIn('sub-1')).body.signedIn?.user.id).not.toBe(haruka.user.id)
  })

  test('an identity is one account’s, and an account has one of a provider', async () => {
    const [haruka, midori] = [await w.signIn(), await w.signIn()]
    await linkAs(haruka, 'sub-1')
    expect((await linkAs(midori, 'sub-1')).body.code).toBe('identityTaken')
    expect((await linkAs(haruka, 'sub-2')).body.code).toBe('identityTaken')
    expect((await linkAs(haruka, 'sub-1')).body.code).toBe('identityTaken')
    expect((await midori.call(api.listIdentities, {})).items).toEqual([])
  })

  test('a session that ended meanwhile links nothing', async () => {
    const haruka = await w.signIn()
    const browser = openBrowser(w)
    const back = await browser.signInAt(await beginLink(browser, haruka), 'sub-1')
    await haruka.call(api.logout, {})
    await browser.comeBack(back)
    expect((await browser.complete()).body.code).toBe('signInExpired')
    expect(await w.deps.db.selectFrom('identity').selectAll().execute()).toEqual([])
  })

  test('the last way in stays, and nobody unlinks what is another’s', async () => {
    const { body } = await openBrowser(w).signIn('sub-1')
    const call = w.bearing(body.signedIn?.token ?? '')
    const { items, hasPassword } = await call(api.listIdentities, {})
    expect(hasPassword).toBe(false)
    const params = { id: items[0]?.id ?? '' }
    await expect(call(api.unlinkIdentity, { params })).rejects.toMatchObject({
      status: 409,
      body: { code: 'lastWayIn' },
    })
    const other = await w.signIn({ password: 'lantern moss 7' })
    await expect(other.call(api.unlinkIdentity, { params })).rejects.toMatchObject({ status: 404 })
    const id = body.signedIn?.user.id ?? ''
    await warden.call(api.updateUser, { params: { id }, body: { password: 'lantern moss 7' } })
    const { username = '' } = body.signedIn?.user ?? {}
    const byPassword = await w.call(api.login, { body: { username, password: 'lantern moss 7' } })
    const again = w.bearing(byPassword.token)
    expect((await again(api.listIdentities, {})).items).toEqual([])
    await linkAs(byPassword, 'sub-1')
    params.id = (await again(api.listIdentities, {})).items[0]?.id ?? ''
    await warden.call(api.updateOidcSettings, { body: { isOnly: true } })
    await expect(again(api.unlinkIdentity, { params })).rejects.toMatchObject({ body: { code: 'lastWayIn' } })
    await warden.call(api.updateOidcSettings, { body: { isOnly: false } })
    await again(api.unlinkIdentity, { params })
    await expect(again(api.getMe, {})).resolves.toBeDefined()
  })

  test('a passkey is another way in, but not where the provider alone lets people in', async () => {
    const { body } = await openBrowser(w).signIn('sub-1')
    const call = w.bearing(body.signedIn?.token ?? '')
    const { items } = await call(api.listIdentities, {})
    const params = { id: items[0]?.id ?? '' }
    await add(call, createAuthenticator())
    await warden.call(api.updateOidcSettings, { body: { isOnly: true } })
    await expect(call(api.unlinkIdentity, { params })).rejects.toMatchObject({ body: { code: 'lastWayIn' } })
    await warden.call(api.updateOidcSettings, { body: { isOnly: false } })
    await call(api.unlinkIdentity, { params })
    expect((await call(api.listIdentities, {})).items).toEqual([])
  })
})
