// @module-tag large
/** A thief has the token of a session, but neither the password nor the device. */
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { startProvider, type TestProvider } from '@koedana/fakes/oidc/provider.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resetPassword } from '../../commands/user.ts'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { createClock } from '../../testing/two-nodes.ts'
import { type Browser, clientOf, openBrowser, settingsFor } from '../oidc/testing/sign-in.ts'
import { createAuthenticator } from '../passkeys/testing/authenticator.ts'
import { add, rejectionOf, signInBy } from '../passkeys/testing/ceremonies.ts'
import { recentLoginMs } from './fresh-proof.ts'
import { perAccount } from './limiter.rules.ts'

const password = 'lantern moss 7'
const newPassword = 'paper boat 12'
const workId = 'RJ90000001'

eachEngine((engine) => {
  const clock = createClock()
  let provider: TestProvider
  let w: World
  let warden: SignedInPerson
  let owner: SignedInPerson
  beforeAll(async () => {
    provider = await startProvider({ ...clientOf, isTalkative: true })
  })
  afterAll(() => provider.stop())
  beforeEach(async () => {
    w = await startTestServer(engine, { now: clock.now })
    warden = await w.signIn({ role: roleOf.admin, password })
    await warden.call(api.updateOidcSettings, {
      body: { ...settingsFor(provider), createsAccounts: false, linksByUsername: true },
    })
    await warden.call(api.updateSiteSettings, { body: { sharing: 'view' } })
    await w.make([{ id: workId, ageCategory: 'all' }])
    owner = await w.signIn({ username: 'haruka', password })
  })
  afterEach(() => w.close())

  const target = { kind: 'work', workId } as const
  const adders: Readonly<
    Record<string, (by: SignedInPerson, proof: { password?: string }) => Promise<unknown>>
  > = {
    passkey: ({ call }, proof) => call(api.beginPasskey, { body: proof }),
    identity: ({ call }, proof) => call(api.linkIdentity, { body: proof }),
    'app password': ({ call }, proof) =>
      call(api.createAppPassword, { body: { name: 'phone', scopes: ['subsonic'], ...proof } }),
    'API token': ({ call }, proof) =>
      call(api.createApiToken, { body: { name: 'script', scope: 'write', ...proof } }),
    share: ({ call }, proof) =>
      call(api.createShare, { body: { target, days: 90, listening: false, ...proof } }),
    name: ({ call }, proof) => call(api.updateAccount, { body: { username: 'stranger', ...proof } }),
  }
  const added = async () => {
    const tables = ['passkey', 'identity', 'app_password', 'api_token', 'share'] as const
    const count = (table: (typeof tables)[number]) => w.deps.db.selectFrom(table).select('user_key').execute()
    const { username } = await owner.call(api.getAccount, {})
    return [...(await Promise.all(tables.map(count))).flat(), ...(username === 'haruka' ? [] : [username])]
  }

  describe.each(Object.entries(adders))('a stolen session adds no %s', (_what, act) => {
    test('without the password, and guesses it no faster than at the login', async () => {
      clock.move(recentLoginMs)
      expect(await owner.call(api.getProof, {})).toEqual({
        needs: 'password',
        hasPasskey: false,
        hasProvider: false,
      })
      expect(await rejectionOf(act(owner, {}))).toMatchObject({
        status: 400,
        body: { fields: { 'body.password': 'passwordRequired' } },
      })
      for (let n = 0; n < perAccount.max; n++)
        expect(await rejectionOf(act(owner, { password: `wrong ${n}` }))).toMatchObject({
          status: 422,
          body: { code: 'wrongPassword' },
        })
      expect(await rejectionOf(act(owner, { password }))).toMatchObject({ status: 429 })
      expect(await added()).toEqual([])
    })

    test('and its owner does so with the password, or in the first ten minutes', async () => {
      expect(await rejectionOf(act(owner, {}))).toBe('nothing was refused')
      const other = await w.signIn({ username: 'midori', password })
      clock.move(recentLoginMs)
      // A different name, because the first one is taken now.
      if (_what !== 'name') expect(await rejectionOf(act(other, { password }))).toBe('nothing was refused')
    })

    test('of an account without a password, whatever is typed', async () => {
      const midori = await w.signIn({ username: 'midori' })
      clock.move(recentLoginMs)
      expect((await midori.call(api.getProof, {})).needs).toBe('signIn')
      for (const proof of [{}, { password }])
        expect(await rejectionOf(act(midori, proof))).toMatchObject({
          status: 422,
          body: { code: 'signInAgain' },
        })
      expect(await added()).toEqual([])
    })
  })

  test.each([{ password: newPassword }, { username: 'stranger' }])(
    'a stolen session of an administrator does not change its own account by %j among all accounts',
    async (body) => {
      const change = () => warden.call(api.updateUser, { params: { id: warden.user.id }, body })
      clock.move(recentLoginMs)
      expect(await rejectionOf(change())).toMatchObject({ status: 422, body: { code: 'signInAgain' } })
      const { username } = warden.user
      const again = await w.call(api.login, { body: { username, password } })
      const bySelf = w.bearing(again.token)
      expect(await rejectionOf(bySelf(api.updateUser, { params: { id: warden.user.id }, body }))).toBe(
        'nothing was refused',
      )
    },
  )

  const beginLink = async (browser: Browser, token: string) => {
    const response = await w.app.inject({
      method: 'POST',
      url: '/api/v3/account/identities',
      headers: { authorization: `Bearer ${token}` },
      payload: {},
    })
    browser.cookie = String(response.headers['set-cookie']).split(';', 1)[0] ?? ''
    return String(JSON.parse(response.body).url)
  }
  const linkAs = async (token: string, subject: string) => {
    const browser = openBrowser(w)
    await browser.comeBack(await browser.signInAt(await beginLink(browser, token), subject))
    return browser.complete()
  }
  const entries = async () => {
    const identity = await openBrowser(w).signIn('sub-thief')
    return {
      identity: identity.body.signedIn?.user.username,
      shares: await w.deps.db.selectFrom('share').selectAll().execute(),
    }
  }
  const plant = async () => {
    // What a thief could add before re-authentication was required, or within ten minutes of the login.
    await linkAs(owner.token, 'sub-thief')
    await add(owner.call, createAuthenticator())
    await owner.call(api.createAppPassword, { body: { name: 'thief', scopes: ['subsonic'] } })
    await owner.call(api.createShare, { body: { target, days: 90, listening: false } })
    expect((await openBrowser(w).signIn('sub-thief')).body.signedIn?.user.username).toBe('haruka')
  }

  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    'its owner changes the password': () =>
      owner.call(api.changePassword, { body: { currentPassword: password, newPassword } }),
    'an administrator resets the password': () =>
      warden.call(api.updateUser, { params: { id: owner.user.id }, body: { password: newPassword } }),
    'the password is reset at the machine': () =>
      resetPassword(w.deps.write, {
        username: 'haruka',
        passwordHash: 'none',
        at: clock.now().toISOString(),
      }),
  }
  test.each(Object.entries(changes))('nothing that a thief added is left once %s', async (_who, change) => {
    await plant()
    const away = openBrowser(w)
    const back = await away.signInAt(await away.start(), 'sub-thief')
    await away.comeBack(back)
    await change()
    // A session that was granted before, but not yet claimed, is not issued either.
    expect((await away.complete()).body.code).toBe('signInExpired')
    await warden.call(api.updateOidcSettings, { body: { linksByUsername: false } })
    expect(await entries()).toEqual({ identity: undefined, shares: [] })
    for (const table of ['session', 'identity', 'app_password', 'passkey'] as const)
      expect(
        await w.deps.db
          .selectFrom(table)
          .selectAll()
          .where('user_key', '!=', await keyOfWarden())
          .execute(),
      ).toEqual([])
  })
  const keyOfWarden = async () =>
    (
      await w.deps.db
        .selectFrom('user')
        .select('key')
        .where('id', '=', warden.user.id)
        .executeTakeFirstOrThrow()
    ).key

  test('the identity that opened the session stays when its owner changes the password there', async () => {
    await linkAs(owner.token, 'sub-owner')
    const { body } = await openBrowser(w).signIn('sub-owner')
    const call = w.bearing(body.signedIn?.token ?? '')
    await call(api.changePassword, { body: { currentPassword: password, newPassword, endShares: false } })
    expect((await openBrowser(w).signIn('sub-owner')).body.signedIn?.user.username).toBe('haruka')
    await expect(call(api.getMe, {})).rejects.toMatchObject({ status: 401 })
  })

  test('share links stay if their owner wants it', async () => {
    await owner.call(api.createShare, { body: { target, days: 90, listening: false } })
    await owner.call(api.changePassword, {
      body: { currentPassword: password, newPassword, endShares: false },
    })
    expect(await w.deps.db.selectFrom('share').selectAll().execute()).toHaveLength(1)
  })

  test('logging out everywhere else takes app passwords and shares along on request', async () => {
    await plant()
    const left = async () => [
      (await owner.call(api.listAppPasswords, {})).items.length,
      (await owner.call(api.listShares, {})).items.length,
    ]
    await owner.call(api.endOtherSessions, {})
    expect(await left()).toEqual([1, 1])
    const midori = await w.signIn({ username: 'midori', password })
    await midori.call(api.createShare, { body: { target, days: 90, listening: false } })
    await owner.call(api.endOtherSessions, { query: { appPasswords: true } })
    expect(await left()).toEqual([0, 1])
    await owner.call(api.endOtherSessions, { query: { shares: true } })
    expect(await left()).toEqual([0, 0])
    expect((await midori.call(api.listShares, {})).items).toHaveLength(1)
  })

  test('a link that was begun before the password changed links nothing', async () => {
    const browser = openBrowser(w)
    const back = await browser.signInAt(await beginLink(browser, owner.token), 'sub-thief')
    await changes['its owner changes the password']?.()
    await browser.comeBack(back)
    expect((await browser.complete()).body.code).toBe('signInExpired')
    expect(await w.deps.db.selectFrom('identity').selectAll().execute()).toEqual([])
  })

  test('an account without a password proves itself by a new sign-in, by passkey or at the provider', async () => {
    await warden.call(api.updateOidcSettings, { body: { createsAccounts: true } })
    const { body } = await openBrowser(w).signIn('sub-nagi')
    const call = w.bearing(body.signedIn?.token ?? '')
    const phone = createAuthenticator()
    await add(call, phone)
    clock.move(recentLoginMs)
    expect(await call(api.getProof, {})).toEqual({ needs: 'signIn', hasPasskey: true, hasProvider: true })
    const byPasskey = w.bearing((await signInBy(w.call, phone)).token)
    expect((await byPasskey(api.getProof, {})).needs).toBe('none')
    const { headers } = await w.app.inject({ url: '/api/v3/auth/oidc/start?redirect=%2Faccount&again=true' })
    expect(new URL(headers.location ?? '').searchParams.get('prompt')).toBe('login')
    const again = await openBrowser(w).signIn('sub-nagi', '/account')
    expect((await w.bearing(again.body.signedIn?.token ?? '')(api.getProof, {})).needs).toBe('none')
    // The login time of the old session is unchanged.
    expect((await call(api.getProof, {})).needs).toBe('signIn')
  })
})
