/** Files of storages of the network, as a listener hears them. */
import { startS3 } from '@koedana/fakes/s3/start-s3.ts'
import { startWebdav } from '@koedana/fakes/webdav/start-webdav.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createOutbound } from '../../../lib/outbound.ts'
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
    server.setTrouble({ is: 'status', status: 429, headers: { 'retry-after': '7' } })
    await expect(listener.get()).rejects.toMatchObject({ code: 'storageAway', retryAfterSeconds: 7 })
  })

  test('a listener is sent to a bucket where its links can be used, and is sent the bytes where not', async () => {
    const server = await startS3()
    open.push(server)
    server.put(firstPath, bytes)
    const place = { endpoint: server.url, bucket: server.bucket, prefix: '', pathStyle: true }
    const listener = await createListener(given(), {}, openS3Storage({ ...place, ...server.keys }, reach))
    // A browser would refuse a link over http, whatever an administrator wants.
    await given().database.write.updateTable('storage').set({ delivery: 'redirect' }).execute()
    const through = await listener.get({ 'sec-fetch-dest': 'audio' })
    expect([through.status, bytes.equals(await read(through))]).toEqual([200, true])
    const redirected = await listener.get({})
    expect(redirected).toMatchObject({ status: 307, headers: { 'cache-control': 'private, no-store' } })
    const url = redirected.headers.location ?? ''
    expect(url).not.toContain(server.keys.secretAccessKey)
    const answer = await outbound.get(url, { ...reach, timeoutMs: 5_000, maxBytes: 10_000_000 })
    expect(bytes.equals(answer.body)).toBe(true)
  })
})
