import { api } from '@koedana/contract/api.ts'
import type { UserChange } from '@koedana/contract/users.ts'
import { roleOf } from '@koedana/contract/values.ts'
import type * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

type Change = v.InferOutput<typeof UserChange>
const last = { status: 409, body: { code: 'lastAdministrator' } }

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  beforeEach(async () => {
    w = await startTestServer(engine)
    admin = await w.signIn({ username: 'warden', role: roleOf.admin })
  })
  afterEach(() => w.close())

  const change = ({ user }: SignedInPerson, body: Change, by = admin) =>
    by.call(api.updateUser, { params: { id: user.id }, body })
  const remove = ({ user }: SignedInPerson, by = admin) =>
    by.call(api.deleteUser, { params: { id: user.id } })
  const isIn = ({ call }: SignedInPerson) =>
    call(api.getMe, {}).then(
      () => true,
      () => false,
    )
  const administrators = async () => {
    const rows = await w.deps.db.selectFrom('user').select(['role', 'status']).execute()
    return rows.filter(({ role, status }) => role === roleOf.admin && status === 'active').length
  }

  test.each<Change>([
    { password: 'paper boat 12' },
    { role: roleOf.admin },
    { ageRestriction: 'r18' },
    { status: 'disabled' },
  ])('%j ends every session at once', async (body) => {
    const listener = await w.signIn()
    const other = await w.signIn()
    expect(await isIn(listener)).toBe(true)
    await change(listener, body)
    expect(await isIn(listener)).toBe(false)
    expect(await isIn(other)).toBe(true)
    const sessions = await w.deps.db.selectFrom('session').select('key').execute()
    expect(sessions).toHaveLength(2)
  })

  test('a new name, and what is said but stays as it was, end no session', async () => {
    const listener = await w.signIn()
    const body = {
      username: 'haruka',
      role: roleOf.general,
      ageRestriction: 'all',
      status: 'active',
    } as const
    expect(await change(listener, body)).toMatchObject(body)
    await expect(listener.call(api.getMe, {})).resolves.toMatchObject({ user: body })
  })

  test('a disabled account has no way in until it is enabled', async () => {
    const password = 'lantern moss 7'
    const listener = await w.signIn({ username: 'haruka', password })
    const login = () => w.call(api.login, { body: { username: 'haruka', password } })
    await change(listener, { status: 'disabled' })
    await expect(login()).rejects.toMatchObject({ status: 403 })
    await change(listener, { status: 'active' })
    expect(await isIn(listener)).toBe(false)
    await expect(login()).resolves.toBeDefined()
  })

  test('what is own goes with the account', async () => {
    const listener = await w.signIn()
    await remove(listener)
    expect(await isIn(listener)).toBe(false)
    await expect(admin.call(api.getUser, { params: { id: listener.user.id } })).rejects.toMatchObject({
      status: 404,
    })
    expect(await w.deps.db.selectFrom('session').select('key').execute()).toHaveLength(1)
  })

  test('the last administrator stays one, enabled and there', async () => {
    const other = await w.signIn({ role: roleOf.admin })
    await change(other, { status: 'disabled' })
    await expect(change(admin, { role: roleOf.general })).rejects.toMatchObject(last)
    await expect(change(admin, { status: 'disabled' })).rejects.toMatchObject(last)
    await expect(remove(admin)).rejects.toMatchObject(last)
    await expect(change(admin, { username: 'keeper' })).resolves.toMatchObject({ role: 3, status: 'active' })
    await expect(remove(other)).resolves.toBeUndefined()
    expect(await administrators()).toBe(1)
  })

  test('while there is another, one may step down, and not lock oneself out', async () => {
    const other = await w.signIn({ role: roleOf.admin })
    await expect(change(admin, { status: 'disabled' })).rejects.toMatchObject({
      status: 422,
      body: { fields: { 'body.status': 'ownAccount' } },
    })
    await expect(remove(admin)).rejects.toMatchObject({ status: 422 })
    await change(admin, { role: roleOf.general })
    await expect(remove(other, other)).rejects.toMatchObject(last)
  })

  test.each<[string, (one: SignedInPerson, by: SignedInPerson) => Promise<unknown>]>([
    ['demote', (one, by) => change(one, { role: roleOf.general }, by)],
    ['disable', (one, by) => change(one, { status: 'disabled' }, by)],
    ['remove', remove],
  ])('of two administrators who %s each other at once, exactly one succeeds', async (_, act) => {
    const other = await w.signIn({ role: roleOf.admin })
    const ends = await Promise.allSettled([act(other, admin), act(admin, other)])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [lost] = ends.filter((end) => end.status === 'rejected')
    expect([401, 409]).toContain(lost?.reason.status)
    expect(await administrators()).toBe(1)
  })

  test('of two administrators who step down at once, exactly one does', async () => {
    const other = await w.signIn({ role: roleOf.admin })
    const ends = await Promise.allSettled([
      change(other, { role: roleOf.general }, other),
      change(admin, { role: roleOf.general }, admin),
    ])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(ends.find((end) => end.status === 'rejected')?.reason).toMatchObject(last)
    expect(await administrators()).toBe(1)
  })
})
