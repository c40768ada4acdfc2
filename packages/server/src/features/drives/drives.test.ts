// @module-tag large
/** Tests drives through the API, from entering a client ID to playing a file, and to unlinking. */
import { api } from '@koedana/contract/api.ts'
import { type FakeDriveName, type FakeDrives, fakeDriveNames } from '@koedana/fakes/drives/start-drives.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { pollOptions } from '../../testing/poll-options.ts'
import { sound } from '../library/testing/library.ts'
import { type DriveWorld, openDriveWorld } from './testing/drive-world.ts'

/** Matches tokens, client secrets and codes of the fakes. Only Baidu requires them in the URL. */
const secret = /-(?:at|rt|secret|code)-/

/** Runs a function while the provider rejects every request with an error text that contains a token. */
async function whileEchoing<T>(
  server: FakeDrives,
  provider: FakeDriveName,
  act: () => Promise<T>,
): Promise<T> {
  const { accessToken, refreshToken = '' } = server.providers[provider].issuer.issue()
  const said = `${accessToken} ${refreshToken}`
  const reply = { code: said, error: said, error_summary: said, message: said, errno: 31_023, result: 1_004 }
  const headers = { 'content-type': 'application/json' }
  server.setTrouble({ type: 'status', status: 403, headers, body: JSON.stringify(reply) })
  return act().finally(() => server.setTrouble())
}

const bodyOf = (error: unknown) => JSON.stringify(error) + String(error)

