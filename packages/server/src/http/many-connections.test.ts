import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { boundConnections, proxiesIn } from './many-connections.ts'

async function listening(isUncounted: boolean) {
  const server = createServer((_request, response) => response.end('here'))
  boundConnections(server, { mostOfAddress: 3, most: 100, isUncounted: () => isUncounted })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  const port = typeof place === 'object' ? (place?.port ?? 0) : 0
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
  const isProxy = proxiesIn(['10.0.0.0/8', '2001:db8::7'])
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
