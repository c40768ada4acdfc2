// @module-tag large
/** Remote files that were replaced with the same size and time are detected by the storage's hash. */
import { fakeDriveNames } from '@koedana/fakes/drives/start-drives.ts'
import { startS3 } from '@koedana/fakes/s3/start-s3.ts'
import { startWebdav } from '@koedana/fakes/webdav/start-webdav.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { createOutbound } from '../../../lib/outbound.ts'
import { openFakeDrive } from '../../storages/drives/testing/fake-drive-storage.ts'
import { openS3Storage } from '../../storages/s3/s3-storage.ts'
import type { Storage } from '../../storages/storage.ts'
import { openWebdavStorage } from '../../storages/webdav/webdav-storage.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { sound } from '../testing/library.ts'

interface HashingStorage {
  readonly storage: Storage
  readonly put: (path: string, bytes: Uint8Array) => void
  readonly swap: (path: string, bytes: Uint8Array) => void
  readonly close: () => Promise<void> | void
}

const outbound = createOutbound({ userAgent: 'x' })
const reach = { outbound, allowedHosts: ['127.0.0.1'], proxyUrl: null }

const storages: Readonly<Record<string, () => Promise<HashingStorage>>> = {
  ...Object.fromEntries(
    fakeDriveNames.map((name) => [
      name,
      async (): Promise<HashingStorage> => {
        const { storage, server, given } = await openFakeDrive(name)
        const { put, swap } = server.providers[name].tree
        return { storage, put, swap, close: given.close }
      },
    ]),
  ),
  webdav: async () => {
    const server = await startWebdav()
    const storage = openWebdavStorage({ url: server.url, user: null, password: null }, reach)
    const at = (path: string) => `shelf/${path}`
    return {
      storage,
      put: (path, bytes) => server.put(at(path), bytes),
      swap: (path, bytes) => server.swap(at(path), bytes),
      close: server.close,
    }
  },
  s3: async () => {
    const server = await startS3({ pageSize: 4 })
    const remote = { endpoint: server.url, bucket: server.bucket, prefix: '', pathStyle: true }
    const storage = openS3Storage({ ...remote, ...server.keys }, reach)
    return { storage, put: server.put, swap: server.swap, close: server.close }
  },
}

for (const [name, open] of Object.entries(storages))
  describe(name, () => {
    const opened: HashingStorage[] = []
    afterEach(async () => {
      await Promise.all(opened.splice(0).map(({ close }) => close()))
    })

    eachLibrary((given) => {
      test('a file of the same size and time is read again, and once', async () => {
        const remote = await open()
        opened.push(remote)
        remote.put('RJ334212/1.wav', sound('one'))
        remote.put('RJ334212/2.wav', sound('two'))
        const scan = () => given().scan({ remote: remote.storage })
        expect((await scan()).tracks).toMatchObject({ added: 2 })
        const [before] = await given().tracks()
        expect(before?.hash).toMatch(/^[\w-]+:./)
        remote.swap('RJ334212/1.wav', sound('another'))
        expect((await scan()).tracks).toMatchObject({ changed: 1, unchanged: 1, missing: 0 })
        const [after] = await given().tracks()
        expect(after).toMatchObject({ id: before?.id, size_bytes: before?.size_bytes })
        expect(after?.modified_at).toBe(before?.modified_at)
        expect(after?.fingerprint).not.toBe(before?.fingerprint)
        expect(after?.hash).not.toBe(before?.hash)
        expect((await scan()).tracks).toMatchObject({ changed: 0, unchanged: 2 })
      })

      test('files known from before hashes were kept are not read again: the next scan keeps them', async () => {
        const remote = await open()
        opened.push(remote)
        remote.put('RJ334212/1.wav', sound('one'))
        const scan = () => given().scan({ remote: remote.storage })
        await scan()
        const [before] = await given().tracks()
        const { write } = given().database
        await write.deleteFrom('scanned_work').execute()
        await write.updateTable('track').set({ hash: null, fingerprint: 'kept' }).execute()
        expect((await scan()).tracks).toMatchObject({ changed: 0, unchanged: 1 })
        expect(await given().tracks()).toMatchObject([{ fingerprint: 'kept', hash: before?.hash }])
      })
    })
  })
