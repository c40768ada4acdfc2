import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeInTurn } from '../../db/changes.ts'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { cleanUp } from './clean-up.ts'
import { maxGuests } from './person.rules.ts'

const dayMs = 86_400_000

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
  })
  afterEach(() => w.close())

  const later = (days: number) => ({ ...w.deps, now: () => new Date(Date.now() + days * dayMs) })
  const register = (token: string, username: string) =>
    w.bearing(token)(api.register, { body: { username, password: 'lantern moss 7' } })

  test('one call makes a guest, who has no security of their own', async () => {
    const { user, token } = await w.call(api.loginAsGuest, {})
    expect(user).toMatchObject({ role: 2, status: 'active', ageRestriction: 'all' })
    expect(user.username).toMatch(/^guest-[a-z0-9]{8}$/)
    const call = w.bearing(token)
    await expect(call(api.getMe, {})).resolves.toMatchObject({ user: { id: user.id } })
    const body = { currentPassword: 'x', newPassword: 'lantern moss 7' }
    await expect(call(api.changePassword, { body })).rejects.toMatchObject({ status: 403 })
    await expect(call(api.updateAccount, { body: { username: 'midori' } })).rejects.toMatchObject({
      status: 403,
    })
  })

  test('a server may take no guests', async () => {
    await writeInTurn(w.deps.write, (tx) => w.deps.site.save(tx, { allowsGuests: false }))
    await w.deps.site.refresh()
    await expect(w.call(api.loginAsGuest, {})).rejects.toMatchObject({
      status: 403,
      body: { code: 'guestsClosed' },
    })
  })

  test('there are so many guests and no more', async () => {
    const at = new Date().toISOString()
    const rows = Array.from({ length: 1_000 }, (_, n) => ({
      username: `guest-${n}`,
      role: roleOf.guest,
      status: 'active' as const,
      age_restriction: 'all' as const,
      last_seen_at: at,
      created_at: at,
      updated_at: at,
    }))
    for (let batch = 0; batch < maxGuests / rows.length; batch++) {
      const named = rows.map((row, n) => ({ ...row, id: `${batch}-${n}`, username_key: `${batch}-${n}` }))
      await w.deps.write.insertInto('user').values(named).execute()
    }
    await expect(w.call(api.loginAsGuest, {})).rejects.toMatchObject({ body: { code: 'guestsClosed' } })
    await w.deps.write.deleteFrom('user').where('id', '=', '0-0').execute()
    await expect(w.call(api.loginAsGuest, {})).resolves.toBeDefined()
  })

  test('a guest who registers keeps all they have, and only the new session is open', async () => {
    await writeInTurn(w.deps.write, (tx) => w.deps.site.save(tx, { registration: 'open' }))
    await w.deps.site.refresh()
    const guest = await w.call(api.loginAsGuest, {})
    const { key } = await w.deps.db.selectFrom('user').select('key').executeTakeFirstOrThrow()
    const favorite = { user_key: key, work_key: 7, added_at: new Date().toISOString() }
    await w.deps.write.insertInto('favorite').values(favorite).execute()
    await w.signIn({ username: 'midori' })
    await expect(register(guest.token, 'Midori')).rejects.toMatchObject({ status: 409 })
    const { user, token } = await register(guest.token, 'haruka')
    expect(user).toMatchObject({ id: guest.user.id, username: 'haruka', role: 1 })
    await expect(w.bearing(guest.token)(api.getMe, {})).rejects.toMatchObject({ status: 401 })
    await expect(w.bearing(token)(api.getMe, {})).resolves.toMatchObject({ user: { role: 1 } })
    expect(await w.deps.db.selectFrom('favorite').select('work_key').execute()).toEqual([{ work_key: 7 }])
    const body = { username: 'haruka', password: 'lantern moss 7' }
    await expect(w.call(api.login, { body })).resolves.toMatchObject({ user: { id: user.id } })
  })

  test('guests who are idle for long go, and nobody else; sessions that are over go too', async () => {
    const guest = await w.call(api.loginAsGuest, {})
    const member = await w.signIn({ username: 'haruka' })
    await cleanUp(later(29))
    await expect(w.bearing(guest.token)(api.getMe, {})).resolves.toBeDefined()
    await cleanUp(later(31))
    await expect(w.bearing(guest.token)(api.getMe, {})).rejects.toMatchObject({ status: 401 })
    const left = await w.deps.db.selectFrom('user').select('id').execute()
    expect(left).toEqual([{ id: member.user.id }])
    expect(await w.deps.db.selectFrom('session').select('key').execute()).toEqual([])
  })
})
