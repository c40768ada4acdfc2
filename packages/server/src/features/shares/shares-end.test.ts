import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { streamedWorkId as id } from '../library/testing/streaming.ts'
import {
  actsOf,
  createSharingServer,
  notFoundResponse,
  type SharingServer,
  theWork,
} from './testing/sharing-server.ts'

eachEngine((engine) => {
  let sharer: SharingServer
  beforeEach(async () => {
    sharer = await createSharingServer(engine)
  })
  afterEach(() => sharer.here.close())

  test('a share shows no more than its owner may see at that moment', async () => {
    const { here, w, owner, admin } = sharer
    const { share, open, read, linkOf } = actsOf(sharer)
    await admin.call(api.updateSiteSettings, { body: { visitorCeiling: 'r18' } })
    await w.make([{ id, ageCategory: 'r18' }])
    const { token } = await share(theWork)
    const { pass } = await open(token)
    const url = await linkOf(pass)
    const excluded = { makers: [], series: [], artists: [], illustrators: [], genres: [{ id: 'g1' }] }
    const none = { ...excluded, genres: [] }
    const settings = { policy: 'off', ageFilterMode: 'no_limit', filterDefaults: {} } as const
    await owner.call(api.saveSettings, { body: { ...settings, excluded } })
    await expect(read(pass)).rejects.toMatchObject(notFoundResponse)
    expect(await here.statusOf(url)).toBe(404)
    await owner.call(api.saveSettings, { body: { ...settings, excluded: none } })
    expect(await here.statusOf(url)).toBe(200)
    const lower = () =>
      admin.call(api.updateUser, { params: { id: owner.user.id }, body: { ageRestriction: 'r15' } })
    expect(await here.endsEarly(url, lower)).toBe(true)
    expect(await here.statusOf(url)).toBe(404)
    await expect(open(token)).rejects.toMatchObject(notFoundResponse)
  })

  test.each(['disabled', 'deleted'])('a share ends with its owner, who is %s', async (how) => {
    const { here, owner, admin } = sharer
    const { share, open, worksOf, linkOf } = actsOf(sharer)
    const { token } = await share(theWork)
    const { pass } = await open(token)
    const params = { id: owner.user.id }
    const end = () =>
      how === 'deleted'
        ? admin.call(api.deleteUser, { params })
        : admin.call(api.updateUser, { params, body: { status: 'disabled' } })
    const url = await linkOf(pass)
    expect(await here.endsEarly(url, end)).toBe(true)
    expect(await here.statusOf(url)).toBe(403)
    await expect(open(token)).rejects.toMatchObject(notFoundResponse)
    await expect(worksOf(pass)).rejects.toMatchObject(notFoundResponse)
  })

  const revocations: readonly [string, (by: SharingServer, shareId: string) => Promise<unknown>][] = [
    [
      'its owner revokes it',
      ({ owner }, shareId) => owner.call(api.revokeShare, { params: { id: shareId } }),
    ],
    [
      'an administrator revokes it',
      ({ admin }, shareId) => admin.call(api.revokeAnyShare, { params: { id: shareId } }),
    ],
    ['an administrator revokes all', ({ admin }) => admin.call(api.revokeAllShares, {})],
    ['the site allows no shares', ({ allow }) => allow('off')],
  ]
  test.each(revocations)('a stream ends in the middle when %s', async (_, end) => {
    const { here } = sharer
    const { share, open, read, linkOf } = actsOf(sharer)
    const { token, id: shareId } = await share(theWork)
    const { pass } = await open(token)
    const url = await linkOf(pass)
    expect(await here.endsEarly(url, () => end(sharer, shareId))).toBe(true)
    expect(await here.statusOf(url)).toBe(403)
    await expect(open(token)).rejects.toMatchObject(notFoundResponse)
    await expect(read(pass)).rejects.toMatchObject(notFoundResponse)
  })

  test('where listening by links is taken back, sound ends and the page stays', async () => {
    const { here, allow } = sharer
    const { read, passOf, linkOf } = actsOf(sharer)
    const pass = await passOf(theWork)
    const url = await linkOf(pass)
    expect(await here.endsEarly(url, () => allow('view'))).toBe(true)
    expect((await read(pass)).tracks).toMatchObject([{ url: null }])
  })

  test('a share is over when its time is', async () => {
    const { here, owner, admin, later } = sharer
    const { share, open, read, linkOf } = actsOf(sharer)
    const { token } = await share(theWork, owner, { days: 1 })
    const { pass } = await open(token)
    const url = await linkOf(pass)
    later(7)
    await expect(read(pass)).rejects.toMatchObject(notFoundResponse)
    const { pass: second } = await open(token)
    expect(await here.statusOf(await linkOf(second))).toBe(200)
    later(16)
    const { pass: third } = await open(token)
    const last = await linkOf(third)
    later(1)
    expect(await here.statusOf(url)).toBe(403)
    expect(await here.statusOf(last)).toBe(403)
    await expect(open(token)).rejects.toMatchObject(notFoundResponse)
    await expect(read(third)).rejects.toMatchObject(notFoundResponse)
    expect((await owner.call(api.listShares, {})).items).toEqual([])
    expect((await admin.call(api.listAllShares, {})).total).toBe(0)
  })
})
