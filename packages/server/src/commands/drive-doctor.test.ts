import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeDrives, startDrives } from '@koedana/fakes/drives/start-drives.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { saveApp, saveLinked } from '../features/drives/drives.store.ts'
import { appPurpose } from '../features/drives/encryption-contexts.rules.ts'
import { sealTokens } from '../features/drives/tokens.ts'
import { openVault } from '../features/vault/open-vault.ts'
import { runKoedana } from './testing/run-koedana.ts'
import { withDatabase } from './with-database.ts'

const provider = 'baidu_netdisk'
let folder = ''
let server: FakeDrives
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-drive-'))
  server = await startDrives()
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const koedana = (...args: readonly string[]) =>
  runKoedana(folder, ['drive', ...args], { DRIVE_GATEWAY: server.url })

async function link(): Promise<void> {
  const { issuer } = server.providers[provider]
  const config = readConfig({ DATA_DIR: folder })
  await withDatabase(config, async ({ write }) => {
    const vault = await openVault({ ...config, write })
    const { clientId: client_id, clientSecret } = issuer.app
    const secret = vault.seal(clientSecret, appPurpose(provider, client_id))
    await saveApp(write, { provider, client_id, secret })
    const { accessToken, refreshToken = null } = issuer.issue()
    const owner = { provider, account_id: '208281036' } as const
    const tokens = sealTokens(vault, owner, { accessToken, refreshToken, expiresAt: null, extra: {} })
    await saveLinked(write, { ...owner, name: 'Haruka', tokens, at: new Date().toISOString() })
  })
}

test('prints a report without secrets, gets a new token where that is needed, and ends with 1 where something is wrong', async () => {
  await link()
  const { tree, issuer } = server.providers[provider]
  tree.put('diary/summer.wav', 'the sound')
  issuer.expireAccess()
  const good = await koedana('doctor')
  expect([good.code, good.errors]).toEqual([0, ''])
  expect(good.output).toMatch(/^Koedana drive report, /)
  expect(good.output).toContain('provider: baidu_netdisk\n')
  expect(good.output).toMatch(/^range +ok/m)
  expect(good.output).not.toMatch(/-(?:at|rt|secret|app)\b|208281036|aruka|diary|summer/)
  expect((await koedana('doctor', provider, '--names')).output).toContain('file: diary/summer.wav\n')
  issuer.revoke()
  const bad = await koedana('doctor')
  expect(bad.code).toBe(1)
  expect(bad.output).toMatch(/^owner +failed +\d+ ms; revoked/m)
  expect(bad.output).not.toMatch(/-(?:at|rt|secret|app)\b|208281036|aruka/)
})

test('says what it does not know', async () => {
  expect(await koedana('doctor')).toMatchObject({
    code: 1,
    output: expect.stringContaining('/admin/storages'),
  })
  expect(await koedana('doctor', 'floppy')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('baidu_netdisk'),
  })
  expect(await koedana()).toMatchObject({ code: 2, errors: expect.stringContaining('doctor') })
})
