// @module-tag large
import type { Trouble } from '@koedana/fakes/http/troubled-server.ts'
import { startS3 } from '@koedana/fakes/s3/start-s3.ts'
import { startWebdav } from '@koedana/fakes/webdav/start-webdav.ts'
import { afterAll, expect, test } from 'vitest'
import { createOutbound } from '../../../../lib/outbound.ts'
import { scanStorage } from '../../../library/scan/scan-storage.ts'
import { eachLibrary } from '../../../library/testing/each-library.ts'
import { sound } from '../../../library/testing/library.ts'
import { openS3Storage } from '../../../storages/s3/s3-storage.ts'
import type { Storage } from '../../../storages/storage.ts'
import { openWebdavStorage } from '../../../storages/webdav/webdav-storage.ts'
import { cleanedAt, goneAt, goneIds, idOf, scannedAt, trashedWorks } from './testing/clean-fixtures.ts'
import { runClean } from './testing/run-clean.ts'

const outbound = createOutbound({ userAgent: 'x' })
afterAll(outbound.close)
const reach = { outbound, allowedHosts: ['127.0.0.1'], proxyUrl: null, idleMs: 500 }

interface Remote {
  readonly kind: 'webdav' | 's3'
  readonly storage: Storage
  readonly server: Pick<Awaited<ReturnType<typeof startS3>>, 'put' | 'remove' | 'setTrouble' | 'close'>
}

async function webdav(): Promise<Remote> {
  const server = await startWebdav()
  return {
    kind: 'webdav',
    server,
    storage: openWebdavStorage({ url: server.url, user: null, password: null }, reach),
  }
}

async function s3(): Promise<Remote> {
  const server = await startS3({ pageSize: 7 })
  const bucket = { endpoint: server.url, bucket: server.bucket, prefix: '', pathStyle: true }
  return { kind: 's3', server, storage: openS3Storage({ ...bucket, ...server.keys }, reach) }
}

const troubles: readonly (readonly [what: string, trouble: Trouble])[] = [
  ['answers 500', { type: 'status', status: 500 }],
  ['answers 429', { type: 'status', status: 429, headers: { 'retry-after': '3600' } }],
  ['wants somebody to sign in', { type: 'status', status: 401 }],
  ['denies all that there is', { type: 'status', status: 404 }],
  ['answers with a page', { type: 'html' }],
  ['hangs', { type: 'hang' }],
  ['loses the connection', { type: 'reset' }],
  ['loses it in the midst of a listing', { type: 'cut' }],
  ['stops in the midst of a listing', { type: 'stall' }],
]

const root = 'the storage of the test'
const [firstGone = ''] = goneIds
const pathOf = (id: string) => `${id} rain/1.wav`
const all = Array.from({ length: 40 }, (_, at) => idOf(at + 1))

eachLibrary((given) => {
  const scan = (storage: Storage, at: string) =>
    scanStorage({
      database: given().database,
      coversFolder: given().coversFolder,
      root,
      remote: storage,
      unknownAge: 'all',
      now: () => new Date(at),
      report: () => {},
    })
  /** Creates forty works, of which the last scan misses three. */
  const stock = async ({ kind, server, storage }: Remote) => {
    for (const id of all) server.put(pathOf(id), sound(id, 0.1))
    const columns = { kind, root, unknown_age_category: 'all' as const, scanned_at: null, marker: null }
    await given().database.write.insertInto('storage').values(columns).execute()
    await scan(storage, scannedAt)
    for (const id of goneIds) server.remove(pathOf(id))
    expect((await scan(storage, goneAt)).tracks).toMatchObject({ found: 37, missing: 3, held: 0 })
  }
  const clean = (storage: Storage) =>
    runClean({
      database: given().database,
      coversFolder: given().coversFolder,
      openStorage: () => storage,
      at: cleanedAt,
      dryRun: false,
    })

  test.each([
    ['WebDAV', webdav],
    ['S3', s3],
  ])('%s: what is gone goes, and nothing is taken for gone by a storage in trouble', async (_, start) => {
    const remote = await start()
    const { server, storage } = remote
    await stock(remote)
    for (const [what, trouble] of troubles) {
      server.setTrouble(trouble)
      const { items } = await clean(storage)
      expect(
        items.filter(({ outcome }) => outcome === 'trashed'),
        what,
      ).toEqual([])
      expect(items, what).toContainEqual({
        item: root,
        thing: 'storages',
        outcome: 'skipped',
        reason: 'notMounted',
      })
      // A 404 for one file means that it is deleted. `cut` and `stall` are about listings.
      if (trouble.status === 404 || trouble.type === 'cut' || trouble.type === 'stall') continue
      // A file that cannot be checked stays, together with its work, even if other files can be checked.
      server.setTrouble({ ...trouble, when: ({ path }) => path.includes(firstGone) })
      const { items: partly } = await clean(storage)
      expect(partly.find(({ item }) => item.endsWith(pathOf(firstGone)))?.outcome, what).not.toBe('trashed')
      expect(await trashedWorks(given()), what).not.toContain(firstGone)
    }
    server.setTrouble()
    await clean(storage)
    expect(await trashedWorks(given())).toEqual(goneIds)
    await server.close()
  })

  test.each([
    ['WebDAV', webdav],
    ['S3', s3],
  ])(
    '%s: one that denies its files and lists its top is not believed, nor one that is empty',
    async (_, start) => {
      const remote = await start()
      const { server, storage } = remote
      await stock(remote)
      for (const id of all) server.remove(pathOf(id))
      for (const id of all) server.put(`${id} rain/another file`, 'not what was there')
      expect((await clean(storage)).items).toContainEqual({
        item: root,
        thing: 'storages',
        outcome: 'skipped',
        reason: 'notMounted',
      })
      for (const id of all) server.remove(`${id} rain/another file`)
      expect((await clean(storage)).items).toContainEqual({
        item: root,
        thing: 'storages',
        outcome: 'skipped',
        reason: 'massLoss',
      })
      expect(await trashedWorks(given())).toEqual([])
      for (const id of all) if (!goneIds.includes(id)) server.put(pathOf(id), sound(id, 0.1))
      await clean(storage)
      expect(await trashedWorks(given())).toEqual(goneIds)
      await server.close()
    },
  )
})
