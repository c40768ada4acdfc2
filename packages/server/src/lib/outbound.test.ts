import type { LookupFunction } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createOutbound, type OutboundRequest } from './outbound.ts'
import { startLoopback } from './testing/loopback-server.ts'

const usual: OutboundRequest = {
  destination: 'marketplace',
  timeoutMs: 5_000,
  maxBytes: 1_000_000,
  proxyUrl: null,
  allowedHosts: ['127.0.0.1'],
}
const closed = { ...usual, allowedHosts: [] }

/** Returns a resolver with fixed responses: each lookup of a name returns the next address, then the last one repeatedly. */
function namesOf(names: Readonly<Record<string, readonly string[]>>): LookupFunction {
  const times = new Map<string, number>()
  return (host, options, callback) => {
    const known = names[host] ?? []
    const time = times.get(host) ?? 0
    times.set(host, time + 1)
    const address = known[Math.min(time, known.length - 1)]
    const family = address?.includes(':') ? 6 : 4
    if (address === undefined) callback(Object.assign(new Error(), { code: 'ENOTFOUND' }), '', 0)
    else if (options.all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }
}

const outbound = createOutbound({ userAgent: 'Koedana/1 (+self-hosted catalogue)' })
afterAll(outbound.close)

test('a response comes with status, headers and body, and the server learns who asks', async () => {
  await using server = await startLoopback((request, response) => {
    const { 'user-agent': agent, 'accept-encoding': encoding } = request.headers
    response.writeHead(404, { 'retry-after': '2' }).end(`${agent} ${encoding}`)
  })
  const { status, headers, body, url } = await outbound.get(`${server.url}/a`, usual)
  expect({ status, retryAfter: headers['retry-after'], url }).toEqual({
    status: 404,
    retryAfter: '2',
    url: `${server.url}/a`,
  })
  expect(body.toString()).toBe('Koedana/1 (+self-hosted catalogue) gzip')
})

test.each([
  'http://127.0.0.1',
  'http://2130706433',
  'http://127.1',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://[64:ff9b::7f00:1]',
  'http://0.0.0.0',
  'http://10.0.0.1',
  'http://192.168.1.1',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1',
  'http://224.0.0.1',
  'http://[fe80::1]',
  'http://[fd00::1]',
  'http://localhost',
])('%s is refused unless it is allowed', async (url) => {
  await expect(outbound.get(url, closed)).rejects.toMatchObject({ fault: 'privateAddress' })
})

test('a name that means a private address is refused as the connection is made', async () => {
  await using server = await startLoopback((_request, response) => response.end('secret'))
  const rebinding = createOutbound({ userAgent: 'x', lookup: namesOf({ 'evil.example': ['127.0.0.1'] }) })
  const url = `http://evil.example:${server.port}/`
  await expect(rebinding.get(url, closed)).rejects.toMatchObject({ fault: 'privateAddress' })
  expect(server.requests).toEqual([])
  const allowed = await rebinding.get(url, { ...usual, allowedHosts: ['Evil.example'] })
  expect(allowed.body.toString()).toBe('secret')
  await rebinding.close()
})

test('a name that meant a public address a moment ago gains nothing', async () => {
  await using server = await startLoopback((_request, response) => response.end('secret'))
  const lookup = namesOf({ 'turning.example': ['93.184.216.34', '127.0.0.1'] })
  lookup('turning.example', {}, () => undefined)
  const rebinding = createOutbound({ userAgent: 'x', lookup })
  await expect(rebinding.get(`http://turning.example:${server.port}/`, closed)).rejects.toMatchObject({
    fault: 'privateAddress',
  })
  expect(server.requests).toEqual([])
  await rebinding.close()
})

test('one private address among public ones is enough to refuse a name', async () => {
  const both: LookupFunction = (_host, options, callback) => {
    const found = [
      { address: '93.184.216.34', family: 4 },
      { address: '::ffff:10.0.0.1', family: 6 },
    ]
    if (options.all) callback(null, found)
    else callback(null, '10.0.0.1', 4)
  }
  const mixed = createOutbound({ userAgent: 'x', lookup: both })
  await expect(mixed.get('http://mixed.example/', closed)).rejects.toMatchObject({ fault: 'privateAddress' })
  await mixed.close()
})

test('a redirect is followed, and every hop is looked at', async () => {
  await using server = await startLoopback((request, response) => {
    if (request.url === '/a') response.writeHead(302, { location: '/b' }).end('moved')
    else if (request.url === '/b') response.end('here')
    else response.writeHead(301, { location: 'http://169.254.169.254/latest' }).end()
  })
  const callback = await outbound.get(`${server.url}/a`, usual)
  expect([callback.url, callback.body.toString()]).toEqual([`${server.url}/b`, 'here'])
  await expect(outbound.get(`${server.url}/c`, usual)).rejects.toMatchObject({ fault: 'privateAddress' })
})

test('cookies are not carried to another host', async () => {
  await using target = await startLoopback((request, response) =>
    response.end(request.headers.cookie ?? 'none'),
  )
  await using server = await startLoopback((_request, response) =>
    response.writeHead(307, { location: `${target.url}/` }).end(),
  )
  const { body } = await outbound.get(server.url, { ...usual, headers: { cookie: 'a=1' } })
  expect(body.toString()).toBe('none')
})

test('redirects come to an end', async () => {
  await using server = await startLoopback((_request, response) =>
    response.writeHead(302, { location: '/again' }).end(),
  )
  await expect(outbound.get(server.url, { ...usual, redirects: 2 })).rejects.toMatchObject({
    fault: 'tooManyRedirects',
  })
  expect(server.requests).toHaveLength(3)
})

test.each([
  'ftp://example.org/',
  'file:///etc/passwd',
  'data:text/plain,x',
  'not an address',
  'http://a:b@127.0.0.1/',
])('%s is no address to go to', async (url) => {
  await expect(outbound.get(url, usual)).rejects.toMatchObject({ fault: 'addressRefused' })
})

test('packed responses are unpacked, and counted as they are read', async () => {
  await using server = await startLoopback((request, response) => {
    const length = request.url === '/bomb' ? 50_000_000 : 1_000
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(length, 'a')))
  })
  expect((await outbound.get(server.url, usual)).body).toHaveLength(1_000)
  await expect(outbound.get(`${server.url}/bomb`, usual)).rejects.toMatchObject({ fault: 'answerTooLarge' })
})

