import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { send } from '../../../http/send.ts'
import { createLog } from '../../../lib/log.ts'
import { openLocalStorage } from '../../storages/local/local-storage.ts'
import { streamSegments } from './file-stream.ts'

/** Every four bytes encode their position. */
const bytes = Buffer.from(Uint32Array.from({ length: 1_500_000 }, (_, at) => at * 2_654_435_761).buffer)

test('listeners who share buffers get their own bytes, however quickly and however far they read', async () => {
  const root = mkdtempSync(join(tmpdir(), 'koedana-buffers-'))
  writeFileSync(join(root, '1.wav'), bytes)
  const storage = openLocalStorage(root)
  const app = await buildApp({ ...plain, routes: [] })
  app.get('/range', async (request, reply) => {
    const search = new URL(request.url, 'http://here').searchParams
    const range = { start: Number(search.get('start')), end: Number(search.get('end')) }
    const headers = { 'content-length': String(range.end - range.start + 1) }
    const body = await streamSegments(await storage.open('1.wav'), [range])
    return send(request, reply, { status: 200, headers, body })
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const listen = async (turn: number) => {
    const start = (turn * 1_234_567) % bytes.length
    const end = Math.min(start + ((turn * 777_777) % 3_000_000), bytes.length - 1)
    const response = await requested(`${origin}/range?start=${start}&end=${end}`)
    if (turn % 3 === 0) await setTimeout(turn % 70)
    if (turn % 5 === 0) return response.destroy()
    expect(bytes.subarray(start, end + 1).equals(await buffer(response))).toBe(true)
  }
  for (let round = 0; round < 4; round += 1) {
    await Promise.all(Array.from({ length: 12 }, (_, at) => listen(round * 12 + at + 1)))
  }
  await app.close()
  rmSync(root, { recursive: true })
})

const plain = {
  log: createLog('silent'),
  authenticate: () => undefined,
  trustedProxies: [],
} as const

const requested = (url: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(url, resolve).on('error', reject)
  })
