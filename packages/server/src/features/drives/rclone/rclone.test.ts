/** Tests accounts from an rclone configuration through the API: what is shown, what is imported, and that nothing else is stored. */
import { PassThrough } from 'node:stream'
import { api } from '@koedana/contract/api.ts'
import { maxRcloneBytes } from '@koedana/contract/rclone.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { fakeDriveId } from '@koedana/fakes/drives/onedrive.ts'
import { type FakeDriveName, type FakeDrives, startDrives } from '@koedana/fakes/drives/start-drives.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../../lib/log.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../../testing/test-server.ts'

/** The rclone names of the backends, with the settings that each needs besides client ID and token. */
const backends: Readonly<Partial<Record<FakeDriveName, string>>> = {
  box: 'box',
  dropbox: 'dropbox',
  google_drive: 'drive\nscope = drive',
  onedrive: `onedrive\ndrive_id = ${fakeDriveId}\ndrive_type = personal`,
  pcloud: 'pcloud\nhostname = eapi.pcloud.com',
  yandex_disk: 'yandex',
}
const names = Object.keys(backends).filter((name): name is FakeDriveName => name in backends)

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let server: FakeDrives
  const logged: string[] = []
  beforeEach(async () => {
    logged.length = 0
    const to = new PassThrough().on('data', (chunk: Buffer) => logged.push(chunk.toString()))
    server = await startDrives()
    w = await startTestServer(engine, { log: createLog('debug', to), driveGateway: server.url })
    admin = await w.signIn({ role: roleOf.admin })
  })
  afterEach(async () => {
    await w.close()
    await server.close()
  })

  const remote = (name: FakeDriveName, called: string = name, more = ''): string => {
    const { issuer } = server.providers[name]
    const { accessToken, refreshToken = '' } = issuer.issue()
    const token = JSON.stringify({
      access_token: accessToken,
      token_type: 'bearer',
      refresh_token: refreshToken,
      expiry: '2020-01-01T00:00:00Z',
    })
    const { clientId, clientSecret } = issuer.app
    const keys = `client_id = ${clientId}\nclient_secret = ${clientSecret}\ntoken = ${token}`
    return `[${called}]\ntype = ${backends[name]}\n${keys}\n${more}\n`
  }
  const read = (config: string, by = admin) => by.call(api.readRclone, { body: { config } })
  const take = (config: string, remotes: number[], by = admin) =>
    by.call(api.importRclone, { body: { config, remotes } })

  test('the six that rclone knows are reported, taken and read, and no secret is told to anybody', async () => {
    const config = names.map((name) => remote(name)).join('\n')
    for (const name of names) server.providers[name].tree.put('Audio/1.wav', 'x')
    const found = await read(config)
    expect(found.remotes.map(({ provider, state }) => [provider, state])).toEqual(
      names.map((name) => [name, 'ready']),
    )
    expect(server.requests).toEqual([])
    expect((await admin.call(api.listDrives, {})).accounts).toEqual([])
    const { results } = await take(config, [0, 1, 2, 3, 4, 5, 5])
    expect(results.map(({ number, result }) => [number, result.is])).toEqual(
      names.map((_, at) => [at, 'linked']),
    )
    const { apps, accounts } = await admin.call(api.listDrives, {})
    for (const { id, provider } of accounts) {
      const { folders } = await admin.call(api.listDriveFolders, { params: { id }, query: {} })
      expect([provider, folders.map(({ name }) => name)]).toEqual([provider, ['Audio']])
      expect(apps.find((app) => app.provider === provider)).toMatchObject({ hasSecret: true })
    }
    expect(accounts).toHaveLength(6)
    const stored = await Promise.all(
      (['drive_account', 'drive_app'] as const).map((table) =>
        w.deps.write.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify([logged, found, results, apps, accounts, stored])).not.toMatch(
      /-(?:at|rt|secret|code)-/,
    )
  })

  test('an account begins where its remote did', async () => {
    const { tree } = server.providers.google_drive
    tree.put('Audio/RJ90000001/1.wav', 'x')
    const config = remote('google_drive', 'g', `root_folder_id = ${tree.at('Audio')?.id}`)
    const [taken] = (await take(config, [0])).results
    if (taken?.result.is !== 'linked') throw new Error(JSON.stringify(taken))
    const { id } = taken.result.account
    const { folders } = await admin.call(api.listDriveFolders, { params: { id }, query: {} })
    expect(folders.map(({ name }) => name)).toEqual(['RJ90000001'])
  })

  test('what the provider refuses is reported in words, and nothing is linked', async () => {
    const wrong = remote('dropbox').replace(/client_secret = .*/, 'client_secret = another')
    const stale = remote('box')
    server.providers.box.issuer.revoke()
    const { results } = await take(`${wrong}\n${stale}`, [1, 0])
    expect(results).toMatchObject([
      { number: 1, result: { is: 'refused', reason: 'code' } },
      { number: 0, result: { is: 'refused', reason: 'app' } },
    ])
    const { apps, accounts } = await admin.call(api.listDrives, {})
    expect([accounts, apps.filter(({ hasSecret }) => hasSecret)]).toEqual([[], []])
  })

  test('accounts that are linked keep their client id', async () => {
    await take(remote('dropbox'), [0])
    const other = remote('dropbox').replace(/client_id = .*/, 'client_id = another')
    expect((await read(other)).remotes).toMatchObject([{ state: 'otherApp' }])
    await expect(take(other, [0])).rejects.toMatchObject({ body: { code: 'refused' } })
    const [account] = (await admin.call(api.listDrives, {})).accounts
    await admin.call(api.unlinkDrive, { params: { id: account?.id ?? '' } })
    expect((await read(other)).remotes).toMatchObject([{ state: 'ready' }])
  })

  test('what is none, is too large or has a NUL in it is refused, and names are text', async () => {
    expect(await read('hello')).toEqual({ is: 'nothing', remotes: [], isMore: false })
    expect(await read('# Encrypted\nRCLONE_ENCRYPT_V0:\nxyz')).toMatchObject({ is: 'encrypted', remotes: [] })
    await expect(read('[a]\0')).rejects.toMatchObject({ status: 400 })
    await expect(read('x'.repeat(maxRcloneBytes + 1))).rejects.toMatchObject({ status: 400 })
    await expect(read('x'.repeat(3 * maxRcloneBytes))).rejects.toMatchObject({ status: 413 })
    const hostile = '<img src=x onerror=alert(1)>\u202e'
    const { remotes } = await read(`[${hostile}]\ntype = ${'t'.repeat(100)}\n`)
    expect(remotes).toMatchObject([{ name: '<img src=x onerror=alert(1)>', type: 't'.repeat(40) }])
    const many = await read(Array.from({ length: 300 }, (_, at) => `[${at}]`).join('\n'))
    expect([many.remotes.length, many.isMore]).toEqual([200, true])
    for (const remotes of [[], [0], [7], [-1], [0.5]])
      await expect(take('[a]\ntype = mega', remotes)).rejects.toMatchObject({
        body: { fields: expect.anything() },
      })
    const member = await w.signIn()
    await expect(read('[a]', member)).rejects.toMatchObject({ status: 403 })
    await expect(take('[a]', [0], member)).rejects.toMatchObject({ status: 403 })
  })
})
