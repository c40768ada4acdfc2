/**
 * Quirks of real WebDAV and S3 servers: the conformance suite runs over fakes that imitate them. Each row names where the quirk was seen.
 * rclone and curl read the same files from the fakes, which shows that the fakes are realistic.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type FakeS3, type S3Options, startS3 } from '@koedana/fakes/s3/start-s3.ts'
import { type FakeWebdav, startWebdav, type WebdavOptions } from '@koedana/fakes/webdav/start-webdav.ts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createOutbound } from '../../lib/outbound.ts'
import { openS3Storage } from './s3/s3-storage.ts'
import { storageConforms } from './testing/conformance.ts'
import { faultOf, listAll, type StorageUnderTest } from './testing/storage-under-test.ts'
import { openWebdavStorage } from './webdav/webdav-storage.ts'

const run = promisify(execFile)
const outbound = createOutbound({ userAgent: 'x' })
afterAll(outbound.close)
const reach = { outbound, allowedHosts: ['127.0.0.1'], proxyUrl: null }
const user = 'listener'
const password = 'Pässwort:1'

const open: (FakeWebdav | FakeS3)[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function startDav(quirk: WebdavOptions) {
  const server = await startWebdav({ user, password, ...quirk })
  open.push(server)
  return { server, storage: openWebdavStorage({ url: server.url, user, password }, reach) }
}

/** `client`: an independent program that supports the quirk; undefined if there is none. */
interface DavRow {
  readonly quirk: WebdavOptions
  readonly client: 'rclone' | 'curl' | undefined
}

const webdavQuirks: Readonly<Record<string, DavRow>> = {
  // rclone does not paginate and sees only the first page: the fault that is avoided here.
  'pages by Link (Jianguoyun)': { quirk: { pageSize: 7 }, client: undefined },
  'a listing without the folder itself': { quirk: { omitsSelf: true }, client: 'rclone' },
  'hrefs without the prefix of a proxy': { quirk: { proxyPrefix: '/files/of the NAS' }, client: undefined },
  'no prefix, and no folder in its listing': {
    quirk: { proxyPrefix: '/files', omitsSelf: true },
    client: undefined,
  },
  'Digest with SHA-256': { quirk: { scheme: 'digest' }, client: 'curl' },
  'Digest with MD5 and sessions': {
    quirk: { scheme: 'digest', challenge: { algorithm: 'MD5-sess' } },
    client: 'curl',
  },
  'Digest of RFC 2069': {
    quirk: { scheme: 'digest', challenge: { algorithm: '', qop: '' } },
    client: 'curl',
  },
  'files in chunks without a length': { quirk: { chunked: true }, client: 'rclone' },
  'files in chunks without ETags': { quirk: { chunked: true, etags: 'none' }, client: 'rclone' },
}

const davTrouble = {
  unavailable: { type: 'status', status: 503 },
  revoked: { type: 'status', status: 401 },
  rateLimited: {
    type: 'status',
    status: 503,
    body: '<d:error xmlns:d="DAV:" xmlns:s="http://ns.jianguoyun.com"><s:exception>BlockedTemporarily</s:exception></d:error>',
  },
  damaged: { type: 'html' },
} as const

for (const [name, { quirk }] of Object.entries(webdavQuirks)) {
  storageConforms(`WebDAV: ${name}`, async (): Promise<StorageUnderTest> => {
    const { server, storage } = await startDav(quirk)
    return {
      storage,
      put: server.put,
      remove: server.remove,
      failWith: (fault) => server.setTrouble(fault && davTrouble[fault]),
      faults: ['unavailable', 'revoked', 'rateLimited', 'damaged'],
      close: () => undefined,
    }
  })
}

