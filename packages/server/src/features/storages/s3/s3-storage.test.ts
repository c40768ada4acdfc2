import { type FakeS3, type S3Options, startS3 } from '@koedana/fakes/s3/start-s3.ts'
import { afterAll, afterEach } from 'vitest'
import { createOutbound } from '../../../lib/outbound.ts'
import { storageConforms } from '../testing/conformance.ts'
import type { StorageUnderTest } from '../testing/storage-under-test.ts'
import { openS3Storage, type S3Settings } from './s3-storage.ts'

const outbound = createOutbound({
  userAgent: 'x',
  // In one of the two styles, the bucket is part of the host name.
  lookup: (_host, { all }, callback) =>
    all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4),
})
afterAll(outbound.close)
const reach = { outbound, allowedHosts: ['127.0.0.1', 'voices.s3.test'], proxyUrl: null }

const open: FakeS3[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function start(options: S3Options = {}, wishes: Partial<S3Settings> = {}) {
  const server = await startS3(options)
  open.push(server)
  const settings: S3Settings = {
    endpoint: options.isVirtualHosted ? `http://s3.test:${server.port}` : server.url,
    bucket: server.bucket,
    prefix: '',
    pathStyle: !options.isVirtualHosted,
    ...server.keys,
    ...wishes,
  }
  return { server, settings, storage: openS3Storage(settings, reach) }
}

const troubleOf = {
  unavailable: { type: 'status', status: 500 },
  revoked: { type: 'status', status: 403, body: '<Error><Code>InvalidAccessKeyId</Code></Error>' },
  rateLimited: { type: 'status', status: 503, body: '<Error><Code>SlowDown</Code></Error>' },
  damaged: { type: 'html' },
} as const

async function given(options: S3Options, prefix: string): Promise<StorageUnderTest> {
  const { server, storage } = await start(options, { prefix })
  const keyOf = (path: string) => (prefix === '' ? path : `${prefix}/${path}`)
  server.put('elsewhere/secret.wav', 'secret')
  if (prefix === '') server.remove('elsewhere/secret.wav')
  return {
    storage,
    put: (path, bytes) => server.put(keyOf(path), bytes),
    remove: (path) => server.remove(keyOf(path)),
    failWith: (fault) => server.setTrouble(fault && troubleOf[fault]),
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
}

storageConforms('a bucket in the path', () => given({ pageSize: 50 }, ''))
storageConforms('what lies below a prefix of a bucket in the host', () =>
  given({ isVirtualHosted: true, clockAheadMs: 3_600_000 }, 'a shelf/声+100%'),
)
