import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type FollowLimits, followEvents } from './follow-events.ts'

const limits: FollowLimits = { firstWaitMs: 5, maxWaitMs: 20, silenceMs: 20_000 }
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Starts a server with this request handler, and follows it until the test ends. */
async function follow(reply: RequestListener, own: Partial<FollowLimits> = {}) {
  const server = createServer(reply).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = addressOf(server.address())
  const stop = new AbortController()
  const received: string[] = []
  ends.push(
    () => stop.abort(),
    () => void server.close(),
    () => server.closeAllConnections(),
  )
  const ended = followEvents({
    open: (signal) => fetch(`http://127.0.0.1:${port}/`, { signal }),
    onEvent: ({ name, data }) => received.push(`${name} ${data}`),
    onLive: (isLive) => received.push(isLive ? 'live' : 'lost'),
    signal: stop.signal,
    limits: { ...limits, ...own },
  })
  return { received, ended, stop: () => stop.abort() }
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address
}

test('a stream that ends is opened again, and goes on', async () => {
  let calls = 0
  const { received, stop, ended } = await follow((_, response) => {
    calls += 1
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`event: task\ndata: ${calls}\n\n`)
    if (calls < 3) response.end()
  })
  await expect
    .poll(() => received)
    .toEqual(['live', 'task 1', 'lost', 'live', 'task 2', 'lost', 'live', 'task 3'])
  stop()
  await ended
})

test('a server that fails is tried again', async () => {
  let calls = 0
  const { received } = await follow((_, response) => {
    calls += 1
    response.writeHead(calls === 1 ? 503 : 200)
    if (calls === 1) response.end()
    else response.write('data: here\n\n')
  })
  await expect.poll(() => received).toEqual(['lost', 'live', 'message here'])
})

test('a refusal is not tried again', async () => {
  let calls = 0
  const { received, ended } = await follow((_, response) => {
    calls += 1
    response.writeHead(403).end()
  })
  await ended
  expect([received, calls]).toEqual([['lost'], 1])
})

test('a stream that falls silent is opened again', async () => {
  let calls = 0
  const reply: RequestListener = (_, response) => {
    calls += 1
    response.writeHead(200)
    response.write(`data: ${calls}\n\n`)
  }
  const { received } = await follow(reply, { silenceMs: 50 })
  await expect.poll(() => received.slice(0, 5)).toEqual(['live', 'message 1', 'lost', 'live', 'message 2'])
})

test('letters that are cut in two arrive whole', async () => {
  const { received } = await follow((_, response) => {
    const bytes = Buffer.from('data: 夜の物語\n\n')
    response.writeHead(200)
    response.write(bytes.subarray(0, 8))
    setTimeout(() => response.write(bytes.subarray(8)), 20)
  })
  await expect.poll(() => received).toEqual(['live', 'message 夜の物語'])
})