const s3Quirks: Readonly<Record<string, { readonly quirk: S3Options; readonly rclone: readonly string[] }>> =
  {
    'unencoded prefixes (Ceph)': {
      quirk: { rawPrefixes: true, pageSize: 7 },
      rclone: ['--s3-provider', 'Ceph'],
    },
    'version 1 with NextMarker': {
      quirk: { version1: 'marker', pageSize: 7 },
      rclone: ['--s3-list-version', '1'],
    },
    'version 1 without NextMarker': {
      quirk: { version1: 'noMarker', pageSize: 7 },
      rclone: ['--s3-list-version', '1'],
    },
    'version 1 that rejects version 2': {
      quirk: { version1: 'rejects2', pageSize: 7 },
      rclone: ['--s3-list-version', '1'],
    },
    'unquoted ETags': { quirk: { etags: 'unquoted' }, rclone: [] },
    'weak ETags, which If-Match never matches': { quirk: { etags: 'weak', ifMatch: 412 }, rclone: [] },
    'ETags in upper case': { quirk: { etags: 'upper' }, rclone: [] },
    '501 on If-Match': { quirk: { ifMatch: 501 }, rclone: [] },
  }

const s3Trouble = {
  unavailable: { type: 'status', status: 500 },
  revoked: { type: 'status', status: 403, body: '<Error><Code>InvalidAccessKeyId</Code></Error>' },
  rateLimited: { type: 'status', status: 503, body: '<Error><Code>SlowDown</Code></Error>' },
  damaged: { type: 'html' },
} as const

async function startBucket(quirk: S3Options, prefix = '') {
  const server = await startS3(quirk)
  open.push(server)
  const bucket = { endpoint: server.url, bucket: server.bucket, prefix, pathStyle: true, ...server.keys }
  return { server, storage: openS3Storage(bucket, reach) }
}

for (const [name, { quirk }] of Object.entries(s3Quirks)) {
  storageConforms(`S3: ${name}`, async (): Promise<StorageUnderTest> => {
    const { server, storage } = await startBucket(quirk)
    return {
      storage,
      put: server.put,
      remove: server.remove,
      failWith: (fault) => server.setTrouble(fault && s3Trouble[fault]),
      faults: ['unavailable', 'revoked', 'rateLimited', 'damaged'],
      follow: async ({ url }) => {
        const { status, body } = await outbound.get(url, {
          ...reach,
          destination: 's3',
          timeoutMs: 5_000,
          maxBytes: 1_000_000,
        })
        if (status !== 200) throw new Error(String(status))
        return body
      },
      passTime: server.passTime,
      close: () => undefined,
    }
  })
}

const folders = ['C++', 'a b', '50%', 'a%20b', '雨', 'plain', '100% 声+x']

test.each([true, false])(
  'S3 folders whose names look encoded are found (prefixes raw: %s)',
  async (rawPrefixes) => {
    for (const prefix of ['', '声 の+棚']) {
      for (const some of [folders, ['C++'], ['a b'], ['a%20b', 'a b']]) {
        const { server, storage } = await startBucket({ rawPrefixes }, prefix)
        for (const name of some) server.put(prefix === '' ? `${name}/1.wav` : `${prefix}/${name}/1.wav`, 'x')
        expect((await listAll(storage)).map(({ name }) => name).sort()).toEqual([...some].sort())
        for (const name of some) expect(await listAll(storage, name)).toHaveLength(1)
      }
    }
  },
)

