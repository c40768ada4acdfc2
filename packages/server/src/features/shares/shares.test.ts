// @module-tag large
import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { type ShareTarget, shareLimits } from '@koedana/contract/shares.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { streamedWorkId as id } from '../library/testing/streaming.ts'
import {
  actsOf,
  adultId,
  calm,
  createSharingServer,
  notFoundResponse,
  otherId,
  type SharingServer,
  theWork,
} from './testing/sharing-server.ts'

eachEngine((engine) => {
  let sharer: SharingServer
  beforeEach(async () => {
    sharer = await createSharingServer(engine)
  })
  afterEach(() => sharer.here.close())

  test('whoever has the link of a work sees it and hears it, without an account', async () => {
    const { here, w } = sharer
    const { share, open, read, worksOf } = actsOf(sharer)
    const { token, name, expiresAt } = await share(theWork)
    expect(name).toBe('rain')
    const opened = await open(token)
    expect(opened).toMatchObject({ kind: 'work', name: null, listening: true, expiresAt })
    expect(await worksOf(opened.pass)).toEqual([id])
    const { work, tracks } = await read(opened.pass)
    expect(work).toMatchObject({ id, title: 'rain' })
    expect(await here.statusOf(tracks[0]?.url ?? '')).toBe(200)
    const body = { fileIds: [tracks[0]?.id ?? ''] }
    await expect(w.call(api.renewMedia, { body })).rejects.toMatchObject({ status: 403 })
  })

  test('neither the token nor the pass is stored', async () => {
    const { w, owner } = sharer
    const { share, open } = actsOf(sharer)
    const { token } = await share(theWork)
    const { pass } = await open(token)
    const stored = JSON.stringify(await w.deps.db.selectFrom('share').selectAll().execute())
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(pass)
    expect(JSON.stringify(await owner.call(api.listShares, {}))).not.toContain(token)
  })

  test('only works that are shared are read or heard by a pass', async () => {
    const { here, owner } = sharer
    const { read, passOf, linkOf } = actsOf(sharer)
    const pass = await passOf({ kind: 'work', workId: otherId })
    await expect(read(pass)).rejects.toMatchObject(notFoundResponse)
    const ownUrl = await here.linkOf(owner.call)
    const lentUrl = await linkOf(await passOf(theWork))
    const [lentPath = '', signature = ''] = lentUrl.split('?s=')
    const [expiry, holder = '', hash] = signature.split('.')
    for (const forged of [
      `${ownUrl.split('?s=')[0]?.replace(/file-\d+/, 'file-1')}?s=${signature}`,
      `${lentPath}?s=${expiry}.${holder.slice(1)}.${hash}`,
      `${lentPath}?s=${expiry}..${hash}`,
    ]) {
      expect(await here.statusOf(forged)).toBe(403)
    }
  })

  test('a link for looking has no sound, and nobody makes one for listening where the site forbids it', async () => {
    const { owner, allow } = sharer
    const { share, open, read } = actsOf(sharer)
    const { token } = await share(theWork, owner, { listening: false })
    const { pass, listening } = await open(token)
    expect(listening).toBe(false)
    expect((await read(pass)).tracks).toMatchObject([{ url: null }])
    await sharer.admin.call(api.updateSiteSettings, { body: { visitorsMayListen: true } })
    expect(await open(token)).toMatchObject({ listening: true })
    await allow('view')
    await expect(share(theWork)).rejects.toMatchObject({ status: 403 })
    await expect(share(theWork, owner, { listening: false })).resolves.toBeDefined()
    await allow('off')
    await expect(share(theWork, owner, { listening: false })).rejects.toMatchObject({ status: 403 })
  })

  test('a playlist and a list are shared as they are when the link is opened', async () => {
    const { here, w, owner } = sharer
    const { read, passOf, worksOf, linkOf } = actsOf(sharer)
    const body = { name: 'rain at night', items: [{ workId: otherId }, { workId: id }] }
    const list = await owner.call(api.createPlaylist, { body })
    const pass = await passOf({ kind: 'playlist', playlistId: list.id })
    expect(await worksOf(pass)).toEqual([otherId, id])
    const calmOnes = await passOf({ kind: 'list', name: 'calm', search: { genres: ['g1'] } })
    expect(await worksOf(calmOnes)).toEqual([id])
    await expect(read(calmOnes, otherId)).rejects.toMatchObject(notFoundResponse)
    expect(await here.statusOf(await linkOf(calmOnes))).toBe(200)
    await w.make([{ id: otherId, genres: [calm] }])
    expect((await worksOf(calmOnes)).sort()).toEqual([id, otherId])
    await owner.call(api.deletePlaylist, { params: { id: list.id } })
    await expect(worksOf(pass)).rejects.toMatchObject(notFoundResponse)
  })

  test('what visitors may not see is in no share: all is as if it were not there', async () => {
    const { w, owner } = sharer
    const { share, open, read, passOf } = actsOf(sharer)
    const list = await owner.call(api.createPlaylist, {
      body: { name: 'all', items: [{ workId: id }, { workId: otherId }] },
    })
    const targets: ShareTarget[] = [
      { kind: 'playlist', playlistId: list.id },
      { kind: 'list', name: 'all', search: { sort: 'recentlyCreated' } },
    ]
    const passes = await Promise.all(targets.map(passOf))
    const pages = () =>
      Promise.all(passes.map((pass) => w.call(api.listSharedWorks, { body: { pass, pageSize: 1 } })))
    const before = await pages()
    await w.make([{ id: adultId, name: 'heat', ageCategory: 'r18', genres: [calm] }])
    await owner.call(api.addToPlaylist, {
      params: { id: list.id },
      body: { items: [{ workId: adultId }] },
    })
    expect(await pages()).toEqual(before)
    for (const pass of passes) await expect(read(pass, adultId)).rejects.toMatchObject(notFoundResponse)
    const adult = await share({ kind: 'work', workId: adultId })
    // The creator of the share may know whether visitors can see the work.
    expect(adult.isSeen).toBe(false)
    expect(await share(theWork)).toMatchObject({ isSeen: true })
    await expect(open(adult.token)).rejects.toMatchObject(notFoundResponse)
    const body = { token: 'never-given' }
    const responses = [
      await open(adult.token).catch(String),
      await w.call(api.openShared, { body }).catch(String),
    ]
    expect(responses[0]).toBe(responses[1])
  })

  test('shares are of their owner alone, and administrators see whose they are', async () => {
    const { w, owner, admin } = sharer
    const { share } = actsOf(sharer)
    const { id: shareId } = await share(theWork)
    const other = await w.signIn()
    expect((await other.call(api.listShares, {})).items).toEqual([])
    await expect(other.call(api.revokeShare, { params: { id: shareId } })).rejects.toMatchObject(
      notFoundResponse,
    )
    const { items } = await admin.call(api.listAllShares, {})
    expect(items).toMatchObject([{ id: shareId, owner: owner.user.username, name: 'rain' }])
    const guest = await w.signIn({ role: roleOf.guest })
    await expect(share(theWork, guest)).rejects.toMatchObject({ status: 403 })
  })

  test('nobody shares what they may not see, what others own, or what is their own mark', async () => {
    const { w, admin } = sharer
    const { share } = actsOf(sharer)
    const list = await admin.call(api.createPlaylist, { body: { name: 'mine', shared: true } })
    await w.make([{ id: adultId, name: 'heat', ageCategory: 'r18' }])
    const minor = await w.signIn()
    const refused: readonly [ShareTarget, number][] = [
      [{ kind: 'work', workId: adultId }, 404],
      [{ kind: 'work', workId: 'RJ99999999' }, 404],
      [{ kind: 'playlist', playlistId: list.id }, 404],
      [{ kind: 'list', name: 'my own', search: { favorite: true } }, 400],
      [{ kind: 'list', name: 'my own', search: { heard: false } }, 400],
    ]
    for (const [target, status] of refused)
      await expect(share(target, minor)).rejects.toMatchObject({ status })
  })

  test('a person has so many open shares and no more', async () => {
    const { owner } = sharer
    const { share } = actsOf(sharer)
    for (let made = 0; made < shareLimits.most; made += 1) await share(theWork)
    await expect(share(theWork)).rejects.toMatchObject({ body: { code: 'sharesFull' } })
    const [first] = (await owner.call(api.listShares, {})).items
    await owner.call(api.revokeShare, { params: { id: first?.id ?? '' } })
    await expect(share(theWork)).resolves.toBeDefined()
  })

  test('a token is no pass, a pass is no link, and neither is a way into the API', async () => {
    const { here, w } = sharer
    const { share, open, read, linkOf } = actsOf(sharer)
    const { token } = await share(theWork)
    const { pass } = await open(token)
    const url = await linkOf(pass)
    const [bare = '', signature = ''] = url.split('?s=')
    await expect(read(token)).rejects.toMatchObject(notFoundResponse)
    await expect(read(signature)).rejects.toMatchObject(notFoundResponse)
    expect(await here.statusOf(`${bare}?s=${pass}`)).toBe(403)
    for (const bearer of [token, pass.replaceAll(/[.~]/g, '')]) {
      await expect(w.bearing(bearer)(api.getMe, {})).rejects.toMatchObject({ status: 401 })
    }
    const archive = `/api/v3/works/${id}/archive?s=${signature}`
    expect(await here.statusOf(archive)).toBe(403)
  })

  test.each(['', 'a b', '../etc', 'x'.repeat(101), '\0', '<script>'])(
    'the token %j opens nothing',
    async (token) => {
      const { open } = actsOf(sharer)
      await expect(open(token)).rejects.toMatchObject({ status: 400 })
    },
  )

  test('who guesses tokens is stopped, and who has one is not counted', async () => {
    const { w } = sharer
    const { share, open } = actsOf(sharer)
    const { token } = await share(theWork)
    for (let times = 0; times < 70; times += 1) await open(token)
    const statuses: unknown[] = []
    const guess = (call: Call) =>
      call(api.openShared, { body: { token: `guessed-${statuses.length}` } }).catch((e) => e.status)
    for (let times = 0; times < 70; times += 1) statuses.push(await guess(w.call))
    expect(statuses[0]).toBe(404)
    expect(statuses.at(-1)).toBe(429)
    await expect(open(token)).resolves.toBeDefined()
  })
})
