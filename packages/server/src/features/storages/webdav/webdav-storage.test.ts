import { buffer } from 'node:stream/consumers'
import { type FakeWebdav, startWebdav, type WebdavManner } from '@koedana/fakes/webdav/start-webdav.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createOutbound } from '../../../lib/outbound.ts'
import type { Storage } from '../storage.ts'
import { storageConforms } from '../testing/conformance.ts'
import { faultOf, listAll, type StorageUnderTest } from '../testing/storage-under-test.ts'
import { openWebdavStorage } from './webdav-storage.ts'

const outbound = createOutbound({ userAgent: 'x' })
afterAll(outbound.close)
const reach = { outbound, allowedHosts: ['127.0.0.1'], proxyUrl: null }

const open: FakeWebdav[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function start(
  manner: WebdavManner = {},
  wishes: { idleMs?: number } = {},
): Promise<{ server: FakeWebdav; storage: Storage }> {
  const server = await startWebdav({ user: 'listener', password: 'Pässwort:1', ...manner })
  open.push(server)
  const storage = openWebdavStorage(
    { url: server.url, user: 'listener', password: 'Pässwort:1' },
    { ...reach, ...wishes },
  )
  return { server, storage }
}

const troubleOf = {
  unavailable: { type: 'status', status: 500 },
  revoked: { type: 'status', status: 401 },
  rateLimited: { type: 'status', status: 429, headers: { 'retry-after': '7' } },
  damaged: { type: 'html' },
} as const

async function given(manner: WebdavManner): Promise<StorageUnderTest> {
  const { server, storage } = await start(manner)
  return {
    storage,
    put: server.put,
    remove: server.remove,
    failWith: (fault) => server.setTrouble(fault && troubleOf[fault]),
    faults: ['unavailable', 'revoked', 'rateLimited', 'damaged'],
    close: () => undefined,
  }
}

const manners: Readonly<Record<string, WebdavManner>> = {
  'a WebDAV server': {},
  'one with a namespace for all, and absolute hrefs without slashes': {
    prefix: '',
    hrefs: 'absolute',
    slashes: false,
    etags: 'weak',
  },
  'one with relative hrefs, without ETags': { prefix: 'lp1:', hrefs: 'relative', etags: 'none' },
  'one without ranges, whose listings have other ETags': { ranges: false, etags: 'otherInListings' },
}
for (const [name, manner] of Object.entries(manners)) storageConforms(name, () => given(manner))

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) % 256))
const isGet = ({ method }: { readonly method: string }) => method === 'GET'
const all = { start: 0, end: bytes.length - 1 }

test.each([
  ['lies about the size', (server: FakeWebdav) => server.setManner({ liesBy: 5 }), 'damaged'],
  [
    'loses the connection',
    (server: FakeWebdav) => server.setTrouble({ type: 'cut', when: isGet }),
    'unavailable',
  ],
  [
    'stops in the middle',
    (server: FakeWebdav) => server.setTrouble({ type: 'stall', when: isGet }),
    'unavailable',
  ],
  ['never answers', (server: FakeWebdav) => server.setTrouble({ type: 'hang', when: isGet }), 'unavailable'],
  ['sends a page', (server: FakeWebdav) => server.setTrouble({ type: 'html', when: isGet }), 'damaged'],
] as const)('a read of a server that %s fails, and is not half a file', async (_what, trouble, fault) => {
  const { server, storage } = await start({}, { idleMs: 300 })
  server.put('1.wav', bytes)
  trouble(server)
  const file = await storage.open('1.wav')
  expect(await faultOf(() => file.read(all))).toBe(fault)
  expect(await faultOf(() => buffer(file.stream({ start: 10, end: bytes.length - 1 })))).toBe(fault)
})

test('another file of the same size and time is not mixed with the one that was opened', async () => {
  const { server, storage } = await start()
  server.put('1.wav', bytes)
  const file = await storage.open('1.wav')
  expect(bytes.equals(await file.read(all))).toBe(true)
  server.put('1.wav', Buffer.from(bytes).reverse())
  expect(await faultOf(() => file.read(all))).toBe('damaged')
})

test('hrefs that lead elsewhere are reported as no names, and nobody goes there', async () => {
  const { server, storage } = await start({
    alsoLists: ['/etc/passwd', '/dav/%2e%2e/secret', 'http://169.254.169.254/latest', '//evil.example/x'],
  })
  server.put('1.wav', 'x')
  const kinds = (await listAll(storage)).map(({ kind }) => kind).sort()
  expect(kinds).toEqual(['file', ...Array(4).fill('invalidName')])
  expect(new Set(server.requests)).toEqual(new Set(['PROPFIND /dav/']))
})

test('the password goes to nobody else', async () => {
  const { server, storage } = await start()
  const elsewhere = await startWebdav({ user: 'nobody' })
  open.push(elsewhere)
  server.put('1.wav', 'x')
  server.setTrouble({ type: 'status', status: 307, headers: { location: `${elsewhere.url}/` } })
  expect(await faultOf(() => storage.list(''))).toBe('revoked')
  expect(elsewhere.requests).toEqual(['PROPFIND /dav/'])
})

test('a server that may not be reached is away, and the cause says why', async () => {
  const { server } = await start()
  const storage = openWebdavStorage(
    { url: server.url, user: null, password: null },
    { ...reach, allowedHosts: [] },
  )
  await expect(storage.list('')).rejects.toMatchObject({
    fault: 'unavailable',
    cause: { fault: 'privateAddress' },
  })
  expect(server.requests).toEqual([])
})
