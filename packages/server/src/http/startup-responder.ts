/** Responds during startup: the liveness check succeeds, and all other requests get 503 with Retry-After. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basePath } from '@koedana/contract/base-path.ts'
import { errorStatus } from '@koedana/contract/errors.ts'
import { errorMessages, localeOf } from './error-messages.ts'
import type { OwnTls } from './own-tls.ts'
import { securityHeaders } from './security-headers.ts'
import { withoutSubPath } from './sub-path.ts'
import { formatWait } from './wait.rules.ts'

export interface StartupResponder {
  /** The actual port, if port 0 was requested. */
  readonly port: number
  /** Resolves when the port is free for the server itself. */
  readonly end: () => Promise<void>
}

export interface WhileStarting {
  /** Serves HTTPS if given, otherwise plain HTTP. */
  readonly tls?: OwnTls | undefined
  readonly subPath?: string
}

const retryAfterSeconds = 2

/** Rejects if the port is unavailable. */
export async function respondWhileStarting(
  at: { readonly host: string; readonly port: number },
  { tls, subPath = '' }: WhileStarting = {},
): Promise<StartupResponder> {
  const respond: RequestListener = ({ url = '', headers }, response) => {
    const isLive = withoutSubPath(url, subPath).split('?', 1)[0] === `${basePath}/health/live`
    const body = isLive ? { live: true } : notReady(headers['accept-language'])
    response
      .writeHead(isLive ? 200 : errorStatus.notReady, {
        ...securityHeaders,
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        // The next request should reach the real server.
        connection: 'close',
        ...(isLive ? {} : { 'retry-after': String(retryAfterSeconds) }),
      })
      .end(JSON.stringify(body))
  }
  const server = tls ? tls.createServer({}, respond) : createServer(respond)
  server.headersTimeout = 5_000
  server.requestTimeout = 5_000
  server.maxConnections = 100
  await listening(server, at)
  return {
    port: portOf(server.address()),
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listening(server: Server, at: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(at, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

const portOf = (address: AddressInfo | string | null) =>
  typeof address === 'object' && address !== null ? address.port : 0

function notReady(acceptLanguage: string | undefined) {
  const locale = localeOf(acceptLanguage)
  return {
    error: errorMessages[locale].notReady.replace('{wait}', formatWait(retryAfterSeconds, locale)),
    code: 'notReady',
  }
}
