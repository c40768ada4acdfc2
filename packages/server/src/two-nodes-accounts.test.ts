/** Changes of an account on one node apply on another that has cached its session. */
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetPassword } from './commands/user.ts'
import { cleanUp } from './features/auth/clean-up.ts'
import { maxSessions } from './features/auth/sessions.ts'
import type { Account, SignedInPerson } from './testing/test-server.ts'
import { onTwoNodes, startTwoNodes, type TwoNodes } from './testing/two-nodes.ts'

const password = 'lantern moss 7'
const caller = { address: '192.0.2.7', userAgent: 'test' }
const dayMs = 86_400_000

onTwoNodes(() => {
  let nodes: TwoNodes
  let admin: SignedInPerson
  beforeAll(async () => {
    nodes = await startTwoNodes()
    admin = await nodes.one.signIn({ role: roleOf.admin })
    await nodes.one.make([
      { id: 'RJ90000001', ageCategory: 'all' },
      { id: 'RJ90000002', ageCategory: 'r15' },
    ])
    await nodes.followed()
  })
  afterAll(() => nodes.close())

  /** Creates a logged-in person whose session is cached by the other node. */
  async function createCachedPerson(account: Account = {}) {
    const person = await nodes.one.signIn(account)
    const elsewhere = nodes.other.bearing(person.token)
    expect((await elsewhere(api.getMe, {})).user?.id).toBe(person.user.id)
    const ended = async () => {
      await nodes.followed()
      await expect(elsewhere(api.getMe, {})).rejects.toMatchObject({ status: 401 })
    }
    return { ...person, elsewhere, ended }
  }

  const rowOf = ({ user }: SignedInPerson) =>
    nodes.one.deps.db.selectFrom('user').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()

  test('a changed account is over there', async () => {
    const person = await createCachedPerson()
    const params = { id: person.user.id }
    await admin.call(api.updateUser, { params, body: { status: 'disabled' } })
    await person.ended()
  })

  test('a new name that an administrator gave is the one there', async () => {
    const { user, elsewhere } = await createCachedPerson()
    await admin.call(api.updateUser, { params: { id: user.id }, body: { username: 'renamed-by-admin' } })
    await nodes.followed()
    expect((await elsewhere(api.getMe, {})).user?.username).toBe('renamed-by-admin')
  })

  test('a removed account is over there', async () => {
    const person = await createCachedPerson()
    await admin.call(api.deleteUser, { params: { id: person.user.id } })
    await person.ended()
  })

  test('a new name that somebody took is the one there', async () => {
    const { call, elsewhere } = await createCachedPerson()
    await call(api.updateAccount, { body: { username: 'renamed-by-self' } })
    await nodes.followed()
    expect((await elsewhere(api.getMe, {})).user?.username).toBe('renamed-by-self')
  })

  test('a new password ends what was open there', async () => {
    const person = await createCachedPerson({ password })
    const body = { currentPassword: password, newPassword: 'willow ember 9' }
    await person.call(api.changePassword, { body })
    await person.ended()
  })

  test('what somebody never wants to see is not listed there', async () => {
    const { call, elsewhere } = await createCachedPerson({ ageRestriction: 'r15' })
    expect((await elsewhere(api.listWorks, { query: {} })).total).toBe(2)
    const settings = await call(api.getSettings, {})
    await call(api.saveSettings, { body: { ...settings, ageFilterMode: 'all_ages_only' } })
    await nodes.followed()
    expect((await elsewhere(api.listWorks, { query: {} })).total).toBe(1)
  })

  test('who registered is no guest any more there', async () => {
    await admin.call(api.updateSiteSettings, { body: { registration: 'open' } })
    await nodes.followed()
    const person = await createCachedPerson({ role: roleOf.guest })
    await person.call(api.register, { body: { username: 'once-a-guest', password } })
    await person.ended()
  })

  test('the session that makes way for one too many is over there', async () => {
    const person = await createCachedPerson()
    const row = await rowOf(person)
    for (let n = 0; n < maxSessions; n++) await nodes.one.deps.sessions.open(row, caller)
    await person.ended()
  })

  test('an account whose password the command line resets is over there', async () => {
    const person = await createCachedPerson()
    const change = {
      username: person.user.username,
      passwordHash: 'of another',
      at: '2026-11-20T12:00:00.000Z',
    }
    expect(await resetPassword(nodes.one.deps.write, change)).toBeDefined()
    await person.ended()
  })

  test('a guest who was idle for too long is gone there', async () => {
    const person = await createCachedPerson({ role: roleOf.guest })
    const now = () => new Date(nodes.clock.now().getTime() + 1_000 * dayMs)
    await cleanUp({ ...nodes.one.deps, now })
    await person.ended()
  })
})
