import { startS3 } from '@koedana/fakes/s3/start-s3.ts'
import { startWebdav } from '@koedana/fakes/webdav/start-webdav.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createOutbound } from '../../../lib/outbound.ts'
import { openFakeDrive } from '../../storages/drives/testing/fake-drive-storage.ts'
import { openS3Storage } from '../../storages/s3/s3-storage.ts'
import { openWebdavStorage } from '../../storages/webdav/webdav-storage.ts'
import { eachLibrary } from '../testing/each-library.ts'
import { bytes, createListener, firstPath, read } from '../testing/media.ts'

const outbound = createOutbound({ userAgent: 'x' })
afterAll(outbound.close)
const reach = { outbound, allowedHosts: ['127.0.0.1'], proxyUrl: null }

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

eachLibrary((given) => {
  test('a file of a WebDAV server is sent through us, by ranges', async () => {
    const server = await startWebdav({ user: 'listener', password: 'secret' })
    open.push(server)
    server.put(firstPath, bytes)
    const settings = { url: server.url, user: 'listener', password: 'secret' }
    const listener = await createListener(given(), {}, openWebdavStorage(settings, reach))
    const response = await listener.get({ range: 'bytes=100000-' })
    expect(response.status).toBe(206)
    expect(bytes.subarray(100_000).equals(await read(response))).toBe(true)
    server.setTrouble({ type: 'status', status: 429, headers: { 'retry-after': '7' } })
    await expect(listener.get()).rejects.toMatchObject({ code: 'storageAway', retryAfterSeconds: 7 })
  })

  test.each(['cut', 'stall'] as const)(
    'a server whose connection is %s in the midst of a sound ends it with an error, and the next range is heard',
    async (type) => {
      const server = await startWebdav()
      open.push(server)
      server.put(firstPath, bytes)
      const settings = { url: server.url, user: null, password: null }
      const storage = openWebdavStorage(settings, { ...reach, idleMs: 300 })
      const listener = await createListener(given(), {}, storage)
      server.setTrouble({ type, when: ({ method }) => method === 'GET' })
      // Before anything is sent, the error requests a later try.
      const heard = await listener
        .get()
        .then(read)
        .catch((error: unknown) => error)
      expect(heard).toBeInstanceOf(Error)
      server.setTrouble()
      const rest = await read(await listener.get({ range: 'bytes=100-' }))
      expect(bytes.subarray(100).equals(rest)).toBe(true)
      expect((await listener.files()).length).toBe(1)
    },
  )

  test('a listener is sent to a bucket where its links can be used, and is sent the bytes where not', async () => {
    const server = await startS3()
    open.push(server)
    server.put(firstPath, bytes)
    const bucket = { endpoint: server.url, bucket: server.bucket, prefix: '', pathStyle: true }
    const listener = await createListener(given(), {}, openS3Storage({ ...bucket, ...server.keys }, reach))
    // Browsers reject http links, even if an administrator chose redirects.
    await given().database.write.updateTable('storage').set({ delivery: 'redirect' }).execute()
    const through = await listener.get({ 'sec-fetch-dest': 'audio' })
    expect([through.status, bytes.equals(await read(through))]).toEqual([200, true])
    const redirected = await listener.get({})
    expect(redirected).toMatchObject({ status: 307, headers: { 'cache-control': 'private, no-store' } })
    const url = redirected.headers.location ?? ''
    expect(url).not.toContain(server.keys.secretAccessKey)
    const received = await outbound.get(url, {
      ...reach,
      destination: 'webdav',
      timeoutMs: 5_000,
      maxBytes: 10_000_000,
    })
    expect(bytes.equals(received.body)).toBe(true)
  })

  test('a link that is bound to who requested it is given to them alone, and one that needs a cookie to nobody', async () => {
    const { storage, server, given: drive } = await openFakeDrive('disk_115')
    open.push({ close: async () => drive.close() })
    await drive.put(firstPath, bytes)
    const { bindLinks } = server.providers.disk_115
    const listener = await createListener(given(), {}, storage)
    await given().database.write.updateTable('storage').set({ delivery: 'redirect' }).execute()
    bindLinks('agent')
    // Expires the links that the scan requested.
    server.passTime(11 * 60_000)
    server.requests.length = 0
    const reading = { 'user-agent': 'mpv', 'sec-fetch-dest': 'audio', 'sec-fetch-mode': 'cors' }
    expect(bytes.equals(await read(await listener.get(reading)))).toBe(true)
    // No link is requested for a listener who cannot use it. This request reads the file for the server itself.
    expect(server.requests.filter((one) => one.includes('downurl'))).toHaveLength(1)
    const redirected = await listener.get({ 'user-agent': 'mpv' })
    const url = redirected.headers.location ?? ''
    const statusFor = async (agent: string) => (await fetch(url, { headers: { 'user-agent': agent } })).status
    expect([redirected.status, await statusFor('mpv'), await statusFor('other')]).toEqual([307, 200, 403])
    bindLinks('cookie')
    server.passTime(11 * 60_000)
    const through = await listener.get({ 'user-agent': 'mpv' })
    expect([through.status, bytes.equals(await read(through))]).toEqual([200, true])
  })
})
