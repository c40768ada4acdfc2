import { afterAll, expect, test } from 'vitest'
import { createOutbound } from './outbound.ts'
import { outboundErrorOf } from './outbound-error.ts'
import { startLoopback } from './testing/loopback-server.ts'

const outbound = createOutbound({ userAgent: 'x' })
afterAll(outbound.close)
const usual = { destination: 'webdav' as const, proxyUrl: null, allowedHosts: ['127.0.0.1'], idleMs: 300 }
const whole = { ...usual, timeoutMs: 5_000, maxBytes: 1_000_000 }

async function lengthOf(body: AsyncIterable<Buffer>): Promise<number> {
  let length = 0
  for await (const chunk of body) length += chunk.length
  return length
}

test('a request has a method and a body, and takes both along a redirect', async () => {
  await using server = await startLoopback((request, response) => {
    if (request.url === '/a') response.writeHead(308, { location: '/b' }).end()
    else request.pipe(response.writeHead(207, { method: request.method ?? '' }))
  })
  const response = await outbound.send(`${server.url}/a`, { ...whole, method: 'PROPFIND', body: '<x/>' })
  expect([response.status, response.headers.method, response.body.toString()]).toEqual([
    207,
    'PROPFIND',
    '<x/>',
  ])
})

test('a body comes as fast as it is read, and not faster', async () => {
  let sent = 0
  await using server = await startLoopback((_request, response) => {
    const more = () => {
      while (!response.destroyed) {
        sent += 65_536
        if (!response.write(Buffer.alloc(65_536))) return
      }
    }
    response.on('drain', more)
    more()
  })
  const { body } = await outbound.stream(server.url, usual)
  await new Promise((resolve) => body.once('readable', resolve))
  // Longer than the idle limit. The server is not idle here: the reader is.
  await new Promise((resolve) => setTimeout(resolve, 700))
  const waiting = sent
  expect(waiting).toBeLessThan(32 * 1024 * 1024)
  body.resume()
  await expect.poll(() => sent).toBeGreaterThan(waiting + 1024 * 1024)
  body.on('error', () => undefined).destroy()
})

test('silence has an end, before the headers and in the body', async () => {
  await using server = await startLoopback((request, response) => {
    if (request.url === '/body') response.writeHead(200).write('begun')
  })
  await expect(outbound.stream(server.url, usual)).rejects.toMatchObject({ fault: 'timedOut' })
  const { body } = await outbound.stream(`${server.url}/body`, usual)
  const error = await lengthOf(body).catch((cause: unknown) => outboundErrorOf(cause, false))
  expect(error).toMatchObject({ fault: 'timedOut' })
})

test('whoever asked can stop it in the middle of the body', async () => {
  const stopping = new AbortController()
  await using server = await startLoopback((_request, response) => {
    response.writeHead(200).write('begun')
  })
  const { body } = await outbound.stream(server.url, { ...usual, signal: stopping.signal })
  const read = lengthOf(body)
  stopping.abort()
  await expect(read).rejects.toThrow()
})

test('a redirect of a stream is looked at, and what is secret stays with whom it was meant for', async () => {
  await using target = await startLoopback((request, response) =>
    response.end(request.headers.authorization ?? 'none'),
  )
  await using server = await startLoopback((request, response) => {
    const location = request.url === '/private' ? 'http://169.254.169.254/latest' : target.url
    response.writeHead(302, { location }).end()
  })
  const headers = { authorization: 'Basic secret' }
  const { body } = await outbound.stream(server.url, { ...usual, headers })
  expect((await body.toArray()).join('')).toBe('none')
  await expect(outbound.stream(`${server.url}/private`, usual)).rejects.toMatchObject({
    fault: 'privateAddress',
  })
  await expect(outbound.stream(server.url, { ...usual, redirects: 0 })).rejects.toMatchObject({
    fault: 'tooManyRedirects',
  })
  await expect(outbound.stream(server.url, { ...usual, allowedHosts: [] })).rejects.toMatchObject({
    fault: 'privateAddress',
  })
})

test('routes of several callers are kept beside each other', async () => {
  const sockets = new Set<unknown>()
  await using server = await startLoopback((request, response) => {
    sockets.add(request.socket)
    response.end()
  })
  for (let time = 0; time < 3; time += 1) {
    await outbound.get(server.url, { ...whole, allowedHosts: ['127.0.0.1', 'a.example'] })
    await outbound.get(server.url, { ...whole, allowedHosts: ['127.0.0.1', 'b.example'] })
  }
  expect(sockets.size).toBe(2)
})
