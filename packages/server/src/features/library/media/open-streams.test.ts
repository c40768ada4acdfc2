// @module-tag large
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import type { World } from '../../../testing/test-server.ts'
import { streamedWorkId as id, type Streaming, streaming } from '../testing/streaming.ts'

const password = 'lantern moss 7'

eachEngine((engine) => {
  let here: Streaming
  let w: World
  beforeEach(async () => {
    here = await streaming(engine)
    w = here.world
  })
  afterEach(() => here.close())

  const linkOf: Streaming['linkOf'] = (call) => here.linkOf(call)
  const statusOf: Streaming['statusOf'] = (url) => here.statusOf(url)
  const endsEarly: Streaming['endsEarly'] = (url, act) => here.endsEarly(url, act)
  const admin = async () => (await w.signIn({ role: roleOf.admin })).call

  test('logging out ends what is open, and the link', async () => {
    const { call } = await w.signIn()
    const url = await linkOf(call)
    expect(await endsEarly(url, () => call(api.logout, {}))).toBe(true)
    expect(await statusOf(url)).toBe(403)
  })

  test('revoking an API token ends the streams of its links, and the links', async () => {
    const { call } = await w.signIn()
    const body = { name: 'script', scope: 'read' } as const
    const { id: tokenId, token } = await call(api.createApiToken, { body })
    const url = await linkOf(w.bearing(token))
    expect(await endsEarly(url, () => call(api.revokeApiToken, { params: { id: tokenId } }))).toBe(true)
    expect(await statusOf(url)).toBe(403)
    // The owner's session is not affected.
    expect(await statusOf(await linkOf(call))).toBe(200)
  })

  test('a zip of the work ends with the right to it', async () => {
    const { call } = await w.signIn()
    const url = await here.archiveOf(call)
    expect(await endsEarly(url, () => w.make([{ id, sales: 9 }]))).toBe(false)
    expect(await endsEarly(url, () => call(api.logout, {}))).toBe(true)
    expect(await statusOf(url)).toBe(403)
    const { call: other } = await w.signIn()
    const hidden = await here.archiveOf(other)
    expect(await endsEarly(hidden, () => w.make([{ id, ageCategory: 'r18' }]))).toBe(true)
    expect(await statusOf(hidden)).toBe(404)
  })

  test('what was on its way is not sent to the end: a listener gets what is at their end, and no more', async () => {
    const megabyte = 1024 * 1024
    const act = await admin()
    const { call } = await w.signIn()
    expect(await here.bytesAfter(await linkOf(call), () => call(api.logout, {}))).toBeLessThan(megabyte)
    const { call: other, user } = await w.signIn()
    const disable = () => act(api.updateUser, { params: { id: user.id }, body: { status: 'disabled' } })
    expect(await here.bytesAfter(await linkOf(other), disable)).toBeLessThan(megabyte)
    const restrict = () => w.make([{ id, ageCategory: 'r18' }])
    const { call: third } = await w.signIn()
    expect(await here.bytesAfter(await linkOf(third), restrict)).toBeLessThan(megabyte)
  })

  test('so do a new password, another role, a disabled or deleted account', async () => {
    const act = await admin()
    const changes = [
      (user: string) => act(api.updateUser, { params: { id: user }, body: { status: 'disabled' } }),
      (user: string) => act(api.updateUser, { params: { id: user }, body: { role: roleOf.admin } }),
      (user: string) => act(api.deleteUser, { params: { id: user } }),
    ]
    for (const change of changes) {
      const { call, user } = await w.signIn()
      const url = await linkOf(call)
      expect(await endsEarly(url, () => change(user.id))).toBe(true)
      expect(await statusOf(url)).toBe(403)
    }
    const { call } = await w.signIn({ password })
    const body = { currentPassword: password, newPassword: 'paper boat 12' }
    expect(await endsEarly(await linkOf(call), () => call(api.changePassword, { body }))).toBe(true)
  })

  test('logging out everywhere else ends the others, and only them', async () => {
    const { call, user } = await w.signIn()
    const row = await w.deps.db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    const { token } = await w.deps.sessions.open(row, { address: '', userAgent: '' })
    const [own, other] = [await linkOf(call), await linkOf(w.bearing(token))]
    expect(await endsEarly(other, () => call(api.endOtherSessions, {}))).toBe(true)
    expect([await statusOf(other), await statusOf(own)]).toEqual([403, 200])
  })

  test('a session that runs out ends what is open, though nobody tells', async () => {
    const { call } = await w.signIn()
    const url = await linkOf(call)
    // Long enough to open the stream on a busy machine.
    const expires_at = new Date(Date.now() + 4_000).toISOString()
    await w.deps.write.updateTable('session').set({ expires_at }).execute()
    w.deps.sessions.forget('all')
    expect(await here.endsBySelf(url)).toBe(true)
    expect(await statusOf(url)).toBe(403)
    await expect(call(api.getMe, {})).rejects.toMatchObject({ status: 401 })
  })

  test('a work that becomes hidden is not sent to its end, and one that stays is', async () => {
    const { call } = await w.signIn()
    const url = await linkOf(call)
    expect(await endsEarly(url, () => w.make([{ id, sales: 9 }]))).toBe(false)
    expect(await endsEarly(url, () => w.make([{ id, ageCategory: 'r18' }]))).toBe(true)
    expect(await statusOf(url)).toBe(404)
  })

  test('visitors listen until they may not; the list of files stays, without links', async () => {
    const url = await linkOf(w.call)
    const { call } = await w.signIn()
    const close = async () => {
      await w.deps.site.save(w.deps.write, { visitorsMayListen: false })
      await w.deps.catalogue.caughtUp()
    }
    expect(await endsEarly(url, close)).toBe(true)
    expect(await statusOf(url)).toBe(403)
    expect((await w.call(api.listWorkFiles, { params: { id } })).tracks).toMatchObject([{ url: null }])
    await expect(w.call(api.renewMedia, { body: { fileIds: [] } })).rejects.toMatchObject({ status: 403 })
    expect(await statusOf(await linkOf(call))).toBe(200)
  })

  test('a link with the session of somebody else written into it opens nothing', async () => {
    const one = await linkOf((await w.signIn()).call)
    const other = await linkOf((await w.signIn()).call)
    const [, foreign = ''] = (other.split('?s=')[1] ?? '').split('.')
    const [expiry, , hash] = (one.split('?s=')[1] ?? '').split('.')
    expect(await statusOf(`${one.split('?s=')[0]}?s=${expiry}.${foreign}.${hash}`)).toBe(403)
    expect(await statusOf(`${one.split('?s=')[0]}?s=${expiry}..${hash}`)).toBe(403)
  })

  test('links are renewed in the order of the request, without what is hidden or unknown', async () => {
    const { call } = await w.signIn()
    const [track] = (await call(api.listWorkFiles, { params: { id } })).tracks
    const fileIds = ['nothing', track?.id ?? '', 'a\0b']
    const { items } = await call(api.renewMedia, { body: { fileIds } })
    expect(items).toEqual([{ id: track?.id, url: track?.url }])
    await w.make([{ id, ageCategory: 'r18' }])
    expect(await call(api.renewMedia, { body: { fileIds } })).toEqual({ items: [] })
  })
})
