/** Serves HTTPS with certificate files that are read again periodically, so renewals need no restart. */
import { readFile } from 'node:fs/promises'
import type { RequestListener, Server, ServerOptions } from 'node:http'
import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { UsageError } from '../lib/app-error.ts'
import type { Log } from '../lib/log.ts'

/** All cipher suites have forward secrecy: a stolen certificate key cannot decrypt recorded connections. */
const protocol = {
  minVersion: 'TLSv1.2',
  ciphers:
    'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20',
} as const

/** Paths of PEM files: the certificate chain and its private key. */
export interface TlsFiles {
  readonly cert: string
  readonly key: string
}

export interface OwnTls {
  /** Creates an HTTPS server that always uses the latest certificate. */
  readonly createServer: (options: ServerOptions, handler: RequestListener) => Server
  /** Reads the files now. If they are unreadable or do not match, the previous certificate stays. */
  readonly reread: () => Promise<void>
}

const reloadIntervalMs = 60_000
/** Milliseconds for the TLS handshake. */
const handshakeTimeoutMs = 15_000

/** Throws a `UsageError` if the files are unreadable or do not match. */
export async function openTls(files: TlsFiles, log: Log): Promise<OwnTls> {
  let pair = await readPair(files).catch((cause: unknown) => {
    throw new UsageError(`TLS_CERT and TLS_KEY cannot be used: ${sentenceOf(cause)}`)
  })
  const servers = new Set<ReturnType<typeof createServer>>()
  const reload = async () => {
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
      const server = createServer(
        { ...options, ...pair, ...protocol, handshakeTimeout: handshakeTimeoutMs },
        handler,
      )
      servers.add(server)
      closePendingHandshakes(server)
      timer ??= setInterval(() => void reload(), reloadIntervalMs).unref()
      server.once('close', () => {
        servers.delete(server)
        if (servers.size > 0) return
        clearInterval(timer)
        timer = undefined
      })
      return server
    },
    reread: reload,
  }
}

/**
 * Also closes connections that have not finished their TLS handshake. Node does not track those, so a silent one would delay the
 * shutdown.
 */
function closePendingHandshakes(server: Server): void {
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

/** Throws if the key does not match the certificate. */
async function readPair(files: TlsFiles): Promise<{ readonly cert: Buffer; readonly key: Buffer }> {
  const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)])
  createSecureContext({ cert, key })
  return { cert, key }
}

const sentenceOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
