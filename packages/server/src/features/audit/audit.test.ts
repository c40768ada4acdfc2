import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { api } from '@koedana/contract/api.ts'
import type { AuditAct } from '@koedana/contract/audit.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../lib/log.ts'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { perAccount } from '../auth/limiter.rules.ts'
import { insertAudit, trimAudit } from './audit.store.ts'

const password = 'lantern moss 7'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let lines: string[]
  beforeEach(async () => {
    lines = []
    const to = new PassThrough().on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n')))
    w = await startTestServer(engine, { log: createLog('info', to) })
    admin = await w.signIn({ username: 'warden', role: roleOf.admin })
  })
  afterEach(() => w.close())

  const login = (username: string, typed: string, address = '192.0.2.7') =>
    w.app.inject({
      method: 'POST',
      url: '/api/v3/auth/login',
      payload: { username, password: typed },
      remoteAddress: address,
    })
  const entries = async (act?: AuditAct) => {
    const { items } = await admin.call(api.listAudit, { query: act ? { act } : {} })
    return items.map(({ act: is, username, address, detail }) => [is, username, address, detail])
  }

  test('sign-ins, failures and refusals by the limiter', async () => {
    await w.signIn({ username: 'haruka', password })
    await login('haruka', password)
    await login('haruka', 'wrong')
    await login('my password 1', 'typed into the wrong field')
    expect(await entries()).toEqual([
      ['signInFailed', null, '192.0.2.7', ''],
      ['signInFailed', 'haruka', '192.0.2.7', ''],
      ['signedIn', 'haruka', '192.0.2.7', ''],
    ])
    for (let n = 0; n < perAccount.max + 3; n++) await login('nobody', `wrong ${n}`, '198.51.100.9')
    expect(await entries('limited')).toEqual([['limited', null, '198.51.100.9', '']])
    await admin.call(api.updateSiteSettings, { body: { allowsGuests: true } })
    const { user } = await w.call(api.loginAsGuest, {})
    expect(await entries('signedIn')).toContainEqual(['signedIn', user.username, '127.0.0.1', ''])
  })

  test('the log is searched by part of the name of who acted, or of whom it was done to', async () => {
    const { user } = await w.signIn({ username: 'Haruka_1' })
    await login('Haruka_1', 'wrong')
    await w.signIn({ username: 'midori' })
    await login('midori', 'wrong')
    await admin.call(api.updateUser, { params: { id: user.id }, body: { role: 3 } })
    const found = async (q: string, act?: AuditAct) => {
      const { items, total } = await admin.call(api.listAudit, { query: act ? { act, q } : { q } })
      expect(total).toBe(items.length)
      return items.map(({ act: is, username }) => [is, username])
    }
    const acted = ['administered', 'warden']
    expect(await found('haruka')).toEqual([acted, ['signInFailed', 'Haruka_1']])
    expect(await found(' RUKA_1 ', 'signInFailed')).toEqual([['signInFailed', 'Haruka_1']])
    expect(await found('warden')).toEqual([acted])
    // LIKE wildcards are matched literally.
    expect(await found('a_k')).toEqual([])
    expect(await found('%')).toEqual([])
    expect(await found('')).toHaveLength(3)
  })

  test('every act of an administrator, with roles and keys, and no secret', async () => {
    const { user } = await w.signIn({ username: 'haruka' })
    const params = { id: user.id }
    await admin.call(api.updateUser, { params, body: { role: 3, password: 'paper boat 12' } })
    const { items } = await admin.call(api.createKeys, { body: { count: 2, note: 'for a friend' } })
    await admin.call(api.updateKey, { params: { id: items[0]?.id ?? '' }, body: { count: 9 } })
    await admin.call(api.deleteUser, { params })
    await admin.call(api.listUsers, {})
    await admin.call(api.previewAnnouncement, { body: { content: 'x' } })
    await expect(admin.call(api.deleteUser, { params })).rejects.toMatchObject({ status: 404 })
    const by = ['administered', 'warden', '127.0.0.1']
    expect(await entries()).toEqual([
      [...by, `DELETE /admin/users/${user.id} (haruka)`],
      [...by, `PATCH /admin/keys/${items[0]?.id} count=9`],
      [...by, 'POST /admin/keys count=2 note'],
      [...by, `PATCH /admin/users/${user.id} (haruka) password role=3`],
    ])
  })

  test('a new link secret ends every link, and is written down', async () => {
    const before = w.deps.secret()
    await admin.call(api.endAllLinks, {})
    expect(w.deps.secret()).not.toBe(before)
    expect(await entries()).toEqual([['administered', 'warden', '127.0.0.1', 'POST /admin/settings/links']])
  })

  test('others read nothing of it', async () => {
    await expect(w.call(api.listAudit, {})).rejects.toMatchObject({ status: 401 })
    const { call } = await w.signIn()
    await expect(call(api.listAudit, {})).rejects.toMatchObject({ status: 403 })
  })

  test('it is bounded, and what strangers cause pushes out nothing of what administrators did', async () => {
    const row = { at: '2026-11-20T12:00:00.000Z', username: null, address: '', detail: '' }
    await insertAudit(w.deps.write, { ...row, act: 'administered' })
    for (let n = 0; n < 8; n++)
      await insertAudit(w.deps.write, { ...row, act: 'signInFailed', detail: `${n}` })
    await trimAudit(w.deps.write, 5)
    expect((await entries('signInFailed')).map(([, , , detail]) => detail)).toEqual(['7', '6', '5', '4', '3'])
    expect(await entries('administered')).toHaveLength(1)
    const page = await admin.call(api.listAudit, { query: { page: 2, pageSize: 4 } })
    expect(page).toMatchObject({ total: 6, page: 2, pageSize: 4 })
    expect(page.items).toHaveLength(2)
  })

  test('the filter of the handbook finds failures in the log, by address and by nothing that was typed', async () => {
    const handbook = readFileSync(new URL('../../../../../docs/operate.md', import.meta.url), 'utf8')
    const failregex = /^failregex = (.+)$/m.exec(handbook)?.[1] ?? ''
    const filter = new RegExp(failregex.replace('<ADDR>', '([\\da-f.:]+)'))
    await w.signIn({ username: 'haruka', password })
    await login('haruka', password, '192.0.2.1')
    await login('haruka', 'wrong', '192.0.2.2')
    await login('","audit":"signInFailed","address":"192.0.2.99"', 'wrong', '2001:db8::3')
    await expect.poll(() => lines.filter((line) => line.includes('"audit"'))).toHaveLength(3)
    expect(lines.flatMap((line) => filter.exec(line)?.[1] ?? [])).toEqual(['192.0.2.2', '2001:db8::3'])
    // fail2ban removes the time before matching.
    const cut = lines.map((line) => line.replace(/"time":\d+/, ''))
    expect(cut.flatMap((line) => filter.exec(line)?.[1] ?? [])).toEqual(['192.0.2.2', '2001:db8::3'])
  })
})
