/**
 * An S3 server that others wrote, which verifies signatures. It is no dependency, since it brings ninety packages: `.ci/run`
 * installs it beside, and where it is not there its tests are skipped and listed as such.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sign } from 'aws4'
import { afterAll, describe, expect, test } from 'vitest'
import { createOutbound } from '../../../lib/outbound.ts'
import { freePort } from '../../../testing/free-port.ts'
import { storageConforms } from '../testing/conformance.ts'
import { untilListening } from '../testing/real-webdav.ts'
import { faultOf, listAll } from '../testing/storage-given.ts'
import { openS3Storage } from './s3-storage.ts'

const folder = join(import.meta.dirname, '../../../../../../.cache/s3rver')
const program = join(folder, 'node_modules/@20minutes/s3rver/lib/s3rver.js')
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }
const bucket = 'voices'

const outbound = createOutbound({ userAgent: 'x' })
afterAll(outbound.close)
const reach = { outbound, allowedHosts: ['127.0.0.1'], proxyUrl: null }

async function startS3rver() {
  const directory = mkdtempSync(join(tmpdir(), 'koedana-s3rver-'))
  const port = await freePort()
  const options = {
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  }
  const script = `const S3rver = require(${JSON.stringify(program)}); new S3rver(${JSON.stringify(options)}).run()`
  let stop: () => Promise<void>
  const start = async () => {
    const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    await untilListening(port, child)
    stop = async () => {
      child.kill('SIGKILL')
      await ended
    }
  }
  await start()
  /** Signed by others too. */
  const send = async (method: 'PUT' | 'DELETE', path: string, body: Buffer) => {
    const target = `/${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`
    const host = `127.0.0.1:${port}`
    const content = { 'content-length': String(body.length) }
    const { headers } = sign(
      { service: 's3', region: keys.region, host, path: target, method, body, headers: content },
      keys,
    )
    const init = {
      method,
      headers: Object.fromEntries(Object.entries(headers ?? {}).map(([k, v]) => [k, String(v)])),
    }
    const response = await fetch(
      `http://${host}${target}`,
      method === 'PUT' ? { ...init, body: new Uint8Array(body) } : init,
    )
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    put: (path: string, bytes: Uint8Array | string) => send('PUT', path, Buffer.from(bytes)),
    remove: (path: string) => send('DELETE', path, Buffer.alloc(0)),
    start,
    stop: () => stop(),
    close: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

describe.skipIf(!existsSync(program))('s3rver', () => {
  storageConforms('a bucket of s3rver', async () => {
    const server = await startS3rver()
    const place = { endpoint: server.endpoint, bucket, prefix: 'shelf', pathStyle: true }
    return {
      storage: openS3Storage({ ...place, ...keys }, reach),
      put: (path, bytes) => server.put(`shelf/${path}`, bytes),
      remove: (path) => server.remove(`shelf/${path}`),
      failWith: (fault) => (fault ? server.stop() : server.start()),
      faults: ['unavailable'],
      close: server.close,
    }
  })

  test('takes our signatures and links, and none that another key made', async () => {
    const server = await startS3rver()
    const place = { endpoint: server.endpoint, bucket, prefix: '', pathStyle: true }
    await server.put('雨 100%/1+2.wav', 'the sound')
    const storage = openS3Storage({ ...place, ...keys }, reach)
    const link = await storage.link('雨 100%/1+2.wav')
    const heard = await fetch(link?.url ?? '', { headers: { range: 'bytes=4-8' } })
    expect([heard.status, await heard.text()]).toEqual([206, 'sound'])
    expect((await fetch(`${link?.url}0`)).status).toBe(403)
    const stranger = openS3Storage({ ...place, ...keys, secretAccessKey: 'another' }, reach)
    expect(await faultOf(() => listAll(stranger))).toBe('revoked')
    await server.close()
  })
})
