import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { respondWhileStarting } from './startup-responder.ts'

/** Sends the path exactly as given, without normalization. */
async function ask(port: number, path: string, language = 'en-US'): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: here\r\naccept-language: ${language}\r\n\r\n`)
  let said = ''
  socket.on('data', (bytes) => {
    said += String(bytes)
  })
  await once(socket, 'close')
  return said
}

test('it lives, and everything else waits; then the port is free', async () => {
  const starting = await respondWhileStarting({ host: '127.0.0.1', port: 0 })
  const alive = await ask(starting.port, '/api/v3/health/live?x=1')
  expect(alive).toMatch(/^HTTP\/1\.1 200 /)
  expect(alive).toContain('{"live":true}')
  for (const path of ['/api/v3/health/ready', '/api/v3/works', '/', '/kikoeru/api/health']) {
    const said = await ask(starting.port, path)
    expect(said).toMatch(/^HTTP\/1\.1 503 /)
    expect(said).toContain('retry-after: 2')
    expect(said).toContain('x-content-type-options: nosniff')
    expect(said).toContain('"code":"notReady"')
  }
  expect(await ask(starting.port, '/', 'ja')).toContain('サーバーが起動中です')
  const held = connect(starting.port, '127.0.0.1')
  await once(held, 'connect')
  const ended = once(held, 'close')
  await starting.end()
  await ended
  const next = await respondWhileStarting({ host: '127.0.0.1', port: starting.port })
  await expect(respondWhileStarting({ host: '127.0.0.1', port: starting.port })).rejects.toThrow('EADDRINUSE')
  await next.end()
})
