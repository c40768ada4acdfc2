/** An independent npm client reads the fake; no Debian package supports Baidu. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeDrives, startDrives } from './start-drives.ts'
import { openTlsGateway, type TlsGateway } from './testing/tls-gateway.ts'

const client = fileURLToPath(new URL('./testing/baidu-client.ts', import.meta.url))
const redirectUri = 'https://shelf.example/oauth/baidu_netdisk'

let server: FakeDrives
let gateway: TlsGateway
beforeEach(async () => {
  server = await startDrives()
  gateway = await openTlsGateway(server.url, server.providers.baidu_netdisk.hosts)
})
afterEach(async () => {
  await gateway.close()
  await server.close()
})

async function runClient(): Promise<unknown> {
  const { issuer } = server.providers.baidu_netdisk
  const code = issuer.consent({ redirectUri, challenge: undefined, hasRefresh: true, scope: undefined })
  const { clientId: client_id, clientSecret: client_secret } = issuer.app
  const env = {
    ...process.env,
    HTTPS_PROXY: gateway.proxyUrl,
    NODE_USE_ENV_PROXY: '1',
    NODE_EXTRA_CA_CERTS: gateway.certificate,
  }
  const child = spawn(process.execPath, [client], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(JSON.stringify({ client_id, client_secret, redirect_uri: redirectUri, code }))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (child.exitCode !== 0) throw new Error(errors)
  return JSON.parse(output)
}

test('it links, gets new tokens once, lists what lies there, and reads each file', async () => {
  const { tree, issuer } = server.providers.baidu_netdisk
  tree.put('RJ90000001 雨/01 & rain.wav', 'the sound of rain')
  tree.put("RJ90000001 雨/CD 2/it's.flac", 'more')
  tree.put('RJ90000001 雨/CD 2/#1 50%.flac', 'less')
  const { files, ...found } = Object.assign({ files: [] }, await runClient())
  expect(files).toEqual([
    { path: "/RJ90000001 雨/CD 2/it's.flac", size: 4, bytes: 'more' },
    { path: '/RJ90000001 雨/CD 2/#1 50%.flac', size: 4, bytes: 'less' },
    { path: '/RJ90000001 雨/01 & rain.wav', size: 17, bytes: 'the sound of rain' },
  ])
  expect(found).toEqual({
    ...{ uk: 208_281_036, netdisk_name: 'Haruka', total: 2_199_023_255_552, used: 1 },
    reused: '<b>refresh token has been used</b>',
    missing: '<b>-9</b>',
  })
  expect(issuer.counts).toEqual({ refreshes: 1, reuses: 1 })
})