test('a response without an end is given up once it is too large', async () => {
  await using server = await startLoopback((_request, response) => {
    const more = () => {
      if (!response.destroyed && response.write(Buffer.alloc(65_536))) setImmediate(more)
    }
    response.on('drain', more)
    more()
  })
  await expect(outbound.get(server.url, usual)).rejects.toMatchObject({ fault: 'answerTooLarge' })
})

test('a response that was cut off is no response', async () => {
  const packed = gzipSync(Buffer.from('a'.repeat(10_000)))
  await using server = await startLoopback((request, response) => {
    if (request.url === '/packed') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length - 12))
      return
    }
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setImmediate(() => response.destroy())
  })
  await expect(outbound.get(server.url, usual)).rejects.toMatchObject({ fault: 'answerCut' })
  await expect(outbound.get(`${server.url}/packed`, usual)).rejects.toMatchObject({ fault: 'answerCut' })
})

test('an encoding that was not requested is refused', async () => {
  await using server = await startLoopback((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
  )
  await expect(outbound.get(server.url, usual)).rejects.toMatchObject({ fault: 'encodingUnknown' })
})

test('waiting has an end, before the response and in the middle of it', async () => {
  await using server = await startLoopback((request, response) => {
    if (request.url === '/slow') response.writeHead(200).write('begun')
  })
  const hasty = { ...usual, timeoutMs: 200 }
  await expect(outbound.get(server.url, hasty)).rejects.toMatchObject({ fault: 'timedOut' })
  await expect(outbound.get(`${server.url}/slow`, hasty)).rejects.toMatchObject({ fault: 'timedOut' })
})

test('the caller can stop it', async () => {
  const stopping = new AbortController()
  await using server = await startLoopback(() => stopping.abort())
  await expect(outbound.get(server.url, { ...usual, signal: stopping.signal })).rejects.toMatchObject({
    fault: 'stopped',
  })
})

test('nobody there, and no such name, are distinguished', async () => {
  const gone = await startLoopback(() => undefined)
  await gone[Symbol.asyncDispose]()
  await expect(outbound.get(gone.url, usual)).rejects.toMatchObject({ fault: 'connectionRefused' })
  const nameless = createOutbound({ userAgent: 'x', lookup: namesOf({}) })
  await expect(nameless.get('http://nowhere.example/', usual)).rejects.toMatchObject({
    fault: 'nameUnknown',
  })
  await nameless.close()
})
