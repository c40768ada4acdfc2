import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as forward } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createOutbound, type OutboundRequest } from './outbound.ts'
import { startLoopback } from './testing/loopback-server.ts'
import { startSocksProxy } from './testing/socks-proxy.ts'

const usual: OutboundRequest = {
  destination: 'marketplace',
  timeoutMs: 5_000,
  maxBytes: 1_000_000,
  proxyUrl: null,
  allowedHosts: ['127.0.0.1'],
}

/** Starts an HTTP proxy that requires a password, resolves every name to loopback, and opens tunnels. */
async function startProxy() {
  const proxy = await startLoopback((request, response) => {
    if (request.headers['proxy-authorization'] !== credentials) {
      response.writeHead(407).end()
      return
    }
    const { port, pathname } = new URL(request.url ?? '')
    forward({ host: '127.0.0.1', port, path: pathname }, (callback) => callback.pipe(response)).end()
  })
  proxy.server.on('connect', (request, socket) => {
    const port = Number(request.url?.split(':').at(-1))
    if (request.headers['proxy-authorization'] !== credentials) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const target = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    target.on('error', () => socket.destroy()).pipe(socket)
    socket.on('error', () => target.destroy()).pipe(target)
  })
  return proxy
}
const credentials = `Basic ${Buffer.from('me:pass word').toString('base64')}`

const knowing =
  (address: string | undefined): LookupFunction =>
  (_host, options, callback) => {
    if (address === undefined) callback(Object.assign(new Error(), { code: 'ENOTFOUND' }), '', 0)
    else if (options.all) callback(null, [{ address, family: 4 }])
    else callback(null, address, 4)
  }

test('a proxy is gone by, with its password, to names that are known to it alone', async () => {
  await using proxy = await startProxy()
  await using target = await startLoopback((_request, response) => response.end('through'))
  const outbound = createOutbound({ userAgent: 'x', lookup: knowing(undefined) })
  const proxyUrl = `http://me:pass%20word@127.0.0.1:${proxy.port}`
  const url = `http://market.example:${target.port}/a`
  const { body } = await outbound.get(url, { ...usual, allowedHosts: [], proxyUrl })
  expect(body.toString()).toBe('through')
  expect(proxy.requests).toEqual([url])
  await outbound.close()
})

test('no proxy is a way to private addresses', async () => {
  await using proxy = await startProxy()
  const proxyUrl = `http://me:pass%20word@127.0.0.1:${proxy.port}`
  const outbound = createOutbound({ userAgent: 'x', lookup: knowing('10.0.0.1') })
  for (const url of ['http://127.0.0.1/', 'http://router.example/', 'https://router.example/']) {
    await expect(outbound.get(url, { ...usual, allowedHosts: [], proxyUrl })).rejects.toMatchObject({
      fault: 'privateAddress',
    })
  }
  expect(proxy.requests).toEqual([])
  await outbound.close()
})

test('a proxy that refuses, or is not there, is what is wrong, and its password is revealed to nobody', async () => {
  const proxy = await startProxy()
  const outbound = createOutbound({ userAgent: 'x', lookup: knowing('93.184.216.34') })
  const proxyUrl = `http://me:wrongpass@127.0.0.1:${proxy.port}`
  for (const url of ['http://market.example/', 'https://market.example/']) {
    const error = await outbound.get(url, { ...usual, proxyUrl }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ fault: 'proxyRefused' })
    expect(JSON.stringify(error) + String(error)).not.toContain('wrongpass')
  }
  await proxy[Symbol.asyncDispose]()
  await expect(outbound.get('https://market.example/', { ...usual, proxyUrl })).rejects.toMatchObject({
    fault: 'proxyRefused',
  })
  await outbound.close()
})

test('a certificate that nobody vouches for is refused, also by proxy', async () => {
  const tls = await makeCertificate()
  await using server = await startLoopback(
    (_request, response) => response.end('x'),
    (listener) => createTlsServer(tls, listener),
  )
  await using proxy = await startProxy()
  const outbound = createOutbound({ userAgent: 'x' })
  const url = `https://127.0.0.1:${server.port}/`
  await expect(outbound.get(url, usual)).rejects.toMatchObject({ fault: 'certificateWrong' })
  const proxyUrl = `http://me:pass%20word@127.0.0.1:${proxy.port}`
  await expect(outbound.get(url, { ...usual, proxyUrl })).rejects.toMatchObject({
    fault: 'certificateWrong',
  })
  expect(server.requests).toEqual([])
  await outbound.close()
})

async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'koedana-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '1']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await promisify(execFile)('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...subject])
  const made = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  await rm(folder, { recursive: true })
  return made
}

test('a SOCKS5 proxy is given the name and resolves it, for curl as for us', async () => {
  await using proxy = await startSocksProxy()
  await using target = await startLoopback((_request, response) => response.end('through'))
  const url = `http://market.example:${target.port}/a`
  const curl = ['-sS', '-x', proxy.url.replace('socks5:', 'socks5h:'), url]
  expect((await promisify(execFile)('curl', curl)).stdout).toBe('through')
  const outbound = createOutbound({ userAgent: 'x', lookup: knowing(undefined) })
  for (const proxyUrl of [proxy.url, proxy.url.replace('socks5:', 'socks5h:')]) {
    const { body } = await outbound.get(url, { ...usual, allowedHosts: [], proxyUrl })
    expect(body.toString()).toBe('through')
  }
  expect(proxy.hosts).toEqual(Array(proxy.hosts.length).fill('market.example'))
  await outbound.close()
})

test('by a SOCKS5 proxy, private addresses stay out of reach, and neither name nor password is in an error', async () => {
  await using proxy = await startSocksProxy()
  await using target = await startLoopback((_request, response) => response.end('private'))
  const faultOf = async (lookup: LookupFunction, host: string, proxyUrl = proxy.url) => {
    const outbound = createOutbound({ userAgent: 'x', lookup })
    const given = { ...usual, allowedHosts: [], proxyUrl }
    const error: unknown = await outbound
      .get(`http://${host}:${target.port}/`, given)
      .catch((cause: unknown) => cause)
    await outbound.close()
    return String(error)
  }
  expect(await faultOf(knowing('127.0.0.1'), 'market.example')).toContain('privateAddress')
  expect(await faultOf(knowing(undefined), '127.0.0.1')).toContain('privateAddress')
  expect(await faultOf(knowing(undefined), '[::1]')).toContain('privateAddress')
  expect(proxy.hosts).toEqual([])
  const wrong = await faultOf(knowing(undefined), 'market.example', proxy.url.replace('pass', 'wrong'))
  expect(wrong).toMatch(/proxyRefused/)
  expect(wrong).not.toMatch(/wrong|me:|127\.0\.0\.1/)
})
