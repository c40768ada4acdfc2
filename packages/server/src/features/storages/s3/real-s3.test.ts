/**
 * Tests with s3rver, an independent S3 server that verifies signatures. It is not a dependency, because it brings 90 packages: `.ci/run`
 * installs it separately, and without it the tests are skipped and reported as such. Not all of `storageConforms` works with it: s3rver
 * 5.0.0 lists no folders, escapes names twice, fails on a second page, and sends the whole object for `bytes=0-0`.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sign } from 'aws4'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOutbound } from '../../../lib/outbound.ts'
import { freePort } from '../../../testing/free-port.ts'
import type { Storage } from '../storage.ts'
import { untilListening } from '../testing/real-webdav.ts'
import { faultOf, listAll } from '../testing/storage-under-test.ts'
import { openS3Storage } from './s3-storage.ts'

const installed = fileURLToPath(new URL('../../../../../../.cache/s3rver/node_modules/', import.meta.url))
const program = join(installed, '@20minutes', 's3rver', 'lib', 's3rver.js')
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
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await untilListening(port, child)
  const host = `127.0.0.1:${port}`
  return {
    endpoint: `http://${host}`,
    put: async (key: string, bytes: Uint8Array) => {
      const path = `/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`
      const body = Buffer.from(bytes)
      const signedRequest = { service: 's3', region: keys.region, host, path, method: 'PUT', body }
      const { headers = {} } = sign(
        { ...signedRequest, headers: { 'content-length': String(body.length) } },
        keys,
      )
      const sentHeaders = Object.entries(headers).map(([name, value]) => [name, String(value)])
      const response = await fetch(`http://${host}${path}`, {
        method: 'PUT',
        headers: Object.fromEntries(sentHeaders),
        body: new Uint8Array(body),
      })
      if (!response.ok) throw new Error(await response.text())
    },
    close: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

describe.skipIf(!existsSync(program))('s3rver', () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7 + (at >> 8)) % 256))
  const names = ['1.wav', '雨 100%.wav', '-rf', 'a+b=c;d', 'が', 'か\u3099', '🎧.flac']
  let server: Awaited<ReturnType<typeof startS3rver>>
  const open = (wishes: { prefix?: string; secretAccessKey?: string } = {}): Storage =>
    openS3Storage(
      { endpoint: server.endpoint, bucket, prefix: 'a shelf/声', pathStyle: true, ...keys, ...wishes },
      reach,
    )
  beforeEach(async () => {
    server = await startS3rver()
    for (const name of names) await server.put(`a shelf/声/${name}`, bytes)
  })
  afterEach(() => server.close())

  test('takes our signatures: what lies there is listed, looked at and read by ranges', async () => {
    const storage = open()
    const entries = await listAll(storage)
    expect(entries.map(({ name }) => name).sort()).toEqual([...names].sort())
    for (const { ref, facts } of entries) {
      expect(facts?.sizeBytes).toBe(bytes.length)
      expect((await storage.stat(ref)).facts).toEqual(facts)
      const file = await storage.open(ref)
      const range = { start: 1_000, end: 200_000 }
      expect(bytes.subarray(1_000, 200_001).equals(await file.read(range))).toBe(true)
      expect(bytes.equals(await buffer(file.stream({ start: 0, end: bytes.length - 1 })))).toBe(true)
      await file.close()
    }
    expect(await faultOf(() => storage.stat('none.wav'))).toBe('notFound')
  })

  test('takes our links, and nothing that another key signed', async () => {
    const link = await open().link('雨 100%.wav')
    const heard = await fetch(link?.url ?? '', { headers: { range: 'bytes=4-8' } })
    expect(heard.status).toBe(206)
    expect(bytes.subarray(4, 9).equals(Buffer.from(await heard.arrayBuffer()))).toBe(true)
    expect((await fetch(`${link?.url}0`)).status).toBe(403)
    const stranger = open({ secretAccessKey: 'another' })
    expect(await faultOf(() => listAll(stranger))).toBe('revoked')
    expect((await stranger.health()).state).toBe('revoked')
  })
})
