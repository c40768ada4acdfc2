/** HTTPS by a certificate of files, which are read again now and then: whoever renews them restarts nothing. */
import { readFile } from 'node:fs/promises'
import type { RequestListener, Server, ServerOptions } from 'node:http'
import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { UsageError } from '../lib/app-error.ts'
import type { Log } from '../lib/log.ts'

/** Every suite has forward secrecy: the key of the certificate, once stolen, opens no recorded connection. */
const protocol = {
  minVersion: 'TLSv1.2',
  ciphers:
    'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20',
} as const

/** Paths of files in PEM: the certificate with those between it and its authority, and the key of it. */
export interface TlsFiles {
  readonly cert: string
  readonly key: string
}

export interface OwnTls {
  /** Takes connections by HTTPS, with the certificate as it is at that moment. */
  readonly createServer: (options: ServerOptions, handler: RequestListener) => Server
  /** Reads the files now. Those that cannot be read, or do not belong together, leave what was there. */
  readonly reread: () => Promise<void>
}

const rereadEveryMs = 60_000
/** The limit of what comes before a request. */
const handshakeTimeout = 15_000

/** Throws a `UsageError` where they cannot be read, or do not belong together. */
export async function openTls(files: TlsFiles, log: Log): Promise<OwnTls> {
  let pair = await readPair(files).catch((cause: unknown) => {
    throw new UsageError(`TLS_CERT and TLS_KEY cannot be used: ${sentenceOf(cause)}`)
  })
  const servers = new Set<ReturnType<typeof createServer>>()
  const reread = async () => {
    try {
      const read = await readPair(files)
      if (read.cert.equals(pair.cert) && read.key.equals(pair.key)) return
      pair = read
      for (const server of servers) server.setSecureContext({ ...pair, ...protocol })
      log.info('the certificate was read anew')
    } catch (cause) {
      log.error(
        { reason: sentenceOf(cause) },
        'the certificate cannot be read anew; the one from before stays',
      )
    }
  }
  let timer: NodeJS.Timeout | undefined
  return {
    createServer: (options, handler) => {
      const server = createServer({ ...options, ...pair, ...protocol, handshakeTimeout }, handler)
      servers.add(server)
      closeThoseThatArrive(server)
      timer ??= setInterval(() => void reread(), rereadEveryMs).unref()
      server.once('close', () => {
        servers.delete(server)
        if (servers.size > 0) return
        clearInterval(timer)
        timer = undefined
      })
      return server
    },
    reread,
  }
}

/** Node knows those alone that have said who they are: one that says nothing would be waited for. */
function closeThoseThatArrive(server: Server): void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const closeKnown = server.closeAllConnections.bind(server)
  server.closeAllConnections = () => {
    closeKnown()
    for (const socket of open) socket.destroy()
  }
}

/** Throws where the key is not that of the certificate. */
async function readPair(files: TlsFiles): Promise<{ readonly cert: Buffer; readonly key: Buffer }> {
  const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)])
  createSecureContext({ cert, key })
  return { cert, key }
}

const sentenceOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
