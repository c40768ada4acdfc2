// @module-tag large
/** Only one server per data folder: a second one fails with a message, however the first one ended. */
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { lockFile } from '../db/sqlite-file.ts'
import { onPostgres } from '../testing/engines.ts'
import { createPrograms, end, waitForExit } from './testing/server-processes.ts'

let folder = ''
const { begin, serving, endAll } = createPrograms(() => folder)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-sole-'))
})
afterEach(async () => {
  await endAll()
  await rm(folder, { recursive: true, force: true })
})

const refusal = () =>
  [
    `Another Koedana server is running on the data folder ${folder}.`,
    'Stop it first, or give this one a folder of its own with DATA_DIR=….',
    'Several servers share one catalogue through PostgreSQL (DATABASE_URL).',
    '',
  ].join('\n')

test('a second server is refused in words; commands beside the first are not', async () => {
  await serving()
  expect(await waitForExit(begin(['serve']))).toEqual({ code: 1, output: '', errors: refusal() })
  const feed = join(folder, 'feed.jsonl')
  await writeFile(feed, '{"id":"RJ90000001","name":"mist"}\n')
  expect(await waitForExit(begin(['import', feed]))).toMatchObject({ code: 0 })
  expect((await waitForExit(begin(['export']))).output).toContain('RJ90000001')
  expect(await waitForExit(begin(['user', 'list']))).toMatchObject({ code: 0 })
})

test('after a server ended, even by force, the next one starts; what lies there of the one before means nothing', async () => {
  await end((await serving()).child, 'SIGKILL')
  expect(existsSync(join(folder, 'server.lock'))).toBe(true)
  await end((await serving()).child, 'SIGTERM')
  await serving()
  expect((await waitForExit(begin(['serve']))).errors).toBe(refusal())
})

test('a lock that is removed while a server runs is taken again, and two never go on beside each other', async () => {
  const lock = join(folder, 'server.lock')
  const { child: first } = await serving()
  await rm(lock)
  await expect.poll(() => existsSync(lock), { timeout: 10_000 }).toBe(true)
  expect((await waitForExit(begin(['serve']))).errors).toBe(refusal())
  // The lock file is deleted, and a second server takes it before the first one's next check.
  await rm(lock)
  const release = lockFile(lock)
  const printed = await waitForExit(first)
  expect([printed.code, printed.errors]).toEqual([1, refusal()])
  release?.()
})

test.each(['removed', 'replaced'])(
  'a database that is %s while a server runs ends it, and all that was in it is kept',
  async (fate) => {
    const file = join(folder, 'koedana.sqlite')
    const { child } = await serving()
    await writeFile(join(folder, 'feed.jsonl'), '{"id":"RJ90000001","name":"mist"}\n')
    expect(await waitForExit(begin(['import', join(folder, 'feed.jsonl')]))).toMatchObject({ code: 0 })
    if (fate === 'replaced') {
      await writeFile(join(folder, 'other'), '')
      await rename(join(folder, 'other'), file)
    } else await rm(file)
    const { code, errors } = await waitForExit(child)
    expect(code).toBe(1)
    const kept = /All that it had is in (\S+\.sqlite)\./.exec(errors)?.[1] ?? ''
    await rename(kept, file)
    for (const end of ['-wal', '-shm']) await rm(file + end, { force: true })
    expect((await waitForExit(begin(['export']))).output).toContain('RJ90000001')
  },
)

test('of two that start at once on a new folder, one serves', async () => {
  const both = await Promise.allSettled([serving(), serving()])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test.skipIf(inject('postgresUrl') === undefined)('servers of one PostgreSQL are several', async () => {
  const database = await onPostgres().open()
  const { url = '' } = database.location
  await database.close()
  const there = { DATABASE_URL: url, SECRET_KEY: 'of both '.repeat(8) }
  await serving([], { ...there, DATA_DIR: join(folder, 'one') })
  await serving([], { ...there, DATA_DIR: join(folder, 'two') })
})
