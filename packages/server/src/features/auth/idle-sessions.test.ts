import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { cleanUp } from './clean-up.ts'
import { sessionIdleMs } from './person.rules.ts'

const dayMs = 86_400_000

eachEngine((engine) => {
  let w: World
  let at: number
  beforeEach(async () => {
    at = Date.parse('2026-11-20T12:00:00.000Z')
    w = await startTestServer(engine, { now: () => new Date(at) })
  })
  afterEach(() => w.close())

  const count = async () => (await w.deps.db.selectFrom('session').select('key').execute()).length

  test.each([
    ['kept in memory', false],
    ['read anew', true],
  ])('a session that nobody uses ends, %s; one in use goes on', async (_, isForgotten) => {
    const { call } = await w.signIn({ username: 'haruka' })
    for (let n = 0; n < 2; n++) {
      at += sessionIdleMs - dayMs
      await call(api.getMe, {})
      await expect
        .poll(async () => (await call(api.listSessions, {})).items[0]?.lastUsedAt)
        .toBe(new Date(at).toISOString())
    }
    at += sessionIdleMs + dayMs
    if (isForgotten) w.deps.sessions.forget('all')
    await expect(call(api.getMe, {})).rejects.toMatchObject({ status: 401 })
  })

  test('an idle session is listed nowhere, and is removed', async () => {
    const used = await w.signIn({ username: 'haruka' })
    const user = await w.deps.db.selectFrom('user').selectAll().executeTakeFirstOrThrow()
    await w.deps.write.updateTable('session').set({ last_used_at: '2026-11-01T00:00:00.000Z' }).execute()
    const { token } = await w.deps.sessions.open(user, { address: '192.0.2.7', userAgent: '' })
    expect((await w.bearing(token)(api.listSessions, {})).items).toHaveLength(1)
    await expect(used.call(api.getMe, {})).rejects.toMatchObject({ status: 401 })
    expect(await count()).toBe(2)
    await cleanUp(w.deps)
    expect(await count()).toBe(1)
  })

  test('a guest, who cannot sign in again, stays as long as the account does', async () => {
    const { call } = await w.signIn({ role: roleOf.guest })
    at += sessionIdleMs + dayMs
    await cleanUp(w.deps)
    await expect(call(api.getMe, {})).resolves.toBeDefined()
  })
})
