/** Tests links to providers whose responses differ from their documentation. */
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'

import { consent, type DriveWorld, openDriveWorld, responseOf } from './testing/drive-world.ts'

eachEngine((engine) => {
  let d: DriveWorld
  beforeEach(async () => {
    d = await openDriveWorld(engine)
  })
  afterEach(() => d.close())

  const link = async (provider: 'baidu_netdisk' | 'onedrive' | 'google_drive' | 'dropbox') =>
    d.complete(provider, responseOf(await consent(await d.begin(provider))))
  const accounts = async () => (await d.admin.call(api.listDrives, {})).accounts

  test.each([20015, 20016] as const)('Baidu: errno %i of uinfo does not block a link', async (errno) => {
    await d.giveApp('baidu_netdisk')
    d.server.providers.baidu_netdisk.hideUser(errno)
    expect(await link('baidu_netdisk')).toBe('linked')
    const [account] = await accounts()
    expect(account).toMatchObject({ provider: 'baidu_netdisk', name: 'Baidu Netdisk' })
    // Linking again keeps the account and its storages, even if the provider starts to identify it.
    const relink = async () => {
      const body = { provider: 'baidu_netdisk', account: account?.id } as const
      const { url } = await d.admin.call(api.linkDrive, { body })
      return d.complete('baidu_netdisk', responseOf(await consent(url)))
    }
    expect(await relink()).toBe('linked')
    expect((await accounts()).map(({ id }) => id)).toEqual([account?.id])
  })

  describe('OneDrive: scopes', () => {
    test.each([
      ['https://graph.microsoft.com/Files.Read https://graph.microsoft.com/User.Read', 'linked'],
      ['files.read user.read', 'linked'],
      ['User.Read Files.ReadWrite.All', 'linked'],
      ['https://graph.microsoft.com/User.Read', 'scope'],
      ['https://graph.microsoft.com/Files.Read.Selected', 'scope'],
    ] as const)('%s: %s', async (scope, result) => {
      await d.giveApp('onedrive')
      d.server.providers.onedrive.nameScope(scope)
      expect(await link('onedrive')).toBe(result)
    })
  })

  test.each([
    ['china', 'login.chinacloudapi.cn', 'microsoftgraph.chinacloudapi.cn'],
    ['usGovernment', 'login.microsoftonline.us', 'graph.microsoft.us'],
    ['global', 'login.microsoftonline.com', 'graph.microsoft.com'],
  ] as const)(
    'OneDrive: an app for one tenant of the cloud %s speaks to its hosts alone',
    async (cloud, ...hosts) => {
      const one = await openDriveWorld(engine, { onedrive: { cloud, tenant: 'shelf.example' } })
      try {
        const issuer = await one.giveApp('onedrive')
        const { bindTenant, tree } = one.server.providers.onedrive
        bindTenant('shelf.example')
        tree.put('a/1.wav', 'one')
        const { id } = await one.link('onedrive')
        issuer.expireAccess()
        const at = { provider: 'onedrive', account: id, folder: '', name: 'x' } as const
        const storage = one.w.deps.drives.open(at)
        expect((await storage?.list(''))?.entries.map(({ name }) => name)).toEqual(['a'])
        const cursor = (await storage?.changes?.())?.cursor
        expect(await storage?.changes?.(cursor)).toMatchObject({ hasMore: false })
        const spokenTo = new Set(one.server.requests.map((request) => request.split('/')[1]))
        expect(spokenTo).toEqual(new Set(hosts))
        const logins = one.server.requests.filter((request) => request.includes('/oauth2/'))
        expect(logins.every((request) => request.includes('/shelf.example/'))).toBe(true)
      } finally {
        await one.close()
      }
    },
  )

  test('OneDrive: an app for one tenant that is not named is a mistake of the app', async () => {
    await d.giveApp('onedrive')
    d.server.providers.onedrive.bindTenant('shelf.example')
    expect(await link('onedrive')).toBe('app')
  })

  test('Google: an API that is not enabled is a mistake of the set-up, and not a missing right', async () => {
    await d.giveApp('google_drive')
    const response = responseOf(await consent(await d.begin('google_drive')))
    const headers = { 'content-type': 'application/json' }
    const when = ({ path }: { readonly path: string }) => path.includes('/drive/v3/')
    for (const error of [
      { code: 403, errors: [{ reason: 'accessNotConfigured' }] },
      { code: 403, errors: [{ reason: 'forbidden' }], details: [{ reason: 'SERVICE_DISABLED' }] },
    ]) {
      d.server.setTrouble({ type: 'status', status: 403, headers, body: JSON.stringify({ error }), when })
      const { state, code } = responseOf(await consent(await d.begin('google_drive')))
      expect(await d.complete('google_drive', { ...response, state, code })).toBe('setUp')
    }
  })

  test('Dropbox: the link of a member of a team leads to the team space', async () => {
    await d.giveApp('dropbox')
    const { joinTeam, tree } = d.server.providers.dropbox
    joinTeam('Haruka')
    tree.put('Haruka/1.wav', 'mine')
    tree.put('Team/2.wav', 'ours')
    expect(await link('dropbox')).toBe('linked')
    const [account] = await accounts()
    const storage = d.w.deps.drives.open({
      provider: 'dropbox',
      account: account?.id ?? '',
      folder: '',
      name: 'x',
    })
    const names = (await storage?.list(''))?.entries.map(({ name }) => name)
    expect(names).toEqual(['Haruka', 'Team'])
  })
})
