import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { putInLibrary } from '../../../testing/put-in-library.ts'
import { type World, world } from '../../../testing/world.ts'

/** More than all buffers between file and listener hold. */
const fileBytes = 64 * 1024 * 1024
const id = 'RJ90000001'
const password = 'lantern moss 7'

eachEngine((engine) => {
  let w: World
  let origin: string
  let root: string
  beforeEach(async () => {
    w = await world(engine)
    root = await mkdtemp(join(tmpdir(), 'koedana-streams-'))
    await w.make([{ id, name: 'rain', ageCategory: 'all' }])
    await putInLibrary(w.deps.write, [id], root)
    const { path } = await w.deps.write.selectFrom('track').select('path').executeTakeFirstOrThrow()
    await writeFile(join(root, path), '')
    await truncate(join(root, path), fileBytes)
    await w.deps.catalogue.caughtUp()
    origin = await w.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(async () => {
    await w.close()
    await rm(root, { recursive: true })
  })

  const linkOf = async (call: Call) =>
    (await call(api.listWorkFiles, { params: { id } })).tracks[0]?.url ?? ''
  const open = (url: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(origin + url, resolve).on('error', reject)
    })
  const statusOf = async (url: string) => {
    const answer = await open(url)
    answer.destroy()
    return answer.statusCode
  }
  /** Reads a little and then waits; answers whether the server ended it before its end. */
  const endsEarly = async (url: string, act: () => Promise<unknown>) => {
    const answer = await open(url)
    expect(answer.statusCode).toBe(200)
    await new Promise((resolve) => answer.once('readable', resolve))
    answer.read(1)
    const broken = new Promise<boolean>((resolve) => {
      answer.once('error', () => resolve(true))
      answer.once('end', () => resolve(!answer.complete))
    })
    await act()
    answer.resume()
    return broken
  }
  const admin = async () => (await w.signIn({ role: roleOf.admin })).call

  test('logging out ends what is open, and the link', async () => {
    const { call } = await w.signIn()
    const url = await linkOf(call)
    expect(await endsEarly(url, () => call(api.logout, {}))).toBe(true)
    expect(await statusOf(url)).toBe(403)
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

  test('links are renewed in the order asked, without what is hidden or unknown', async () => {
    const { call } = await w.signIn()
    const [track] = (await call(api.listWorkFiles, { params: { id } })).tracks
    const fileIds = ['nothing', track?.id ?? '', 'a\0b']
    const { items } = await call(api.renewMedia, { body: { fileIds } })
    expect(items).toEqual([{ id: track?.id, url: track?.url }])
    await w.make([{ id, ageCategory: 'r18' }])
    expect(await call(api.renewMedia, { body: { fileIds } })).toEqual({ items: [] })
  })
})
