import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { ConfigError, isPublished, readConfig } from './config.ts'

test('an empty environment starts on loopback with everything in ./data', () => {
  const config = readConfig({ PORT: '' })
  expect(config).toMatchObject({ port: 8330, host: '127.0.0.1', databaseUrl: undefined, trustedProxies: [] })
  expect(config.dataFolder).toMatch(/data$/)
})

test('every wrong value is reported at once, in plain words', () => {
  const wrong = {
    PORT: 'eighty',
    HOST: '!',
    DATABASE_URL: 'mysql://x',
    PUBLIC_URL: 'ftp://x',
    TRUSTED_PROXIES: '10.0.0.0/33',
    RATE_LIMITS: 'no',
    ACCEL_REDIRECT: 'files',
    MIN_FREE_MIB: '1.5',
    FORMS_MIB: '-1',
    THREADS: '0',
  }
  const problems = thrownBy(() => readConfig(wrong)).problems
  expect(problems).toHaveLength(10)
  expect(problems[0]).toBe('PORT must be a number from 0 to 65535.')
})

test('the address of browsers may have a path, and nothing that is read in two ways', () => {
  const publicUrlOf = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }).publicUrl
  expect(publicUrlOf('https://house.example/koedana/')).toBe('https://house.example/koedana')
  expect(publicUrlOf('http://nas:8330/media/koedana-2')).toBe('http://nas:8330/media/koedana-2')
  for (const path of ['/a b', '/a?b', '/a#b', '/../a', '/a/./b', '/a//b', '/%61', '/"><script>'])
    expect(thrownBy(() => publicUrlOf(`https://house.example${path}`)).problems).toEqual([
      'PUBLIC_URL is a name, with a path of letters, digits, . _ ~ and - or without, as https://house.example/koedana.',
    ])
})

test('room on the disk is given in MiB; 0 keeps none', () => {
  const mebibyte = 1024 * 1024
  expect(readConfig({})).toMatchObject({
    minFreeBytes: 256 * mebibyte,
    cacheBytes: { forms: 4_096 * mebibyte, unpacked: 8_192 * mebibyte },
  })
  expect(readConfig({ MIN_FREE_MIB: '0', FORMS_MIB: '10', UNPACKED_MIB: '20' })).toMatchObject({
    minFreeBytes: 0,
    cacheBytes: { forms: 10 * mebibyte, unpacked: 20 * mebibyte },
  })
})

test('a certificate comes with its key', () => {
  expect(readConfig({}).tls).toBeUndefined()
  expect(readConfig({ TLS_CERT: 'a.pem', TLS_KEY: 'b.pem' }).tls).toEqual({ cert: 'a.pem', key: 'b.pem' })
  for (const alone of ['TLS_CERT', 'TLS_KEY'])
    expect(thrownBy(() => readConfig({ [alone]: 'a.pem' })).problems).toEqual([
      'TLS_CERT and TLS_KEY belong together.',
    ])
})

test('the path of a proxy is one that no address can be smuggled into', () => {
  expect(readConfig({ ACCEL_REDIRECT: '/koedana-files/' }).accelRedirect).toBe('/koedana-files')
  expect(readConfig({}).accelRedirect).toBe(undefined)
  for (const path of ['/', '//', 'https://x', '/a b', '/a?b', '/../x'])
    expect(thrownBy(() => readConfig({ ACCEL_REDIRECT: path })).problems).toHaveLength(1)
})

test('a header says who calls only where proxies are named, and none that callers send', () => {
  const named = {
    PROXY_USER_HEADER: 'Remote-User',
    TRUSTED_PROXIES: '10.0.0.1',
    PROXY_SECRET: 'a secret of 24 characters'.replaceAll(' ', '-'),
  }
  expect(readConfig(named).proxyUserHeader).toBe('Remote-User')
  const alone = thrownBy(() => readConfig({ PROXY_USER_HEADER: 'Remote-User' }))
  expect(alone.problems).toEqual([
    'PROXY_USER_HEADER needs TRUSTED_PROXIES: the header is accepted only from these.',
    'PROXY_USER_HEADER needs PROXY_SECRET, which the proxy sends as X-Koedana-Proxy-Secret.',
  ])
  for (const PROXY_SECRET of ['short', 'x'.repeat(201), 'with blanks in it, and long enough'])
    expect(thrownBy(() => readConfig({ ...named, PROXY_SECRET })).problems).toHaveLength(1)
  for (const header of ['Authorization', 'cookie', 'Host', 'X-Forwarded-For', 'a b', 'x:'])
    expect(thrownBy(() => readConfig({ ...named, PROXY_USER_HEADER: header })).problems).toHaveLength(1)
})

test('how people sign in by a provider is read with the rest, wrong values too', () => {
  const given = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'koedana' }
  expect(readConfig(given).oidc).toMatchObject({ enabled: true, clientId: 'koedana' })
  expect(thrownBy(() => readConfig({ OIDC_ONLY: 'yes', PORT: 'x' })).problems).toHaveLength(2)
})

test('trusted proxies are addresses and ranges of both families', () => {
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).trustedProxies).toEqual(['10.0.0.0/8', '::1'])
})

test.each([
  [{}, false],
  [{ HOST: 'localhost' }, false],
  [{ HOST: '::1' }, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ HOST: '::' }, true],
  [{ HOST: 'nas.local' }, true],
  [{ PUBLIC_URL: 'https://shelf.example' }, true],
  [{ TRUSTED_PROXIES: '127.0.0.1' }, true],
])('with %j others are meant to come: %j', (environment, published) => {
  expect(isPublished(readConfig(environment))).toBe(published)
})

function thrownBy(act: () => unknown): ConfigError {
  try {
    act()
  } catch (error) {
    if (error instanceof ConfigError) return error
  }
  throw new Error('expected a ConfigError')
}

test('threads are one fewer than cores and at least one, or as many as are wanted', () => {
  expect(readConfig({}).threads).toBe(Math.max(1, Math.min(availableParallelism() - 1, 8)))
  expect(readConfig({ THREADS: '3' }).threads).toBe(3)
  const DATABASE_URL = 'postgres://shelf@127.0.0.1/shelf'
  expect(readConfig({ DATABASE_URL }).threads).toBe(1)
  expect(readConfig({ DATABASE_URL, THREADS: '3' }).threads).toBe(3)
  for (const THREADS of ['0', '-1', 'abc', '10000', '257', '1.5', '1e2'])
    expect(thrownBy(() => readConfig({ THREADS })).problems).toEqual([
      'THREADS must be a whole number from 1 to 256.',
    ])
})
