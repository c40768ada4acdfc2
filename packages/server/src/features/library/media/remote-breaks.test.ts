/** If a remote server breaks off, the listener gets "try again later", never an internal error. */
import { startS3 } from '@koedana/fakes/s3/start-s3.ts'
import { startWebdav } from '@koedana/fakes/webdav/start-webdav.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createOutbound } from '../../../lib/outbound.ts'
import { withArchives } from '../../storages/archives/archive-storage.ts'
import { createExtractionCache } from '../../storages/archives/extraction-cache.ts'
import { openFakeDrive } from '../../storages/drives/testing/fake-drive-storage.ts'
import { openS3Storage } from '../../storages/s3/s3-storage.ts'
import type { Storage } from '../../storages/storage.ts'
import { buildZip } from '../../storages/testing/zip.ts'
import { openWebdavStorage } from '../../storages/webdav/webdav-storage.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { sound, type TestLibrary } from '../testing/library.ts'
import { createListener, firstPath, read } from '../testing/media.ts'

const outbound = createOutbound({ userAgent: 'x' })
afterAll(outbound.close)
const reach = { outbound, allowedHosts: ['127.0.0.1'], proxyUrl: null, idleMs: 300 }

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

/** Large enough to be streamed. */
const long = sound('the sound', 5)
/** Under 16 KiB, so it is read at once. */
const short = sound('short', 0.1)

interface Broken {
  readonly storage: Storage
  readonly breakOff: (type: 'cut' | 'stall' | 'reset' | 'hang') => void
  readonly heal: () => void
}

type OpenBroken = (bytes: Uint8Array, library: TestLibrary) => Promise<Broken>

const isGet = ({ method }: { readonly method: string }) => method === 'GET'

const webdavOf = async (path: string, bytes: Uint8Array) => {
  const server = await startWebdav()
  open.push(server)
  server.put(path, bytes)
  return {
    storage: openWebdavStorage({ url: server.url, user: null, password: null }, reach),
    breakOff: (type: 'cut' | 'stall' | 'reset' | 'hang') => server.setTrouble({ type, when: isGet }),
    heal: () => server.setTrouble(),
  }
}

const zipped =
  (isDeflated: boolean): OpenBroken =>
  async (bytes, library) => {
    const zip = buildZip([{ name: '02 雨.wav', bytes, isDeflated }])
    const given = await webdavOf('RJ334212.zip', zip)
    const storage = withArchives(given.storage, createExtractionCache(`${library.root}-unpacked`))
    return { ...given, storage }
  }

const storages: Readonly<Record<string, OpenBroken>> = {
  WebDAV: (bytes) => webdavOf(firstPath, bytes),
  S3: async (bytes) => {
    const server = await startS3()
    open.push(server)
    server.put(firstPath, bytes)
    const bucket = { endpoint: server.url, bucket: server.bucket, prefix: '', pathStyle: true }
    return {
      storage: openS3Storage({ ...bucket, ...server.keys }, reach),
      breakOff: (type) =>
        server.setTrouble({
          type,
          when: ({ path }) => path.includes('RJ334212') && !path.includes('list-type'),
        }),
      heal: () => server.setTrouble(),
    }
  },
  'a cloud drive': async (bytes) => {
    const { storage, server, given } = await openFakeDrive('dropbox')
    open.push({ close: async () => given.close() })
    await given.put(firstPath, bytes)
    return {
      storage,
      breakOff: (type) =>
        server.setTrouble({ type, when: ({ method, path }) => method === 'GET' && !path.includes('/2/') }),
      heal: () => server.setTrouble(),
    }
  },
  'an archive': zipped(false),
  'a compressed archive': zipped(true),
}

eachLibrary((given) => {
  for (const [name, openBroken] of Object.entries(storages)) {
    test.each([
      ['short', 'cut', short],
      ['short', 'stall', short],
      ['short', 'reset', short],
      ['long', 'reset', long],
      ['long', 'hang', long],
    ] as const)(
      `${name}: a %s file whose server fails by %s is 503, and is read once it is back`,
      async (_, is, bytes) => {
        const broken = await openBroken(bytes, given())
        const listener = await createListener(given(), {}, broken.storage)
        broken.breakOff(is)
        await expect(listener.get()).rejects.toMatchObject({ code: 'storageAway' })
        broken.heal()
        expect(Buffer.from(bytes).equals(await read(await listener.get()))).toBe(true)
        listener.close()
      },
    )
  }

  test('a compressed archive whose bytes are corrupted is 503, not a fault of this server', async () => {
    const zip = buildZip([{ name: '02 雨.wav', bytes: long, isDeflated: true }])
    const server = await startWebdav()
    open.push(server)
    server.put('RJ334212.zip', zip)
    const remote = openWebdavStorage({ url: server.url, user: null, password: null }, reach)
    const storage = withArchives(remote, createExtractionCache(`${given().root}-unpacked`))
    const listener = await createListener(given(), {}, storage)
    const corrupted = Buffer.from(zip)
    corrupted.fill(0xff, 200, 260)
    server.swap('RJ334212.zip', corrupted)
    await expect(listener.get()).rejects.toMatchObject({ code: 'storageAway' })
    listener.close()
  })
})
