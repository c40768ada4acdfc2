/** Drives through the API: from the client id to a sound that is heard, and everything that must not link. */
import { PassThrough } from 'node:stream'
import { api } from '@koedana/contract/api.ts'
import type { DriveAccount, LinkAnswer } from '@koedana/contract/drives.ts'
import { roleOf } from '@koedana/contract/values.ts'
import {
  type FakeDriveName,
  type FakeDrives,
  fakeDriveNames,
  startDrives,
} from '@koedana/fakes/drives/start-drives.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../../lib/log.ts'
import { eachEngine } from '../../testing/engines.ts'
import { patience } from '../../testing/patience.ts'
import { type SignedInPerson, type World, world } from '../../testing/world.ts'
import { sound } from '../library/testing/library.ts'
import { answerOf, consent } from './testing/consent.ts'

const publicUrl = 'https://shelf.example'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let server: FakeDrives
  const logged: string[] = []
  beforeEach(async () => {
    logged.length = 0
    const to = new PassThrough().on('data', (chunk: Buffer) => logged.push(chunk.toString()))
    server = await startDrives()
    const now = () => new Date(server.now())
    w = await world(engine, { log: createLog('debug', to), driveGateway: server.url, publicUrl, now })
    admin = await w.signIn({ role: roleOf.admin })
  })
  afterEach(async () => {
    await w.close()
    await server.close()
  })

  const giveApp = async (provider: FakeDriveName) => {
    const { desk } = server.providers[provider]
    const { apps } = await admin.call(api.listDrives, {})
    desk.returnUrls.add(apps.find((app) => app.provider === provider)?.returnUrl ?? '')
    await admin.call(api.saveDriveApp, { params: { provider }, body: desk.app })
    return desk
  }
  const begin = async (provider: FakeDriveName, by = admin) =>
    (await by.call(api.linkDrive, { body: { provider } })).url
  const link = async (provider: FakeDriveName): Promise<DriveAccount> => {
    await giveApp(provider)
    const body = { provider, ...answerOf(await consent(await begin(provider))) }
    const result = await admin.call(api.completeDrive, { body })
    if (result.is !== 'linked') throw new Error(JSON.stringify(result))
    return result.account
  }
  const refusalOf = async (answer: Omit<LinkAnswer, 'provider'>, by = admin) => {
    const result = await by.call(api.completeDrive, { body: { provider: 'dropbox', ...answer } })
    return result.is === 'refused' ? result.reason : result.is
  }

  describe.each(fakeDriveNames)('%s', (provider) => {
    test('is linked, a folder is picked, scanned and heard, and no secret is told to anybody', async () => {
      w.deps.tasks.start()
      const { tree, desk, hasLastingTokens } = server.providers[provider]
      tree.put('Audio/RJ90000001 雨/1.wav', sound('rain'))
      const account = await link(provider)
      expect(account).toMatchObject({ provider, state: 'linked', name: expect.stringContaining('aruka') })
      const { folders } = await admin.call(api.listDriveFolders, { params: { id: account.id }, query: {} })
      const [folder] = folders
      expect(folders).toMatchObject([{ name: 'Audio' }])
      const settings = {
        kind: 'drive',
        provider,
        account: account.id,
        folder: folder?.folder ?? '',
        path: 'Audio',
      } as const
      const { id } = await admin.call(api.createStorage, { body: { settings, unknownAge: 'all' } })
      expect((await admin.call(api.testStorage, { params: { id } })).isGood).toBe(true)
      let asked = 0
      const when = () => {
        asked += 1
        // In the midst of what the thread of the scan asks for.
        if (asked === 4 && !hasLastingTokens) desk.expireAccess()
        return false
      }
      server.setTrouble({ is: 'html', when })
      const task = await admin.call(api.scanStorage, { params: { id }, body: {} })
      await vi.waitFor(async () => {
        const { endedAt } = await admin.call(api.getTask, { params: { id: task.id } })
        expect(endedAt).not.toBeNull()
      }, patience)
      server.setTrouble()
      expect(asked).toBeGreaterThan(4)
      const spaceOf = async () => (await admin.call(api.getStorage, { params: { id } })).space
      await vi.waitFor(async () => expect(await spaceOf()).not.toBeNull(), patience)
      const scanned = await admin.call(api.getStorage, { params: { id } })
      expect(scanned.lastScan).toMatchObject({ state: 'mounted', works: { found: 1 }, files: { found: 1 } })
      await w.deps.catalogue.caughtUp()
      const { tracks } = await w.call(api.listWorkFiles, { params: { id: 'RJ90000001' } })
      const url = tracks[0]?.url ?? ''
      const heard = await w.app.inject({ url, headers: { range: 'bytes=0-3' } })
      expect([heard.statusCode, heard.body]).toEqual([206, 'RIFF'])
      server.endLinks()
      const later = await w.app.inject({ url, headers: { range: 'bytes=8-11' } })
      expect([later.statusCode, later.body]).toEqual([206, 'WAVE'])
      const told = JSON.stringify([logged, await admin.call(api.listDrives, {}), scanned])
      expect(told).not.toMatch(/-(?:at|rt|secret|code)-/)
    })

    test('a link that was taken back says so, and is the same account when it is made anew', async () => {
      const account = await link(provider)
      server.providers[provider].desk.revoke()
      const listing = admin.call(api.listDriveFolders, { params: { id: account.id }, query: {} })
      await expect(listing).rejects.toMatchObject({ body: { code: 'driveRevoked' } })
      const { accounts } = await admin.call(api.listDrives, {})
      expect(accounts).toMatchObject([{ id: account.id, state: 'relink' }])
      expect((await link(provider)).id).toBe(account.id)
      await admin.call(api.listDriveFolders, { params: { id: account.id }, query: {} })
    })
  })

  test('an answer counts once, in the session and for the provider that it was begun for, and not for long', async () => {
    await giveApp('dropbox')
    const answer = async (by = admin) => answerOf(await consent(await begin('dropbox', by)))
    const good = await answer()
    server.requests.length = 0
    expect(await refusalOf({ ...good, state: 'forged' })).toBe('unknown')
    expect(await refusalOf({ ...good, state: undefined })).toBe('unknown')
    const other = await w.signIn({ role: roleOf.admin })
    expect(await refusalOf(good, other)).toBe('unknown')
    // Nobody asks the provider about what was not begun here.
    expect(server.requests).toEqual([])
    expect(await refusalOf(good)).toBe('linked')
    expect(await refusalOf(good)).toBe('unknown')
    const late = await answer()
    server.passTime(11 * 60_000)
    expect(await refusalOf(late)).toBe('unknown')
    const parallel = await answer()
    const results = await Promise.all(Array.from({ length: 10 }, () => refusalOf(parallel)))
    expect(results.sort()).toEqual(['linked', ...Array(9).fill('unknown')])
  })

  test.each(fakeDriveNames)(
    'what was begun for %s is no answer for any other, and stays good',
    async (own) => {
      for (const provider of fakeDriveNames) await giveApp(provider)
      const answer = answerOf(await consent(await begin(own)))
      server.requests.length = 0
      for (const provider of fakeDriveNames.filter((one) => one !== own)) {
        const result = await admin.call(api.completeDrive, { body: { provider, ...answer } })
        expect(result).toMatchObject({ is: 'refused', reason: 'unknown' })
      }
      expect(server.requests).toEqual([])
      const result = await admin.call(api.completeDrive, { body: { provider: own, ...answer } })
      expect(result.is).toBe('linked')
    },
  )

  test('a token of Yandex ends there when it is unlinked: it was got for a device', async () => {
    const { id } = await link('yandex_disk')
    const { desk } = server.providers.yandex_disk
    const { accessToken } = desk.issue()
    await admin.call(api.unlinkDrive, { params: { id } })
    expect(desk.isGood(accessToken)).toBe(false)
    expect((await link('yandex_disk')).id).toBe(id)
  })

  describe('pCloud, which may send browsers back without the state', () => {
    const complete = async (answer: Omit<LinkAnswer, 'provider'>) => {
      const result = await admin.call(api.completeDrive, { body: { provider: 'pcloud', ...answer } })
      return result.is === 'refused' ? result.reason : result.is
    }

    test('is linked by the only link that was begun in this session, and by no other', async () => {
      await giveApp('pcloud')
      server.providers.pcloud.dropState({ dropsRegion: true })
      const first = answerOf(await consent(await begin('pcloud')))
      expect(Object.keys(first)).toEqual(['code'])
      const other = await w.signIn({ role: roleOf.admin })
      const byOther = await other.call(api.completeDrive, { body: { provider: 'pcloud', ...first } })
      expect(byOther).toMatchObject({ reason: 'unknown' })
      expect(await complete({ ...first, state: 'forged' })).toBe('unknown')
      expect(await complete({ ...first, iss: 'https://another.example' })).toBe('unknown')
      expect(await complete(first)).toBe('linked')
      expect(await complete(first)).toBe('unknown')
      const two = [await begin('pcloud'), await begin('pcloud')]
      const ofTwo = answerOf(await consent(two[0] ?? ''))
      expect(await complete(ofTwo)).toBe('unknown')
      server.passTime(11 * 60_000)
      const late = answerOf(await consent(await begin('pcloud')))
      server.passTime(11 * 60_000)
      expect(await complete(late)).toBe('unknown')
    })

    test('is asked at its own two hosts alone, whatever an answer says', async () => {
      await giveApp('pcloud')
      for (const where of [
        { hostname: 'evil.example' },
        { hostname: 'api.pcloud.com.evil.example' },
        { locationid: '3' },
      ]) {
        const good = answerOf(await consent(await begin('pcloud')))
        server.requests.length = 0
        expect(await complete({ state: good.state, code: good.code, ...where })).toBe('unknown')
        expect(server.requests).toEqual([])
      }
      const { state, code } = answerOf(await consent(await begin('pcloud')))
      expect(await complete({ state, code, locationid: '2' })).toBe('linked')
      expect(server.requests.filter((one) => one.includes('oauth2_token'))).toEqual([
        'POST /eapi.pcloud.com/oauth2_token',
      ])
    })

    test('refuses with HTTP 200, and says whether it is the code or the app', async () => {
      const desk = await giveApp('pcloud')
      expect(await complete({ ...answerOf(await begin('pcloud')), code: 'invented' })).toBe('code')
      const wrong = { clientId: desk.app.clientId, clientSecret: 'wrong' }
      await admin.call(api.saveDriveApp, { params: { provider: 'pcloud' }, body: wrong })
      expect(await complete(answerOf(await consent(await begin('pcloud'))))).toBe('app')
      const body = { provider: 'pcloud', refreshToken: 'x' } as const
      expect(await admin.call(api.pasteDriveToken, { body })).toMatchObject({ reason: 'code' })
    })
  })

  test('what was not given is told in words, and those of the provider are plain text', async () => {
    const desk = await giveApp('dropbox')
    const denied = answerOf(await consent(await begin('dropbox'), 'deny'))
    const result = await admin.call(api.completeDrive, { body: { provider: 'dropbox', ...denied } })
    expect(result).toMatchObject({ is: 'refused', reason: 'denied', detail: expect.stringContaining('<i>') })
    const hostile = {
      state: answerOf(await begin('dropbox')).state,
      error: 'x',
      errorDescription: 'a\u202eb'.repeat(400),
    }
    const cut = await admin.call(api.completeDrive, { body: { provider: 'dropbox', ...hostile } })
    expect(cut.is === 'refused' && cut.detail).toMatch(/^[ab]{300}$/)
    const url = await begin('dropbox')
    expect(await refusalOf({ ...answerOf(url), code: 'invented' })).toBe('code')
    const app = { clientId: desk.app.clientId, clientSecret: 'wrong' }
    await admin.call(api.saveDriveApp, { params: { provider: 'dropbox' }, body: app })
    expect(await refusalOf(answerOf(await consent(await begin('dropbox'))))).toBe('app')
  })

  test('an account links by a token that somebody has, and unlinked it is ended at the provider', async () => {
    const desk = await giveApp('dropbox')
    const { refreshToken = '' } = desk.issue()
    const body = { provider: 'dropbox', refreshToken } as const
    const result = await admin.call(api.pasteDriveToken, { body })
    expect(result).toMatchObject({ is: 'linked' })
    const id = result.is === 'linked' ? result.account.id : ''
    await admin.call(api.unlinkDrive, { params: { id } })
    expect(await admin.call(api.listDrives, {})).toMatchObject({ accounts: [{ id, state: 'unlinked' }] })
    expect(await admin.call(api.pasteDriveToken, { body })).toMatchObject({ is: 'refused', reason: 'code' })
  })

  test('nobody but administrators links, and no storage lies on an account that is not there', async () => {
    const member = await w.signIn()
    await expect(member.call(api.listDrives, {})).rejects.toMatchObject({ status: 403 })
    await expect(member.call(api.linkDrive, { body: { provider: 'dropbox' } })).rejects.toMatchObject({
      status: 403,
    })
    const settings = { kind: 'drive', provider: 'dropbox', account: '7', folder: '', path: '' } as const
    const create = admin.call(api.createStorage, { body: { settings, unknownAge: 'all' } })
    await expect(create).rejects.toMatchObject({ body: { code: 'refused' } })
  })
})
