import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { startProvider, type TestProvider } from '@koedana/fakes/oidc/provider.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { openOidcSettings } from './settings.ts'
import { clientOf, settingsFor } from './testing/sign-in.ts'

eachEngine((engine) => {
  let provider: TestProvider
  let w: World
  let admin: SignedInPerson
  beforeAll(async () => {
    provider = await startProvider(clientOf)
  })
  afterAll(() => provider.stop())
  beforeEach(async () => {
    w = await startTestServer(engine)
    admin = await w.signIn({ role: roleOf.admin })
  })
  afterEach(() => w.close())

  const set = (body: object) => admin.call(api.updateOidcSettings, { body })

  test('nobody signs in by a provider until an administrator says so', async () => {
    expect(await admin.call(api.getOidcSettings, {})).toMatchObject({
      enabled: false,
      issuer: '',
      hasSecret: false,
      createsAccounts: false,
      linksByUsername: false,
      fixed: [],
      callbackUrl: clientOf.redirectUri,
      signedOutUrl: 'http://localhost/',
    })
    expect(await admin.call(api.checkOidc, {})).toMatchObject({ fault: 'off' })
  })

  test('the secret is sealed, shown to nobody and kept for one provider and client', async () => {
    const saved = await set(settingsFor(provider))
    expect(JSON.stringify(saved)).not.toContain(clientOf.clientSecret)
    expect(saved.hasSecret).toBe(true)
    const { value } = await w.deps.db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'oidc')
      .executeTakeFirstOrThrow()
    expect(value).toMatch(/^sealed2\./)
    const { items } = await admin.call(api.listAudit, {})
    expect(JSON.stringify(items)).not.toContain(clientOf.clientSecret)
    expect((await set({ label: 'House' })).hasSecret).toBe(true)
    expect(w.deps.oidcSite.current().clientSecret).toBe(clientOf.clientSecret)
    for (const change of [{ issuer: 'https://evil.example' }, { clientId: 'another' }]) {
      await expect(set(change)).rejects.toMatchObject({
        status: 422,
        body: { fields: { 'body.clientSecret': 'required' } },
      })
    }
    expect((await set({ issuer: 'https://other.example', clientSecret: null })).hasSecret).toBe(false)
  })

  test('a provider is not switched on without its address and client, nor emptied while it is on', async () => {
    const refused = (...fields: string[]) => ({
      status: 422,
      body: { fields: Object.fromEntries(fields.map((field) => [`body.${field}`, 'oidcRequired'])) },
    })
    await expect(set({ enabled: true })).rejects.toMatchObject(refused('issuer', 'clientId'))
    await expect(set({ enabled: true, issuer: provider.issuer })).rejects.toMatchObject(refused('clientId'))
    expect(await admin.call(api.getOidcSettings, {})).toMatchObject({ enabled: false, issuer: '' })
    // Settings may be incomplete while the provider is disabled.
    expect(await set({ issuer: provider.issuer })).toMatchObject({ enabled: false })
    await set(settingsFor(provider))
    await expect(set({ issuer: '', clientSecret: null })).rejects.toMatchObject(refused('issuer'))
    expect(w.deps.oidcSite.current()).toMatchObject({ enabled: true, issuer: provider.issuer })
    expect(await set({ enabled: false, issuer: '', clientSecret: null })).toMatchObject({ issuer: '' })
  })

  test('a check says what is wrong, and what the provider can do', async () => {
    await set({ ...settingsFor(provider), scopes: 'openid profile nonsense' })
    expect(await admin.call(api.checkOidc, {})).toEqual({
      fault: null,
      canLogOut: true,
      unknownScopes: ['nonsense'],
    })
    for (const [issuer, fault] of [
      [`${provider.issuer}/nowhere`, 'OAUTH_RESPONSE_IS_NOT_CONFORM'],
      [provider.issuer.replace('localhost', '127.0.0.1'), 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'],
      ['http://shelf.example', 'OAUTH_HTTP_REQUEST_FORBIDDEN'],
    ]) {
      await set({ issuer, clientSecret: 'x' })
      expect(await admin.call(api.checkOidc, {})).toMatchObject({ fault })
    }
  })

  test('what the environment says is in force, shown as such, and changed there alone', async () => {
    await set({ ...settingsFor(provider), label: 'typed' })
    const fixed = { issuer: 'https://env.example', clientId: 'env', clientSecret: null, enabled: true }
    const site = await openOidcSettings(w.deps.write, w.deps.vault, fixed)
    expect(site.current()).toMatchObject({ ...fixed, label: 'typed' })
    Object.assign(w.deps.oidcSite, { fixed })
    await expect(set({ issuer: 'https://other.example' })).rejects.toMatchObject({
      status: 422,
      body: { fields: { 'body.issuer': 'setByEnvironment' } },
    })
    expect((await set({ label: 'changed' })).fixed).toEqual(['enabled', 'issuer', 'clientId', 'clientSecret'])
  })

  test.each([
    { issuer: 'ftp://x' },
    { issuer: 'https://x/?a=b' },
    { issuer: 'https://x/#a' },
    { issuer: 'https://x y' },
    { clientId: 'a\nb' },
    { adminValues: Array.from({ length: 51 }, () => 'x') },
    { clientSecret: '' },
    { linksByUsername: 'yes' },
  ])('what is no setting is refused: %j', async (body) => {
    await expect(set(body)).rejects.toMatchObject({ status: 400 })
  })
})
