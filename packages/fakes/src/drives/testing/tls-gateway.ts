/** A proxy that leads the real host names of all providers to the fakes over TLS, so that independent clients can use the real URLs. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, request as send } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TlsGateway {
  /** The value of `HTTPS_PROXY`. */
  readonly proxyUrl: string
  /** Path of the certificate to trust. */
  readonly certificate: string
  readonly folder: string
  readonly close: () => Promise<void>
}

export async function openTlsGateway(fakesUrl: string, hosts: readonly string[]): Promise<TlsGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-drives-'))
  const { key, certificate } = makeCertificate(folder, hosts)
  const tls = createTlsServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    forwardTo(fakesUrl),
  )
  const sockets = new Set<Socket>()
  const proxy = createServer().on('connect', (_request, socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    tls.emit('connection', socket)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  return {
    proxyUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`,
    certificate,
    folder,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function makeCertificate(folder: string, hosts: readonly string[]) {
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const names = `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=fakes', '-addext', names, '-keyout', key, '-out', certificate]
  const made = spawnSync('openssl', ['req', '-x509', ...curve, ...subject], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`no certificate: ${made.stderr}`)
  return { key, certificate }
}

const forwardTo =
  (fakesUrl: string): RequestListener =>
  (request, response) => {
    const { method, headers, url = '/' } = request
    const forwarded = send(`${fakesUrl}/${headers.host}${url}`, { method, headers }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers)
      received.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  }
