import { api } from '@koedana/contract/api.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { type ShareTarget, shareBounds } from '@koedana/contract/shares.ts'
import type { Sharing } from '@koedana/contract/site-settings.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import type { SignedInPerson, World } from '../../testing/world.ts'
import { streamedId as id, type Streaming, streaming } from '../library/testing/streaming.ts'

const otherId = 'RJ90000002'
const adultId = 'RJ90000003'
const calm = { id: 'g1', name: 'calm' }
const theWork: ShareTarget = { kind: 'work', workId: id }
const gone = { status: 404, body: { code: 'notFound' } }

eachEngine((engine) => {
  let clock = new Date('2026-11-01T12:00:00Z')
  let here: Streaming
  let w: World
  let owner: SignedInPerson
  let admin: SignedInPerson
  beforeEach(async () => {
    clock = new Date()
    here = await streaming(engine, { now: () => clock })
    w = here.world
    await w.make([
      { id, genres: [calm] },
      { id: otherId, name: 'snow', ageCategory: 'all' },
    ])
    owner = await w.signIn({ ageRestriction: 'r18' })
    admin = await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
    await w.deps.site.save(w.deps.write, { visitorsMayListen: false })
    await allow('listen')
  })
  afterEach(() => here.close())

  const allow = (sharing: Sharing) => admin.call(api.updateSiteSettings, { body: { sharing } })
  const share = (target: ShareTarget, { call } = owner, given: { days?: number; listening?: boolean } = {}) =>
    call(api.createShare, { body: { target, days: 7, listening: true, ...given } })
  const open = (token: string) => w.call(api.openShared, { body: { token } })
  const passOf = async (target: ShareTarget) => (await open((await share(target)).token)).pass
  const worksOf = async (pass: string) =>
    (await w.call(api.listSharedWorks, { body: { pass } })).items.map((work) => work.id)
  const read = (pass: string, workId = id) =>
    w.call(api.getSharedWork, { params: { id: workId }, body: { pass } })
  const linkOf = async (pass: string) => (await read(pass)).tracks[0]?.url ?? ''

  test('whoever has the link of a work sees it and hears it, without an account', async () => {
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
    const { token } = await share(theWork)
    const { pass } = await open(token)
    const stored = JSON.stringify(await w.deps.db.selectFrom('share').selectAll().execute())
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(pass)
    expect(JSON.stringify(await owner.call(api.listShares, {}))).not.toContain(token)
  })

  test('only works that are shared are read or heard by a pass', async () => {
    const pass = await passOf({ kind: 'work', workId: otherId })
    await expect(read(pass)).rejects.toMatchObject(gone)
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
    const { token } = await share(theWork, owner, { listening: false })
    const { pass, listening } = await open(token)
    expect(listening).toBe(false)
    expect((await read(pass)).tracks).toMatchObject([{ url: null }])
    await allow('view')
    await expect(share(theWork)).rejects.toMatchObject({ status: 403 })
    await expect(share(theWork, owner, { listening: false })).resolves.toBeDefined()
    await allow('off')
    await expect(share(theWork, owner, { listening: false })).rejects.toMatchObject({ status: 403 })
  })

  test('a playlist and a list are shared as they are when the link is opened', async () => {
    const body = { name: 'rain at night', items: [{ workId: otherId }, { workId: id }] }
    const list = await owner.call(api.createPlaylist, { body })
    const pass = await passOf({ kind: 'playlist', playlistId: list.id })
    expect(await worksOf(pass)).toEqual([otherId, id])
    const calmOnes = await passOf({ kind: 'list', name: 'calm', search: { genres: ['g1'] } })
    expect(await worksOf(calmOnes)).toEqual([id])
    await expect(read(calmOnes, otherId)).rejects.toMatchObject(gone)
    expect(await here.statusOf(await linkOf(calmOnes))).toBe(200)
    await w.make([{ id: otherId, genres: [calm] }])
    expect((await worksOf(calmOnes)).sort()).toEqual([id, otherId])
    await owner.call(api.deletePlaylist, { params: { id: list.id } })
    await expect(worksOf(pass)).rejects.toMatchObject(gone)
  })

  test('what visitors may not see is in no share: all is as if it were not there', async () => {
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
    for (const pass of passes) await expect(read(pass, adultId)).rejects.toMatchObject(gone)
    const adult = await share({ kind: 'work', workId: adultId })
    await expect(open(adult.token)).rejects.toMatchObject(gone)
    const body = { token: 'never-given' }
    const answers = [
      await open(adult.token).catch(String),
      await w.call(api.openShared, { body }).catch(String),
    ]
    expect(answers[0]).toBe(answers[1])
  })

  test('a share shows no more than its owner may see at that moment', async () => {
    await admin.call(api.updateSiteSettings, { body: { visitorCeiling: 'r18' } })
    await w.make([{ id, ageCategory: 'r18' }])
    const { token } = await share(theWork)
    const { pass } = await open(token)
    const url = await linkOf(pass)
    const excluded = { makers: [], series: [], artists: [], illustrators: [], genres: [{ id: 'g1' }] }
    const none = { ...excluded, genres: [] }
    const settings = { policy: 'off', ageFilterMode: 'no_limit', filterDefaults: {} } as const
    await owner.call(api.saveSettings, { body: { ...settings, excluded } })
    await expect(read(pass)).rejects.toMatchObject(gone)
    expect(await here.statusOf(url)).toBe(404)
    await owner.call(api.saveSettings, { body: { ...settings, excluded: none } })
    expect(await here.statusOf(url)).toBe(200)
    const lower = () =>
      admin.call(api.updateUser, { params: { id: owner.user.id }, body: { ageRestriction: 'r15' } })
    expect(await here.endsEarly(url, lower)).toBe(true)
    expect(await here.statusOf(url)).toBe(404)
    await expect(open(token)).rejects.toMatchObject(gone)
  })

  test.each(['disabled', 'deleted'])('a share ends with its owner, who is %s', async (how) => {
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
    await expect(open(token)).rejects.toMatchObject(gone)
    await expect(worksOf(pass)).rejects.toMatchObject(gone)
  })

  const revocations: readonly [string, (shareId: string) => Promise<unknown>][] = [
    ['its owner revokes it', (shareId) => owner.call(api.revokeShare, { params: { id: shareId } })],
    ['an administrator revokes it', (shareId) => admin.call(api.revokeAnyShare, { params: { id: shareId } })],
    ['an administrator revokes all', () => admin.call(api.revokeAllShares, {})],
    ['the site allows no shares', () => allow('off')],
  ]
  test.each(revocations)('a stream ends in the middle when %s', async (_, end) => {
    const { token, id: shareId } = await share(theWork)
    const { pass } = await open(token)
    const url = await linkOf(pass)
    expect(await here.endsEarly(url, () => end(shareId))).toBe(true)
    expect(await here.statusOf(url)).toBe(403)
    await expect(open(token)).rejects.toMatchObject(gone)
    await expect(read(pass)).rejects.toMatchObject(gone)
  })

  test('where listening by links is taken back, sound ends and the page stays', async () => {
    const pass = await passOf(theWork)
    const url = await linkOf(pass)
    expect(await here.endsEarly(url, () => allow('view'))).toBe(true)
    expect((await read(pass)).tracks).toMatchObject([{ url: null }])
  })

  test('a share is over when its time is', async () => {
    const { token } = await share(theWork, owner, { days: 1 })
    const { pass } = await open(token)
    const url = await linkOf(pass)
    const later = (hours: number) => {
      clock = new Date(clock.getTime() + hours * 3_600_000)
    }
    later(7)
    await expect(read(pass)).rejects.toMatchObject(gone)
    const { pass: second } = await open(token)
    expect(await here.statusOf(await linkOf(second))).toBe(200)
    later(16)
    const { pass: third } = await open(token)
    const last = await linkOf(third)
    later(1)
    expect(await here.statusOf(url)).toBe(403)
    expect(await here.statusOf(last)).toBe(403)
    await expect(open(token)).rejects.toMatchObject(gone)
    await expect(read(third)).rejects.toMatchObject(gone)
    expect((await owner.call(api.listShares, {})).items).toEqual([])
    expect((await admin.call(api.listAllShares, {})).total).toBe(0)
  })

  test('shares are of their owner alone, and administrators see whose they are', async () => {
    const { id: shareId } = await share(theWork)
    const other = await w.signIn()
    expect((await other.call(api.listShares, {})).items).toEqual([])
    await expect(other.call(api.revokeShare, { params: { id: shareId } })).rejects.toMatchObject(gone)
    const { items } = await admin.call(api.listAllShares, {})
    expect(items).toMatchObject([{ id: shareId, owner: owner.user.username, name: 'rain' }])
    const guest = await w.signIn({ role: roleOf.guest })
    await expect(share(theWork, guest)).rejects.toMatchObject({ status: 403 })
  })

  test('nobody shares what they may not see, what others own, or what is their own mark', async () => {
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
    for (let made = 0; made < shareBounds.most; made += 1) await share(theWork)
    await expect(share(theWork)).rejects.toMatchObject({ body: { code: 'sharesFull' } })
    const [first] = (await owner.call(api.listShares, {})).items
    await owner.call(api.revokeShare, { params: { id: first?.id ?? '' } })
    await expect(share(theWork)).resolves.toBeDefined()
  })

  test('a token is no pass, a pass is no link, and neither is a way into the API', async () => {
    const { token } = await share(theWork)
    const { pass } = await open(token)
    const url = await linkOf(pass)
    const [bare = '', signature = ''] = url.split('?s=')
    await expect(read(token)).rejects.toMatchObject(gone)
    await expect(read(signature)).rejects.toMatchObject(gone)
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
      await expect(open(token)).rejects.toMatchObject({ status: 400 })
    },
  )

  test('who guesses tokens is stopped, and who has one is not counted', async () => {
    const { token } = await share(theWork)
    for (let times = 0; times < 70; times += 1) await open(token)
    const guess = (call: Call) => call(api.openShared, { body: { token: 'guessed' } }).catch((e) => e.status)
    const statuses = []
    for (let times = 0; times < 70; times += 1) statuses.push(await guess(w.call))
    expect(statuses[0]).toBe(404)
    expect(statuses.at(-1)).toBe(429)
  })
})