describe('independent programs', () => {
  const paths = [
    '1.wav',
    '雨/02 夜.wav',
    '雨/100% +x.wav',
    ...Array.from({ length: 20 }, (_, at) => `many/${at}.wav`),
  ]
  // AWS settings of the machine must not affect the fakes.
  const { AWS_CA_BUNDLE: _, ...environment } = process.env
  const rcloneEnv = { ...environment, RCLONE_CONFIG: '/dev/null' }
  const rclone = async (...args: readonly string[]) =>
    (await run('rclone', [...args], { env: rcloneEnv, maxBuffer: 10_000_000 })).stdout
  const pathsOf = (json: string): unknown =>
    JSON.parse(json)
      .map((row: { readonly Path: string }) => row.Path)
      .sort()

  for (const [name, { quirk, client }] of Object.entries(webdavQuirks)) {
    if (client === undefined) continue
    test(`${client} reads from the fake: ${name}`, async () => {
      const { server, storage } = await startDav(quirk)
      for (const path of paths) server.put(path, path)
      if (client === 'curl') {
        const { stdout } = await run('curl', [
          ...['-sS', '--fail', '--digest', '--user', `${user}:${password}`, `${server.url}/1.wav`],
        ])
        expect(stdout).toBe('1.wav')
        return
      }
      const secret = (await rclone('obscure', password)).trim()
      const remote = [':webdav:', '--webdav-url', server.url, '--webdav-user', user, '--webdav-pass', secret]
      const found = pathsOf(await rclone('lsjson', '-R', '--files-only', ...remote))
      expect(found).toEqual([...paths].sort())
      expect(await rclone('cat', `${remote[0]}雨/02 夜.wav`, ...remote.slice(1))).toBe('雨/02 夜.wav')
      expect(await listAll(storage)).toHaveLength(3)
    })
  }

  test.each(Object.entries(s3Quirks))(
    'rclone reads from the fake bucket: %s',
    async (_, { quirk, rclone: wishes }) => {
      const { server } = await startBucket(quirk)
      for (const path of paths) server.put(path, path)
      const { accessKeyId, secretAccessKey, region } = server.keys
      const remote = [
        ...['--s3-endpoint', server.url, '--s3-access-key-id', accessKeyId],
        ...['--s3-secret-access-key', secretAccessKey, '--s3-region', region, '--s3-force-path-style'],
        ...['--s3-no-check-bucket', ...wishes],
      ]
      const bucket = `:s3:${server.bucket}`
      expect(pathsOf(await rclone('lsjson', '-R', '--files-only', bucket, ...remote))).toEqual(
        [...paths].sort(),
      )
      expect(await rclone('cat', `${bucket}/雨/02 夜.wav`, ...remote)).toBe('雨/02 夜.wav')
    },
  )
})

test('751 entries on two pages are all listed', async () => {
  const { server, storage } = await startDav({ pageSize: 750 })
  const names = Array.from({ length: 751 }, (_, at) => `声 ${at}.wav`)
  for (const name of names) server.put(`100% あ/${name}`, 'x')
  expect((await listAll(storage, '100% あ')).map(({ name }) => name).sort()).toEqual(names.sort())
  expect(server.requests).toHaveLength(2)
})

