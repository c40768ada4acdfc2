import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { createLog } from '../lib/log.ts'
import { closeConnectionsAfter, createProxyPredicate, limitConnections } from './connections.ts'
import type { Context } from './context.ts'
import { contextOf } from './parse.ts'

let app: Awaited<ReturnType<typeof buildApp>>
let port = 0
let logged: PassThrough
let waits: PromiseWithResolvers<Context>
beforeEach(async () => {
  const authenticate = () => Promise.resolve(undefined)
  const timeouts = { headMs: 200, requestMs: 400 }
  logged = new PassThrough()
  const log = createLog('debug', logged)
  app = await buildApp({ routes: [], authenticate, log, trustedProxies: [], timeouts })
  app.post('/takes', () => 'taken')
  waits = Promise.withResolvers()
  app.post('/waits', async (request) => {
    const context = contextOf(request, undefined)
    waits.resolve(context)
    await expect.poll(() => context.isGone?.()).toBe(true)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
afterEach(() => app.close())

const half = {
  nothing: '',
  'half a head': 'GET / HTTP/1.1\r\nHost: shelf',
  'half a body':
    'POST /api/v3/x HTTP/1.1\r\nHost: shelf\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
}

async function say(words: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(words)
  return socket
}

test.each(Object.entries(half))('a connection that says %s is ended', async (_, words) => {
  const socket = await say(words)
  const response = await text(socket)
  expect(response).toMatch(/^HTTP\/1\.1 408 /)
  expect(response).toContain('"code":"timedOut"')
})

test('who waits for a response is known to have gone, also after their body was read', async () => {
  const head = 'POST /waits HTTP/1.1\r\nHost: shelf\r\nContent-Type: application/json\r\nContent-Length: 2'
  const socket = await say(`${head}\r\n\r\n{}`)
  const { isGone } = await waits.promise
  expect(isGone?.()).toBe(false)
  socket.destroy()
  await expect.poll(() => isGone?.()).toBe(true)
})

test('a body that comes byte by byte is not waited for', async () => {
  const socket = await say(half['half a body'])
  const drip = setInterval(() => socket.write(' '), 50)
  const response = await text(socket).catch(() => 'ended')
  clearInterval(drip)
  expect(response === 'ended' || /^HTTP\/1\.1 (408|404) /.test(response)).toBe(true)
})

test('the server closes however many say half of something', async () => {
  const sockets = await Promise.all(Object.values(half).map(say))
  for (const socket of sockets) socket.on('error', () => undefined)
  const ended = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  const stop = closeConnectionsAfter(app.server, 0)
  await app.close()
  stop()
  await Promise.all(ended)
})

const cut = half['half a body'].replace('/api/v3/x', '/takes')

test.each(['waits', 'goes away'])(
  'whoever sends half a body and %s leaves no fault in the log',
  async (how) => {
    const socket = await say(cut)
    socket.on('error', () => undefined).resume()
    if (how === 'goes away') socket.destroy()
    let lines = ''
    await expect.poll(() => (lines += String(logged.read() ?? ''))).toContain('request cut off')
    expect(lines).not.toMatch(/"level":[4-6]0|"stack"/)
  },
)

async function listening(isUncounted: boolean) {
  const server = createServer((_request, response) => response.end('here'))
  limitConnections(server, { maxPerAddress: 3, most: 100, isUncounted: () => isUncounted })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  const send = async () => {
    const socket = await open()
    socket.write('GET / HTTP/1.1\r\nHost: shelf\r\nConnection: close\r\n\r\n')
    return text(socket).catch(() => 'ended')
  }
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { open, send, close }
}

test('an address that holds too many connections gets no more until one ends', async () => {
  const { open, send, close } = await listening(false)
  const [first] = [await open(), await open(), await open()]
  expect(await send()).not.toContain('here')
  first.destroy()
  await expect.poll(send).toContain('here')
  close()
})

test('proxies bring everybody', async () => {
  const { open, send, close } = await listening(true)
  for (let n = 0; n < 5; n++) await open()
  expect(await send()).toContain('here')
  close()
})

test('a proxy is this machine, or one that is named', () => {
  const isProxy = createProxyPredicate(['10.0.0.0/8', '2001:db8::7'])
  for (const address of [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.9.8.7',
    '::ffff:10.9.8.7',
    '2001:db8::7',
  ])
    expect([address, isProxy(address)]).toEqual([address, true])
  for (const address of ['192.168.1.1', '2001:db8::8']) expect(isProxy(address)).toBe(false)
})
