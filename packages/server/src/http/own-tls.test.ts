import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { connect as connectPlainly } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type PeerCertificate } from 'node:tls'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../app.ts'
import { UsageError } from '../lib/app-error.ts'
import { createLog } from '../lib/log.ts'
import { type OwnTls, openTls } from './own-tls.ts'
import { respondWhileStarting } from './startup-responder.ts'

let made: string
let folder: string
const log = createLog('silent')

/** Creates two certificates with OpenSSL, valid for one day. */
beforeAll(() => {
  made = mkdtempSync(join(tmpdir(), 'koedana-certificates-'))
  for (const name of ['old', 'new']) {
    const files = ['-keyout', join(made, `${name}.key`), '-out', join(made, `${name}.pem`)]
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
    execFileSync('openssl', ['req', '-x509', ...curve, ...files, '-days', '1', '-subj', `/CN=${name}`], {
      stdio: 'ignore',
    })
  }
})
afterAll(() => rmSync(made, { recursive: true }))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'koedana-tls-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const files = () => ({ cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') })
const put = (cert: string, key = cert) => {
  copyFileSync(join(made, `${cert}.pem`), files().cert)
  copyFileSync(join(made, `${key}.key`), files().key)
}
const open = () => openTls(files(), log)

/** Returns the common name of the certificate that a new connection gets. */
async function certificateNameAt(port: number): Promise<PeerCertificate['subject']['CN']> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { subject } = socket.getPeerCertificate()
  socket.destroy()
  return subject.CN
}

const appOver = async (own: OwnTls) => {
  const app = await buildApp({
    routes: [],
    log,
    tls: own,
    trustedProxies: [],
    authenticate: async () => undefined,
  })
  app.get('/protocol', async (request) => request.protocol)
  onTestFinished(() => app.close())
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
}

const statusAt = async (port: number, path: string): Promise<[number | undefined, string]> => {
  const request = get({ port, host: '127.0.0.1', path, rejectUnauthorized: false, agent: false })
  const [response] = await once(request, 'response')
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return [response.statusCode, text]
}

test('it speaks HTTPS, and a certificate that was renewed is shown without a restart', async () => {
  put('old')
  const own = await open()
  const port = await appOver(own)
  expect(await statusAt(port, '/protocol')).toEqual([200, 'https'])
  expect(await certificateNameAt(port)).toBe('old')
  put('new')
  await own.reread()
  expect(await certificateNameAt(port)).toBe('new')
  await expect(fetch(`http://127.0.0.1:${port}/protocol`)).rejects.toThrow()
})

test.each([
  ['a key of another one', () => put('new', 'old')],
  ['half a file', () => writeFileSync(files().cert, '-----BEGIN CERTIFICATE-----\n')],
  ['no file', () => rmSync(files().key)],
])('where it finds %s, the certificate from before stays', async (_, change) => {
  put('old')
  const own = await open()
  const port = await appOver(own)
  change()
  await own.reread()
  expect(await certificateNameAt(port)).toBe('old')
  put('new')
  await own.reread()
  expect(await certificateNameAt(port)).toBe('new')
})

test('while the server starts, it lives by HTTPS too', async () => {
  put('old')
  const starting = await respondWhileStarting({ host: '127.0.0.1', port: 0 }, { tls: await open() })
  expect((await statusAt(starting.port, '/api/v3/health/live'))[0]).toBe(200)
  expect((await statusAt(starting.port, '/'))[0]).toBe(503)
  await starting.end()
})

test('a connection that never says who it is does not hold up the end of the server', async () => {
  put('old')
  const server = (await open()).createServer({}, (_request, response) => response.end())
  const faults: unknown[] = []
  server.on('tlsClientError', ({ code }: NodeJS.ErrnoException) => faults.push(code))
  server.listen({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  const silent = connectPlainly(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  await once(server, 'connection')
  const ended = once(silent.resume(), 'close')
  const closed = once(server.close(), 'close')
  server.closeAllConnections()
  await Promise.all([closed, ended])
  expect(faults).not.toContain('ERR_TLS_HANDSHAKE_TIMEOUT')
})

test('a start without usable files says so', async () => {
  await expect(open()).rejects.toThrow(UsageError)
  put('old', 'new')
  await expect(open()).rejects.toThrow(/TLS_CERT and TLS_KEY cannot be used: .*key/i)
})

test.each(['before', 'after'])(
  'no suite without forward secrecy is taken, %s the certificate is read anew',
  async (when) => {
    put('old')
    const own = await open()
    const server = own.createServer({}, (_request, response) => response.end('x')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    if (when === 'after') {
      put('new')
      await own.reread()
    }
    const { port } = v.parse(v.object({ port: v.number() }), server.address())
    const suites = execFileSync('openssl', ['ciphers', '-s', '-tls1_2', 'ALL:@SECLEVEL=0'], {
      encoding: 'utf8',
    })
    const plain = suites
      .trim()
      .split(':')
      .filter((name) => !/^(ECDHE|DHE)-/.test(name))
    expect(plain).not.toEqual([])
    const attempt = (ciphers: string) =>
      new Promise<string>((resolve) => {
        const socket = connect({
          port,
          host: '127.0.0.1',
          rejectUnauthorized: false,
          maxVersion: 'TLSv1.2',
          ciphers,
        })
        socket.once('secureConnect', () => {
          resolve(socket.getCipher().name)
          socket.destroy()
        })
        socket.once('error', () => resolve('refused'))
      })
    expect(await attempt(`${plain.join(':')}:@SECLEVEL=0`)).toBe('refused')
    expect(await attempt('ECDHE-ECDSA-AES128-SHA256:@SECLEVEL=0')).toBe('refused')
    expect(await attempt('ECDHE-ECDSA-AES128-GCM-SHA256')).toBe('ECDHE-ECDSA-AES128-GCM-SHA256')
  },
)