describe('a hostile server', () => {
  const evil = 'http://evil.example/dav/?page=1'
  test.each([
    ['another host', () => `<${evil}>; rel="next"`],
    ['another port of the host', () => '<http://127.0.0.1:1/x>; rel="next"'],
    ['a name in the address', () => '<http://a:b@127.0.0.1:1/dav/?page=1>; rel="next"'],
    ['no address', () => '<http://[>; rel="next"'],
  ])('a next page at %s fails the listing, and nobody is sent there', async (_, linkOf) => {
    const { server, storage } = await startDav({ linkOf })
    server.put('1.wav', 'x')
    expect(await faultOf(() => listAll(storage))).toBe('damaged')
    expect(new Set(server.requests)).toEqual(new Set(['PROPFIND /dav/']))
  })

  test('links of other kinds are no next page, and names of pages need no quotes', async () => {
    const { server, storage } = await startDav({
      linkOf: (_, page) =>
        `</license>; rel="license next-page", <a,b>; title="rel=next, x"; rel=prev${page === 0 ? ', <?page=1>; rel=NEXT' : ''}`,
      pageSize: 2,
    })
    for (const name of ['1.wav', '2.wav', '3.wav']) server.put(name, 'x')
    expect(await listAll(storage)).toHaveLength(3)
  })

  test('BlockedTemporarily is waited for at least a minute, while reading a file too; another 503 is away', async () => {
    const { server, storage } = await startDav({})
    server.put('1.wav', 'x')
    const file = await storage.open('1.wav')
    const blocked = { ...davTrouble.rateLimited, headers: { 'retry-after': '5' } }
    server.setTrouble(blocked)
    for (const act of [() => storage.stat('1.wav'), () => file.read({ start: 0, end: 0 })]) {
      await expect(Promise.resolve().then<unknown>(act)).rejects.toMatchObject({
        fault: 'rateLimited',
        retryAfterMs: 60_000,
      })
    }
    server.setTrouble({ ...blocked, headers: { 'retry-after': '300' } })
    await expect(storage.list('')).rejects.toMatchObject({ retryAfterMs: 300_000 })
    server.setTrouble(davTrouble.unavailable)
    expect(await faultOf(() => file.read({ start: 0, end: 0 }))).toBe('unavailable')
  })

  test.each([
    ['an unknown algorithm', { algorithm: 'ROT13' }],
    ['protection of bodies only', { qop: 'auth-int' }],
    ['a huge nonce', { nonce: 'n'.repeat(10_000) }],
    ['half a challenge', { raw: 'Digest realm="x", nonce="y' }],
    ['no nonce', { raw: 'Digest realm="x"' }],
    ['a challenge without an end', { raw: `Digest ${'realm='.repeat(2_000)}` }],
  ])('%s in a challenge is not answered', async (_, challenge) => {
    const { server, storage } = await startDav({ scheme: 'digest', challenge })
    expect(await faultOf(() => storage.list(''))).toBe('revoked')
    expect(server.credentials.filter((one) => one.startsWith('Digest'))).toEqual([])
  })

  test('the strongest known algorithm is chosen, and a new nonce is taken up once', async () => {
    const raw =
      'Digest realm="x", nonce="m", qop="auth", algorithm=MD5, Digest realm="x", nonce="s", qop="auth", algorithm=SHA-256, Digest realm="x", nonce="z", algorithm=NEW'
    const { server, storage } = await startDav({
      scheme: 'digest',
      challenge: { raw, realm: 'x', nonce: 's' },
    })
    server.put('1.wav', 'x')
    expect(await listAll(storage)).toHaveLength(1)
    server.setManner({ challenge: { nonce: 'later' } })
    expect(await listAll(storage)).toHaveLength(1)
    server.setManner({ challenge: { nonce: 'later', realm: 'other' } })
    expect(await faultOf(() => storage.list(''))).toBe('revoked')
  })

  test.each(['basic', 'digest'] as const)(
    'credentials (%s) go to no other origin, by redirect or by link',
    async (scheme) => {
      const other = await startWebdav({ user: 'nobody', scheme, base: '/other' })
      open.push(other)
      const { server, storage } = await startDav({ scheme })
      server.put('1.wav', 'x')
      const file = await storage.open('1.wav')
      server.setManner({
        redirectsTo: `${other.url}/1.wav`,
        linkOf: () => `<${other.url}/?page=1>; rel="next"`,
      })
      expect(await faultOf(() => file.read({ start: 0, end: 0 }))).toBe('revoked')
      expect(await faultOf(() => listAll(storage))).toBe('damaged')
      expect([other.requests, other.credentials]).toEqual([['GET /other/1.wav'], []])
    },
  )

  test('a next page of the same folder at another port is requested from the storage itself', async () => {
    const other = await startWebdav()
    open.push(other)
    const { server, storage } = await startDav({
      pageSize: 1,
      linkOf: (_, page) => (page === 0 ? `<${other.url}/?page=1>; rel="next"` : undefined),
    })
    for (const name of ['1.wav', '2.wav']) server.put(name, 'x')
    expect(await listAll(storage)).toHaveLength(2)
    expect([other.requests, other.credentials]).toEqual([[], []])
  })

  test('a file in chunks that is longer or shorter than listed fails, and so does a page', async () => {
    const { server, storage } = await startDav({ chunked: true, etags: 'none' })
    server.put('1.wav', 'x'.repeat(1_000))
    for (const [liesBy, fault] of [
      [-10, 'damaged'],
      [10, 'unavailable'],
    ] as const) {
      server.setManner({ chunked: true, etags: 'none', liesBy })
      const file = await storage.open('1.wav')
      expect(await faultOf(() => file.read({ start: 0, end: file.sizeBytes - 1 }))).toBe(fault)
    }
  })
})
