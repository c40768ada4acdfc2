/** Somebody else's program reads the fakes: rclone lists and reads them, and gets new tokens, as from the providers. */
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FakeProvider } from './fake-provider.ts'
import { type FakeDriveName, type FakeDrives, startDrives } from './start-drives.ts'
import { openTlsGateway, type TlsGateway } from './testing/tls-gateway.ts'

/** Each provider reports a hash of its own; rclone requests none of pCloud that it keeps. */
const hashes: Readonly<Partial<Record<string, string>>> = {
  dropbox: 'dropbox',
  onedrive: 'quickxor',
  box: 'sha1',
  yandex_disk: 'md5',
  google_drive: 'md5',
}

/** Its configuration has these beside the tokens. */
const backends: Readonly<Partial<Record<FakeDriveName, Readonly<Record<string, string>>>>> = {
  dropbox: { type: 'dropbox' },
  onedrive: { type: 'onedrive', drive_id: 'D1', drive_type: 'business' },
  box: { type: 'box' },
  yandex_disk: { type: 'yandex' },
  google_drive: { type: 'drive', scope: 'drive.readonly' },
  pcloud: { type: 'pcloud', hostname: 'eapi.pcloud.com' },
}

const isMissing = process.env.CI !== 'true' && spawnSync('rclone', ['version']).error !== undefined

describe.skipIf(isMissing).each(Object.entries(backends))('%s as rclone sees it', (name, backend) => {
  let server: FakeDrives
  let gateway: TlsGateway
  beforeEach(async () => {
    server = await startDrives()
    // Debian's rclone is older than that rule.
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
    // The token is of long ago: it begins with a refresh.
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
    const { tree, issuer, hasLastingTokens } = providerOf(server, name)
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
    const hash = hashes[name]
    if (hash === undefined) return
    const sums = async (...flags: string[]) =>
      (await rclone('hashsum', hash, ...flags, 'fake:RJ90000001 雨')).trim().split('\n').sort()
    const reported = await sums()
    expect(reported).toHaveLength(2)
    // Those that rclone makes of the bytes are the ones that were reported.
    expect(reported).toEqual(await sums('--download'))
  }, 60_000)
})

function providerOf({ providers }: FakeDrives, name: string): FakeProvider {
  const found = Object.entries(providers).find(([one]) => one === name)
  if (!found) throw new Error(`no ${name}`)
  return found[1]
}