eachEngine((engine) => {
  let d: DriveWorld
  beforeEach(async () => {
    d = await openDriveWorld(engine)
  })
  afterEach(() => d.close())

  describe.each(fakeDriveNames)('%s', (provider) => {
    test('is linked, a folder is picked, scanned and heard, and no secret is told to anybody', async () => {
      d.w.deps.tasks.start()
      const { tree, issuer, hasLastingTokens } = d.server.providers[provider]
      tree.put('Audio/RJ90000001 雨/1.wav', sound('rain'))
      const account = await d.link(provider)
      expect(account).toMatchObject({ provider, state: 'linked', name: expect.stringContaining('aruka') })
      const { folders } = await d.admin.call(api.listDriveFolders, { params: { id: account.id }, query: {} })
      const [folder] = folders
      expect(folders).toMatchObject([{ name: 'Audio' }])
      const settings = {
        kind: 'drive',
        provider,
        account: account.id,
        folder: folder?.folder ?? '',
        path: 'Audio',
      } as const
      const { id } = await d.admin.call(api.createStorage, { body: { settings, unknownAge: 'all' } })
      expect((await d.admin.call(api.testStorage, { params: { id } })).isGood).toBe(true)
      let calls = 0
      const when = () => {
        calls += 1
        // Expires the token in the middle of the scan thread's requests.
        if (calls === 4 && !hasLastingTokens) issuer.expireAccess()
        return false
      }
      d.server.setTrouble({ type: 'html', when })
      const { task } = await d.admin.call(api.scanStorage, { params: { id }, body: {} })
      await vi.waitFor(async () => {
        const { endedAt } = await d.admin.call(api.getTask, { params: { id: task?.id ?? '' } })
        expect(endedAt).not.toBeNull()
      }, pollOptions)
      d.server.setTrouble()
      expect(calls).toBeGreaterThan(4)
      const spaceOf = async () => (await d.admin.call(api.getStorage, { params: { id } })).space
      await vi.waitFor(async () => expect(await spaceOf()).not.toBeNull(), pollOptions)
      const scanned = await d.admin.call(api.getStorage, { params: { id } })
      expect(scanned.lastScan).toMatchObject({ state: 'mounted', works: { found: 1 }, files: { found: 1 } })
      await d.w.deps.catalogue.caughtUp()
      const { tracks } = await d.w.call(api.listWorkFiles, { params: { id: 'RJ90000001' } })
      const url = tracks[0]?.url ?? ''
      const heard = await d.w.app.inject({ url, headers: { range: 'bytes=0-3' } })
      expect([heard.statusCode, heard.body]).toEqual([206, 'RIFF'])
      d.server.endLinks()
      const later = await d.w.app.inject({ url, headers: { range: 'bytes=8-11' } })
      expect([later.statusCode, later.body]).toEqual([206, 'WAVE'])
      const examined = await d.admin.call(api.examineDrive, { body: { account: account.id } })
      expect(examined.isGood).toBe(true)
      const errors = await whileEchoing(d.server, provider, async () => [
        await d.admin.call(api.testStorage, { params: { id } }).catch(bodyOf),
        await d.admin.call(api.listDriveFolders, { params: { id: account.id }, query: {} }).catch(bodyOf),
        (await d.w.app.inject({ url })).body,
        await d.admin.call(api.examineDrive, { body: { account: account.id } }),
      ])
      await d.admin.call(api.unlinkDrive, { params: { id: account.id } })
      const ended = await d.admin.call(api.examineDrive, { body: { account: account.id } })
      const silent = await d.w.app.inject({ url })
      expect([ended.isGood, silent.statusCode]).toEqual([false, 503])
      const responses = [
        errors,
        scanned,
        examined,
        ended,
        await d.admin.call(api.listDrives, {}),
        tracks,
        silent.body,
      ]
      expect(JSON.stringify([d.logged, responses])).not.toMatch(secret)
      const isOwn = (request: string) => provider === 'baidu_netdisk' && request.includes('baidu.com/')
      expect(d.server.requests.filter((request) => secret.test(request) && !isOwn(request))).toEqual([])
    })

    test('a link that was taken back says so, and is the same account when it is made anew', async () => {
      const account = await d.link(provider)
      d.server.providers[provider].issuer.revoke()
      const listing = d.admin.call(api.listDriveFolders, { params: { id: account.id }, query: {} })
      await expect(listing).rejects.toMatchObject({ body: { code: 'driveRevoked' } })
      const { accounts } = await d.admin.call(api.listDrives, {})
      expect(accounts).toMatchObject([{ id: account.id, state: 'relink' }])
      expect((await d.link(provider)).id).toBe(account.id)
      await d.admin.call(api.listDriveFolders, { params: { id: account.id }, query: {} })
    })
  })

  test('a token of Yandex ends there when it is unlinked: it was got for a device', async () => {
    const { id } = await d.link('yandex_disk')
    const { issuer } = d.server.providers.yandex_disk
    const { accessToken } = issuer.issue()
    await d.admin.call(api.unlinkDrive, { params: { id } })
    expect(issuer.isGood(accessToken)).toBe(false)
    expect((await d.link('yandex_disk')).id).toBe(id)
  })

  test('an account links by a token that somebody has, and unlinked it is ended at the provider', async () => {
    const issuer = await d.giveApp('dropbox')
    const { refreshToken = '' } = issuer.issue()
    const body = { provider: 'dropbox', refreshToken } as const
    const result = await d.admin.call(api.pasteDriveToken, { body })
    expect(result).toMatchObject({ is: 'linked' })
    const id = result.is === 'linked' ? result.account.id : ''
    await d.admin.call(api.unlinkDrive, { params: { id } })
    expect(await d.admin.call(api.listDrives, {})).toMatchObject({ accounts: [{ id, state: 'unlinked' }] })
    expect(await d.admin.call(api.pasteDriveToken, { body })).toMatchObject({ is: 'refused', reason: 'code' })
  })

  test('nobody but administrators links, and no storage lies on an account that is not there', async () => {
    const member = await d.w.signIn()
    await expect(member.call(api.listDrives, {})).rejects.toMatchObject({ status: 403 })
    await expect(member.call(api.linkDrive, { body: { provider: 'dropbox' } })).rejects.toMatchObject({
      status: 403,
    })
    const settings = { kind: 'drive', provider: 'dropbox', account: '7', folder: '', path: '' } as const
    const create = d.admin.call(api.createStorage, { body: { settings, unknownAge: 'all' } })
    await expect(create).rejects.toMatchObject({ body: { code: 'refused' } })
  })
})
