import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from './db/open.ts'
import { openDeps } from './deps.ts'
import { ingestFeedWorks } from './features/metadata/feed/testing/feed-fixtures.ts'
import type { Build } from './features/works/index/build.ts'
import { createLog } from './lib/log.ts'
import { buildInThread } from './testing/build-in-thread.ts'
import { eachEngine } from './testing/engines.ts'
import { secretKey } from './testing/test-server.ts'

const work = (maker: string) => ({
  id: 'RJ01000001',
  name: 'Rain',
  ageCategory: 'all',
  maker: { id: 'RG1', name: maker },
})

eachEngine((engine) => {
  const open = async (database: Database, dataFolder: string, build: Build) =>
    openDeps({ database, dataFolder, secretKey, log: createLog('silent'), build })

  test('names are those that the index was built with, also where they change while it is built', async () => {
    const database = await engine.open()
    const folder = await mkdtemp(join(tmpdir(), 'koedana-names-'))
    await ingestFeedWorks(database, [work('Before')])
    const { dictionary, close } = await open(database, folder, async (location, wishes) => {
      // The names have been read by now.
      await setTimeout(200)
      await ingestFeedWorks(database, [work('Meanwhile')], '2026-01-02T00:00:00.000Z')
      return buildInThread(location, wishes)
    })
    const key = dictionary.findKey('makers', 'RG1') ?? -1
    expect(dictionary.findEntity('makers', key, { locale: 'en-US' })?.name).toBe('Meanwhile')
    await close()
    await rm(folder, { recursive: true })
  })

  test('where the index cannot be built nothing is left that reads the database', async () => {
    const database = await engine.open()
    const folder = await mkdtemp(join(tmpdir(), 'koedana-names-'))
    const failing = open(database, folder, () => Promise.reject(new Error('no room for it')))
    await expect(failing).rejects.toThrow('no room for it')
    await database.close()
    await rm(folder, { recursive: true })
  })
})
