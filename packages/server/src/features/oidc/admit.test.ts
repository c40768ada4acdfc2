// @module-tag large
import { api } from '@koedana/contract/api.ts'
import type { RequestInput } from '@koedana/contract/kit/endpoint.ts'
import type { updateOidcSettings } from '@koedana/contract/oidc.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { startProvider, type TestProvider } from '@koedana/fakes/oidc/provider.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultOidc } from '../../domain/oidc.rules.ts'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { admitPerson } from './admit.ts'
import { verifiedPersonOf } from './claims.rules.ts'
import { clientOf, openBrowser, settingsFor } from './testing/sign-in.ts'

type Change = NonNullable<RequestInput<typeof updateOidcSettings>['body']>

const password = 'lantern moss 7'

eachEngine((engine) => {
  let provider: TestProvider
  let w: World
  let warden: SignedInPerson
  beforeAll(async () => {
    provider = await startProvider(clientOf)
  })
  afterAll(() => provider.stop())
  beforeEach(async () => {
    provider.people.clear()
    w = await startTestServer(engine)
    warden = await w.signIn({ username: 'warden', role: roleOf.admin, ageRestriction: 'r18', password })
    await set(settingsFor(provider))
  })
  afterEach(() => w.close())

  const set = (body: Change) => warden.call(api.updateOidcSettings, { body })
  const as = (subject: string, claims: Readonly<Record<string, unknown>> = {}) => {
    provider.people.set(subject, claims)
    return openBrowser(w).signIn(subject)
  }
  const ownerOf = async (id: string) =>
    w.deps.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const byRole: Change = { roleClaim: 'groups', adminValues: ['shelf-admins'], memberValues: ['shelf'] }

  test('without leave, nobody who is new gets an account', async () => {
    await set({ createsAccounts: false })
    expect((await as('sub-1', { preferred_username: 'haruka' })).body.code).toBe('identityUnknown')
    expect(await w.deps.db.selectFrom('identity').selectAll().execute()).toEqual([])
  })

  test('a name leads to no account of that name, unless administrators say so', async () => {
    const haruka = await w.signIn({ username: 'haruka' })
    const other = (await as('sub-1', { preferred_username: 'haruka' })).body.signedIn?.user
    expect(other?.id).not.toBe(haruka.user.id)
    expect(other?.username).toMatch(/^haruka-[\w-]{4}$/)
    await set({ linksByUsername: true })
    const same = (await as('sub-2', { preferred_username: 'ＨＡＲＵＫＡ' })).body.signedIn?.user
    expect(same?.id).toBe(haruka.user.id)
  })

  test('a name never leads to an administrator, nor to a guest, nor to whom another of the provider is', async () => {
    await set({ linksByUsername: true })
    const { user: guest } = await w.call(api.loginAsGuest, {})
    await w.signIn({ username: 'haruka' })
    const first = (await as('sub-1', { preferred_username: 'haruka' })).body.signedIn?.user
    for (const [subject, name] of [
      ['sub-2', 'warden'],
      ['sub-3', guest.username],
      ['sub-4', 'haruka'],
    ] as const) {
      const { body } = await as(subject, { preferred_username: name })
      expect([warden.user.id, guest.id, first?.id]).not.toContain(body.signedIn?.user.id)
      expect(body.signedIn?.user.role).toBe(roleOf.general)
      expect(body.signedIn?.user.username).not.toBe(name)
    }
  })

  test.each(['wаrden', 'Warden', 'wardеn', 'ｗarden'])(
    'a name that looks like another is not given: %s',
    async (name) => {
      const { body } = await as('sub-1', { preferred_username: name })
      expect(body.signedIn?.user.username).toMatch(/-[\w-]{4}$/)
    },
  )

  test('of an account that others made, another issuer proves it by a confirmed address', async () => {
    const address = { email: 'Haruka@X.example', email_verified: true }
    const { body } = await as('sub-1', address)
    const moved = (claims: Readonly<Record<string, unknown>>, sub: string) => {
      const vouched = verifiedPersonOf('https://new.example', { sub, ...claims }, defaultOidc)
      if (!vouched) throw new Error('nobody')
      return admitPerson(w.deps, vouched)
    }
    const idOf = async (...given: Parameters<typeof moved>) => {
      const admitted = await moved(...given)
      return 'refusal' in admitted ? admitted.refusal : admitted.user.id
    }
    const mine = body.signedIn?.user.id
    expect(await idOf(address, 'a')).not.toBe(mine)
    await set({ linksByEmail: true })
    for (const [n, claims] of [
      { ...address, email_verified: false },
      { ...address, email_verified: 'true' },
      { email: address.email },
      { ...address, email: 'haruka@x.example.evil' },
    ].entries())
      expect(await idOf(claims, `b${n}`)).not.toBe(mine)
    await w.deps.write.deleteFrom('identity').where('subject', '=', 'a').execute()
    expect(await idOf({ ...address, email: 'haruka@x.example' }, 'c')).toBe(mine)
  })

  test('roles and ceilings are what the provider says at each sign-in, and the sessions from before end', async () => {
    await set({ ...byRole, ceilingClaim: 'ages', r15Values: ['fifteen'], r18Values: ['adult'] })
    const first = await as('sub-1', { groups: ['shelf-admins'], ages: ['adult', 'fifteen'] })
    expect(first.body.signedIn?.user).toMatchObject({ role: 3, ageRestriction: 'r18' })
    const before = w.bearing(first.body.signedIn?.token ?? '')
    await before(api.listUsers, {})
    const second = await as('sub-1', { groups: ['shelf'], ages: 'fifteen' })
    expect(second.body.signedIn?.user).toMatchObject({ role: 1, ageRestriction: 'r15' })
    await expect(before(api.listUsers, {})).rejects.toMatchObject({ status: 401 })
    const third = await as('sub-1', { groups: ['shelf'] })
    expect(third.body.signedIn?.user).toMatchObject({ role: 1, ageRestriction: 'all' })
    // Nothing changed, so sessions stay.
    const fourth = await as('sub-1', { groups: ['shelf'] })
    for (const { body } of [third, fourth])
      await expect(w.bearing(body.signedIn?.token ?? '')(api.getMe, {})).resolves.toBeDefined()
  })

  test('whoever leaves the groups is refused, and out everywhere', async () => {
    await set(byRole)
    expect((await as('sub-1', {})).body.code).toBe('identityNotAllowed')
    const member = await as('sub-1', { groups: ['other', 'shelf'] })
    const call = w.bearing(member.body.signedIn?.token ?? '')
    await call(api.getMe, {})
    expect((await as('sub-1', { groups: ['other'] })).body.code).toBe('identityNotAllowed')
    await expect(call(api.getMe, {})).rejects.toMatchObject({ status: 401 })
  })

  test('the last administrator stays one, whatever the provider says', async () => {
    await set(byRole)
    const { body } = await as('sub-1', { groups: ['shelf-admins'] })
    const id = body.signedIn?.user.id ?? ''
    await w.deps.write.updateTable('user').set({ role: 1 }).where('id', '=', warden.user.id).execute()
    expect((await as('sub-1', { groups: ['shelf'] })).body.signedIn?.user.role).toBe(3)
    await w.deps.write.updateTable('user').set({ role: 3 }).where('id', '=', warden.user.id).execute()
    expect((await as('sub-1', { groups: ['shelf'] })).body.signedIn?.user.role).toBe(1)
    expect((await ownerOf(id)).role).toBe(1)
  })

  test('without claims the rights are those that administrators gave', async () => {
    const { body } = await as('sub-1')
    const id = body.signedIn?.user.id ?? ''
    await warden.call(api.updateUser, { params: { id }, body: { ageRestriction: 'r18', role: 3 } })
    expect((await as('sub-1', { groups: ['shelf'] })).body.signedIn?.user).toMatchObject({
      role: 3,
      ageRestriction: 'r18',
    })
  })

  test('a disabled account stays out, and one that is deleted leaves no identity', async () => {
    const { body } = await as('sub-1')
    const id = body.signedIn?.user.id ?? ''
    await warden.call(api.updateUser, { params: { id }, body: { status: 'disabled' } })
    expect((await as('sub-1')).body.code).toBe('accountDisabled')
    await warden.call(api.deleteUser, { params: { id } })
    expect(await w.deps.db.selectFrom('identity').selectAll().execute()).toEqual([])
    expect((await as('sub-1')).body.signedIn?.user.id).not.toBe(id)
  })

  test('an account that is disabled between the two halves of a sign-in gets no session', async () => {
    const { body } = await as('sub-1')
    const browser = openBrowser(w)
    await browser.comeBack(await browser.signInAt(await browser.start(), 'sub-1'))
    const id = body.signedIn?.user.id ?? ''
    await warden.call(api.updateUser, { params: { id }, body: { status: 'disabled' } })
    expect((await browser.complete()).body.code).toBe('accountDisabled')
  })

  test('two first sign-ins of one person at once end in one account', async () => {
    const browsers = [openBrowser(w), openBrowser(w)]
    const backs: string[] = []
    for (const browser of browsers) backs.push(await browser.signInAt(await browser.start(), 'sub-1'))
    await Promise.all(browsers.map((browser, n) => browser.comeBack(backs[n] ?? '')))
    const ended = await Promise.all(browsers.map((browser) => browser.complete()))
    const ids = ended.map(({ body }) => body.signedIn?.user.id)
    expect(ids[0]).toBeDefined()
    expect(ids[1]).toBe(ids[0])
  })

  test('where the provider is the only way, members have no other and administrators keep theirs', async () => {
    await w.signIn({ username: 'haruka', password })
    await set({ isOnly: true })
    const login = (username: string, typed = password) =>
      w.call(api.login, { body: { username, password: typed } })
    await expect(login('haruka')).rejects.toMatchObject({ status: 403, body: { code: 'passwordSignInOff' } })
    await expect(login('haruka', 'wrong')).rejects.toMatchObject({ body: { code: 'wrongCredentials' } })
    await expect(login('warden')).resolves.toBeDefined()
    await warden.call(api.updateSiteSettings, { body: { registration: 'open' } })
    expect(await w.call(api.getAbout, {})).toMatchObject({
      registration: 'closed',
      provider: { label: '', isOnly: true },
    })
    const body = { username: 'newcomer', password }
    await expect(w.call(api.register, { body })).rejects.toMatchObject({
      body: { code: 'registrationClosed' },
    })
    // A disabled provider does not count as a way to log in.
    await set({ enabled: false })
    await expect(login('haruka')).resolves.toBeDefined()
  })
})
