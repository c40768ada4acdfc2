/** Redirects of a WebDAV server from https to http, as AList and OpenList send them for providers without TLS. */
import { type FakeWebdav, startWebdav } from '@koedana/fakes/webdav/start-webdav.ts'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../../../lib/outbound.ts'
import { openDecrypted } from '../open-storages.ts'
import { toShownSettings, toStoredSettings } from '../settings.rules.ts'
import { noDrives } from '../testing/no-drives.ts'
import { faultOf, listAll } from '../testing/storage-under-test.ts'

const outbound = createOutbound({ userAgent: 'x' })
afterAll(outbound.close)
const [user, password] = ['listener', 'moss']

let nas: FakeWebdav
let files: FakeWebdav
beforeEach(async () => {
  nas = await startWebdav({ user, password })
  files = await startWebdav()
  for (const server of [nas, files]) server.put('1.wav', 'rain')
})
afterEach(async () => {
  await nas.close()
  await files.close()
})

/** Returns an outbound client for which the fake is an https server; http URLs are unchanged. */
function behindTls(server: FakeWebdav): Outbound {
  const [secure, plain] = [`https://127.0.0.1:${server.port}`, server.url.replace(/\/dav$/, '')]
  const toPlain = (url: string) => url.replace(secure, plain)
  return {
    ...outbound,
    send: async (url, request) => ({ ...(await outbound.send(toPlain(url), request)), url }),
    stream: async (url, request) => ({ ...(await outbound.stream(toPlain(url), request)), url }),
  }
}

function openNas(allowsHttpRedirects: boolean | undefined) {
  const url = nas.url.replace(/^http:/, 'https:')
  const stored = toStoredSettings({
    kind: 'webdav',
    url,
    user,
    password,
    ownNetwork: true,
    allowsHttpRedirects,
  })
  expect(toShownSettings(stored)).toMatchObject(
    allowsHttpRedirects === undefined ? {} : { allowsHttpRedirects },
  )
  return openDecrypted({ ...stored, secret: password }, { outbound: behindTls(nas), drives: noDrives })
}

const readAll = async (allowsHttpRedirects: boolean | undefined) => {
  const file = await openNas(allowsHttpRedirects).open('1.wav')
  nas.setManner({ redirectsTo: `${files.url}/1.wav` })
  return Buffer.from(await file.read({ start: 0, end: 3 })).toString()
}

test.each([undefined, false])('a redirect to http is rejected without leave (%s)', async (leave) => {
  expect(await faultOf(() => readAll(leave))).toBe('unavailable')
  expect(files.requests).toEqual([])
})

test('with leave the file is read there, and no credentials are sent', async () => {
  expect(await readAll(true)).toBe('rain')
  expect([files.requests, files.credentials]).toEqual([['GET /dav/1.wav'], []])
})

test('the same host by http is another origin: no credentials are sent', async () => {
  const file = await openNas(true).open('1.wav')
  const sent = nas.credentials.length
  nas.setManner({ redirectsTo: `${nas.url}/1.wav` })
  expect(await faultOf(() => file.read({ start: 0, end: 3 }))).toBe('revoked')
  // Only the first request, over https, had credentials.
  expect(nas.credentials).toHaveLength(sent + 1)
})

test('listings are never redirected to http', async () => {
  const storage = openNas(true)
  nas.setTrouble({ type: 'status', status: 302, headers: { location: `${files.url}/` } })
  expect(await faultOf(() => listAll(storage))).toBe('unavailable')
  expect(files.requests).toEqual([])
})
