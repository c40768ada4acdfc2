/** One server a data folder: a second one is refused in words, whatever became of the one before it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { holdFile } from '../db/open.ts'
import { onPostgres } from '../testing/engines.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
let folder = ''
const running: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-sole-'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((child) => end(child, 'SIGKILL')))
  await rm(folder, { recursive: true, force: true })
})

function begin(args: readonly string[], more: Record<string, string> = {}) {
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', ...more }
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  return child
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/** Starts a server; resolves once it says where it is. */
async function serving(more?: Record<string, string>) {
  const child = begin(['serve'], more)
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const read = (bytes: Buffer) => {
      said += String(bytes)
      if (said.includes('Koedana is at')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(said)))
  })
  return child
}

async function ended(child: ReturnType<typeof begin>) {
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, output, errors }
}

const refusal = () =>
  [
    `Another Koedana server is running on the data folder ${folder}.`,
    'Stop it first, or give this one a folder of its own with DATA_DIR=….',
    'Several servers share one catalogue through PostgreSQL (DATABASE_URL).',
    '',
  ].join('\n')

test('a second server is refused in words; commands beside the first are not', async () => {
  await serving()
  expect(await ended(begin(['serve']))).toEqual({ code: 1, output: '', errors: refusal() })
  const feed = join(folder, 'feed.jsonl')
  await writeFile(feed, '{"id":"RJ90000001","name":"mist"}\n')
  expect(await ended(begin(['import', feed]))).toMatchObject({ code: 0 })
  expect((await ended(begin(['export']))).output).toContain('RJ90000001')
  expect(await ended(begin(['user', 'list']))).toMatchObject({ code: 0 })
})

test('after a server ended, even by force, the next one starts; what lies there of the one before means nothing', async () => {
  await end(await serving(), 'SIGKILL')
  expect(existsSync(join(folder, 'server.lock'))).toBe(true)
  await end(await serving(), 'SIGTERM')
  await serving()
  expect((await ended(begin(['serve']))).errors).toBe(refusal())
})

test('a lock that is removed while a server runs is taken again, and two never go on beside each other', async () => {
  const lock = join(folder, 'server.lock')
  const first = await serving()
  await rm(lock)
  await expect.poll(() => existsSync(lock), { timeout: 10_000 }).toBe(true)
  expect((await ended(begin(['serve']))).errors).toBe(refusal())
  // The lock goes as if a second server were faster than the first one's next check.
  await rm(lock)
  const release = holdFile(lock)
  const printed = await ended(first)
  expect([printed.code, printed.errors]).toEqual([1, refusal()])
  release?.()
})

test('of two that start at once on a new folder, one serves', async () => {
  const both = await Promise.allSettled([serving(), serving()])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test.skipIf(inject('postgresUrl') === undefined)('servers of one PostgreSQL are several', async () => {
  const database = await onPostgres().open()
  const { url = '' } = database.location
  await database.close()
  const there = { DATABASE_URL: url, SECRET_KEY: 'of both '.repeat(8) }
  await serving({ ...there, DATA_DIR: join(folder, 'one') })
  await serving({ ...there, DATA_DIR: join(folder, 'two') })
})
