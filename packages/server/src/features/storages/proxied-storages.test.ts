import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Proxies } from '@koedana/contract/site-settings.ts'
import { expect, test } from 'vitest'
import { createOutbound } from '../../lib/outbound.ts'
import { startLoopback } from '../../lib/testing/loopback-server.ts'
import { startSocksProxy } from '../../lib/testing/socks-proxy.ts'
import { createVault } from '../../lib/vault.ts'
import { createStorages } from './open-storages.ts'
import { toStoredSettings } from './settings.rules.ts'
import { noDrives } from './testing/no-drives.ts'

test('WebDAV and S3 go by the proxy that is set now, and storages on the own network go directly', async () => {
  await using proxy = await startSocksProxy()
  await using target = await startLoopback((_request, response) => response.writeHead(404).end())
  const outbound = createOutbound({
    userAgent: 'x',
    lookup: (_host, _options, callback) => callback(new Error(), ''),
  })
  const unpackedFolder = await mkdtemp(join(tmpdir(), 'koedana-proxied-'))
  let proxies: Proxies = { drives: null, webdav: proxy.url, s3: proxy.url }
  const open = createStorages({
    vault: createVault('x'.repeat(40)),
    outbound,
    drives: noDrives,
    unpackedFolder,
    proxies: () => proxies,
  })
  const at = (host: string) => `http://${host}:${target.port}`
  const webdav = (host: string, ownNetwork = false) => ({
    ...toStoredSettings({ kind: 'webdav', url: at(host), user: '', password: '', ownNetwork }),
    secret: null,
  })
  const s3 = {
    kind: 's3',
    endpoint: at('s3.example'),
    region: 'x',
    bucket: 'shelf',
    accessKeyId: 'k',
  } as const
  const list = async (location: Parameters<typeof open>[0]) => {
    const storage = open(location)
    await Promise.resolve(storage.list(storage.root)).catch(() => undefined)
  }
  try {
    await list(webdav('dav.example'))
    await list({ ...toStoredSettings({ ...s3, pathStyle: true, secretAccessKey: 's' }), secret: null })
    expect(proxy.hosts).toEqual(['dav.example', 's3.example'])
    await list(webdav('127.0.0.1', true))
    proxies = { ...proxies, webdav: null }
    await list(webdav('dav.example'))
    expect(proxy.hosts).toHaveLength(2)
  } finally {
    await outbound.close()
    await rm(unpackedFolder, { recursive: true })
  }
})
