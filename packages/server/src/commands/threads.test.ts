// @module-tag large
/** A server with several request threads, in its own process. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { basePath } from '@koedana/contract/base-path.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPrograms, end } from './testing/server-processes.ts'

let folder = ''
const { serving, endAll } = createPrograms(() => folder)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-threads-'))
})
afterEach(async () => {
  await endAll()
  await rm(folder, { recursive: true, force: true })
})

test('the number of threads is validated', async () => {
  for (const wrong of ['0', '-1', 'abc', '10000', '1.5', ''])
    await expect(serving([`--threads=${wrong}`])).rejects.toThrow('It must be a whole number from 1 to 256.')
  await expect(serving([], { THREADS: '0' })).rejects.toThrow('THREADS must be a whole number from 1 to 256.')
  await expect(serving(['--thread', '2'])).rejects.toThrow('Did you mean --threads?')
}, 60_000)

test('three threads take requests at one port, and end together when the server is stopped', async () => {
  const { child, origin } = await serving(['--threads', '3'], { METRICS_TOKEN: 'of the metrics 1' })
  const headers = { authorization: 'Bearer of the metrics 1' }
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => {
    said += String(bytes)
  })
  await expect.poll(() => said, { timeout: 30_000 }).toContain('all threads take requests')
  const statuses = Array.from({ length: 30 }, async () => {
    const response = await fetch(`${origin}${basePath}/works`, { headers: { connection: 'close' } })
    return response.status
  })
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
  const metrics = await (await fetch(`${origin}/metrics`, { headers })).text()
  expect(metrics).toMatch(/request_duration_seconds_count\{[^}]*"\/api\/v3\/works"[^}]*\} 30\n/)
  await end(child, 'SIGTERM')
  expect(child.exitCode).toBe(0)
}, 60_000)
