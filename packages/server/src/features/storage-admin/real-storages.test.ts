// @module-tag large
/** Network storages from adding them to playing a track, with independent servers, and with a fake for S3. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import type { StorageSettings } from '@koedana/contract/storage-settings.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { startS3 } from '@koedana/fakes/s3/start-s3.ts'
import { startWebdav } from '@koedana/fakes/webdav/start-webdav.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { pollOptions } from '../../testing/poll-options.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { sound } from '../library/testing/library.ts'
import { isMissing, type RealServer, realServers, startRealServer } from '../storages/testing/real-webdav.ts'
import { buildZip } from '../storages/testing/zip.ts'

const [plain, packed] = ['RJ90000001', 'RJ90000002']
const rain = Buffer.from(sound('rain', 5))
const snow = Buffer.from(sound('snow', 5))
const wind = Buffer.from(sound('wind', 5))

/** A work in a nested folder, and a work in an archive. */
const files: Readonly<Record<string, Uint8Array>> = {
  [`棚 100%/${plain} 雨/01 & rain.wav`]: rain,
  [`${packed} 雪.zip`]: buildZip([
    { name: 'あ/1 snow.wav', bytes: snow },
    { name: 'あ/2 wind.wav', bytes: wind, isDeflated: true },
  ]),
}

interface Given {
  readonly settings: StorageSettings
  readonly stop: () => Promise<void> | void
  readonly close: () => Promise<void>
  readonly bytesSent?: () => number
}

const real = (name: RealServer) => async (): Promise<Given> => {
  const server = await startRealServer(name)
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(server.folder, path)), { recursive: true })
    writeFileSync(join(server.folder, path), bytes)
  }
  const { url, user, password, stop } = server
  return {
    settings: { kind: 'webdav', url, user, password, ownNetwork: true },
    stop,
    // `close` can only stop a running server.
    close: async () => {
      await server.start()
      await server.close()
    },
  }
}

const fakeWebdav = async (): Promise<Given> => {
  const server = await startWebdav({ user: 'haruka', password: 'moss' })
  for (const [path, bytes] of Object.entries(files)) server.put(path, bytes)
  return {
    ...server,
    settings: { kind: 'webdav', url: server.url, user: 'haruka', password: 'moss', ownNetwork: true },
    stop: () => server.setTrouble({ type: 'status', status: 500 }),
  }
}

const fakeS3 = async (): Promise<Given> => {
  const server = await startS3()
  for (const [path, bytes] of Object.entries(files)) server.put(`a shelf/${path}`, bytes)
  const { bucket, keys, url } = server
  const bucketSettings = { endpoint: url, bucket, prefix: 'a shelf', pathStyle: true, ownNetwork: true }
  return {
    ...server,
    settings: { kind: 's3', ...bucketSettings, ...keys },
    stop: () => server.setTrouble({ type: 'reset' }),
  }
}

const starts: Readonly<Record<string, { isMissing: boolean; start: () => Promise<Given> }>> = {
  ...Object.fromEntries(realServers.map((name) => [name, { isMissing: isMissing(name), start: real(name) }])),
  'WebDAV of our own': { isMissing: false, start: fakeWebdav },
  'S3 that verifies signatures': { isMissing: false, start: fakeS3 },
}

eachEngine((engine) => {
  describe.each(Object.entries(starts))('%s', (_, { isMissing: isSkipped, start }) => {
    let w: World
    let admin: SignedInPerson
    let server: Given
    beforeEach(async () => {
      w = await startTestServer(engine)
      admin = await w.signIn({ role: roleOf.admin })
      w.deps.tasks.start()
      server = await start()
    })
    afterEach(async () => {
      await w.close()
      await server.close()
    })

    const scan = async (id: string) => {
      const { task } = await admin.call(api.scanStorage, { params: { id }, body: {} })
      await vi.waitFor(async () => {
        const { endedAt } = await admin.call(api.getTask, { params: { id: task?.id ?? '' } })
        expect(endedAt).not.toBeNull()
      }, pollOptions)
      await w.deps.catalogue.caughtUp()
      return (await admin.call(api.getStorage, { params: { id } })).lastScan
    }
    const linksOf = async (id: string) =>
      (await w.call(api.listWorkFiles, { params: { id } })).tracks.map(({ url }) => url ?? '')
    const hear = async (url: string, range: string) => {
      const { statusCode, rawPayload, headers } = await w.app.inject({ url, headers: { range } })
      return { statusCode, bytes: rawPayload, range: headers['content-range'] }
    }

    test.skipIf(isSkipped)(
      'is added, scanned and heard at any byte, and is not taken for empty once it is away',
      async () => {
        const { id } = await admin.call(api.createStorage, {
          body: { settings: server.settings, unknownAge: 'all' },
        })
        expect(await scan(id)).toMatchObject({ state: 'mounted', works: { found: 2 }, files: { found: 3 } })
        const links = [...(await linksOf(plain)), ...(await linksOf(packed))]
        expect(links).toHaveLength(3)
        const before = server.bytesSent?.() ?? 0
        for (const [at, whole] of [rain, snow].entries()) {
          const size = whole.length
          expect(await hear(links[at] ?? '', `bytes=${size - 1000}-${size - 901}`)).toEqual({
            statusCode: 206,
            bytes: whole.subarray(size - 1000, size - 900),
            range: `bytes ${size - 1000}-${size - 901}/${size}`,
          })
        }
        // Only the archive's directory and the requested ranges were read.
        if (server.bytesSent) expect(server.bytesSent() - before).toBeLessThan(rain.length / 2)
        const inflated = await hear(links[2] ?? '', 'bytes=0-')
        expect(inflated.bytes.equals(wind)).toBe(true)
        await server.stop()
        const gone = await scan(id)
        expect(gone?.state).not.toBe('mounted')
        expect((await admin.call(api.getStorage, { params: { id } })).fileCount).toBe(3)
        expect((await hear(links[0] ?? '', 'bytes=0-3')).statusCode).toBe(503)
      },
    )
  })
})
