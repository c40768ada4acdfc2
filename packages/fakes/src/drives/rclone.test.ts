/** rclone, an independent client, lists and reads the fakes and refreshes their tokens. */
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FakeProvider } from './fake-provider.ts'
import { fakeSharedDrive } from './google-drive.ts'
import { fakeDriveId } from './onedrive.ts'
import { type FakeDriveName, type FakeDrives, startDrives } from './start-drives.ts'
import { openTlsGateway, type TlsGateway } from './testing/tls-gateway.ts'

/** The hash that each provider reports; rclone does not use pCloud's. */
const hashes: Readonly<Partial<Record<string, string>>> = {
  dropbox: 'dropbox',
  onedrive: 'quickxor',
  box: 'sha1',
  yandex_disk: 'md5',
  google_drive: 'md5',
}

interface Backend {
  readonly name: FakeDriveName
  /** Configuration in addition to the tokens. */
  readonly settings: Readonly<Record<string, string>>
}

/** Personal accounts report the drive ID in another case than listings. */
const [business, personal] = ['business', 'personal'].map((drive_type) => ({
  type: 'onedrive',
  drive_id: fakeDriveId.toUpperCase(),
  drive_type,
}))

const backends: Readonly<Record<string, Backend>> = {
  dropbox: { name: 'dropbox', settings: { type: 'dropbox' } },
  'onedrive for business': { name: 'onedrive', settings: { ...business } },
  'onedrive of a person': { name: 'onedrive', settings: { ...personal } },
  box: { name: 'box', settings: { type: 'box' } },
  yandex_disk: { name: 'yandex_disk', settings: { type: 'yandex' } },
  google_drive: { name: 'google_drive', settings: { type: 'drive', scope: 'drive.readonly' } },
  'a shared drive': {
    name: 'google_drive',
    settings: { type: 'drive', scope: 'drive.readonly', team_drive: fakeSharedDrive },
  },
  pcloud: { name: 'pcloud', settings: { type: 'pcloud', hostname: 'eapi.pcloud.com' } },
}

const isMissing = process.env.CI !== 'true' && spawnSync('rclone', ['version']).error !== undefined

describe.skipIf(isMissing).each(Object.entries(backends))(
  '%s as rclone sees it',
  (_, { name, settings: backend }) => {
    let server: FakeDrives
    let gateway: TlsGateway
    beforeEach(async () => {
      server = await startDrives()
      // Debian's rclone is older than this rule.
      server.providers.onedrive.tolerateBearers()
      server.providers.yandex_disk.tolerateBearers()
      server.providers.yandex_disk.fillPages()
      server.providers.box.endWithNull()
      server.providers.pcloud.listWhole()
      const hosts = Object.values(server.providers).flatMap((provider) => provider.hosts)
      gateway = await openTlsGateway(server.url, hosts)
    })
    afterEach(async () => {
      await gateway.close()
      await server.close()
    })

    const rclone = async (...args: string[]): Promise<string> => {
      const { issuer, hasLastingTokens } = providerOf(server, name)
      const { accessToken, refreshToken } = issuer.issue()
      // The expired token forces a refresh.
      const expiry = hasLastingTokens ? '0001-01-01T00:00:00Z' : '2020-01-01T00:00:00Z'
      const token = { access_token: accessToken, token_type: 'bearer', refresh_token: refreshToken, expiry }
      const { clientId: client_id, clientSecret: client_secret } = issuer.app
      const settings = { ...backend, client_id, client_secret, token: JSON.stringify(token) }
      const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}`)
      const config = join(gateway.folder, 'rclone.conf')
      writeFileSync(config, `[fake]\n${lines.join('\n')}\n`)
      const env = { ...process.env, HTTPS_PROXY: gateway.proxyUrl, NO_PROXY: '' }
      const flags = [
        '--config',
        config,
        '--ca-cert',
        gateway.certificate,
        '--retries',
        '1',
        '--low-level-retries',
        '2',
      ]
      const { stdout } = await promisify(execFile)('rclone', [...flags, ...args], { env, timeout: 30_000 })
      return stdout
    }

    test('it lists what lies there, reads a file whole and in part, and gets a new token', async () => {
      const { issuer, hasLastingTokens } = providerOf(server, name)
      const tree =
        'team_drive' in backend ? server.providers.google_drive.shared : server.providers[name].tree
      tree.put('RJ90000001 雨/01 & rain.wav', 'the sound of rain')
      tree.put("RJ90000001 雨/CD 2/it's.flac", 'more')
      for (let at = 0; at < 60; at += 1) tree.put(`many/${at}.txt`, 'x')
      const listed = (await rclone('lsf', '-R', '--format', 'ps', 'fake:')).trim().split('\n')
      expect(listed).toHaveLength(65)
      expect(listed).toContain('RJ90000001 雨/01 & rain.wav;17')
      expect(listed).toContain("RJ90000001 雨/CD 2/it's.flac;4")
      expect(await rclone('cat', 'fake:RJ90000001 雨/01 & rain.wav')).toBe('the sound of rain')
      expect(await rclone('cat', '--offset', '4', '--count', '5', 'fake:RJ90000001 雨/01 & rain.wav')).toBe(
        'sound',
      )
      if (!hasLastingTokens) expect(issuer.counts.refreshes).toBeGreaterThan(0)
      // Debian's rclone expects SHA-1 from personal accounts, which Microsoft removed in 2023.
      const hash = backend.drive_type === 'personal' ? undefined : hashes[name]
      if (hash === undefined) return
      const sums = async (...flags: string[]) =>
        (await rclone('hashsum', hash, ...flags, 'fake:RJ90000001 雨')).trim().split('\n').sort()
      const reported = await sums()
      expect(reported).toHaveLength(2)
      // rclone's own hashes match the reported ones.
      expect(reported).toEqual(await sums('--download'))
    }, 60_000)
  },
)

function providerOf({ providers }: FakeDrives, name: string): FakeProvider {
  const found = Object.entries(providers).find(([one]) => one === name)
  if (!found) throw new Error(`no ${name}`)
  return found[1]
}
