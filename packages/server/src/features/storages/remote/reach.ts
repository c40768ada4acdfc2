/** How the storages of the network are reached, and what their responses and silences mean for files. */
import type { OutboundDestination } from '@koedana/contract/destinations.ts'
import type { Outbound, OutboundMessage, OutboundResponse, OutboundStream } from '../../../lib/outbound.ts'
import { OutboundError } from '../../../lib/outbound-error.ts'
import { StorageError, type StorageFault } from '../storage.ts'

export interface StorageConnection {
  readonly outbound: Outbound
  /** Hosts that may have private addresses, because an administrator allowed them. */
  readonly allowedHosts: readonly string[]
  /** `http://name:password@host:port`, or `socks5:`; null for a direct connection. */
  readonly proxyUrl: string | null
  /** Maximum wait for the response to begin, and between its pieces; 30 seconds by default. */
  readonly idleMs?: number
  /** Aborts all requests, for example when a scan is canceled. */
  readonly signal?: AbortSignal
}

export interface RemoteReach extends StorageConnection {
  readonly destination: Extract<OutboundDestination, 'webdav' | 's3' | 'drives'>
}

export interface RemoteRequest extends OutboundMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Number of redirects to follow; `given` returns them to the caller. */
  readonly redirects: number | 'given'
}

export interface Remote {
  /** Returns the complete response, whatever its status. Fails with a `StorageError` if there is none. */
  readonly send: (request: RemoteRequest) => Promise<OutboundResponse>
  readonly stream: (
    request: Omit<RemoteRequest, keyof OutboundMessage>,
    signal: AbortSignal,
  ) => Promise<OutboundStream>
}

/** Enough for a folder of 60,000 files. */
const maxResponseBytes = 32 * 1024 * 1024
/** A long listing takes the server a while. */
const timeoutFactor = 2
/** A server may have to spin up a disk. */
const defaultIdleMs = 30_000

export function createRemote({
  destination,
  outbound,
  allowedHosts,
  proxyUrl,
  signal,
  idleMs = defaultIdleMs,
}: RemoteReach): Remote {
  const route = { destination, allowedHosts, proxyUrl }
  return {
    send: ({ url, ...request }) =>
      outbound
        .send(url, {
          ...route,
          ...request,
          signal,
          timeoutMs: idleMs * timeoutFactor,
          maxBytes: maxResponseBytes,
        })
        .catch(throwUnreachable),
    stream: ({ url, ...request }, stopped) => {
      const both = signal ? AbortSignal.any([signal, stopped]) : stopped
      return outbound.stream(url, { ...route, ...request, signal: both, idleMs }).catch(throwUnreachable)
    },
  }
}

/** Without a response, nothing is known about the files. */
export function toUnreachableError(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  const isWrong = cause instanceof OutboundError && /^(?:answerTooLarge|encodingUnknown)$/.test(cause.fault)
  return new StorageError(isWrong ? 'damaged' : 'unavailable', { cause })
}

function throwUnreachable(cause: unknown): never {
  throw toUnreachableError(cause)
}

const faultsByStatus: Readonly<Record<number, StorageFault>> = {
  401: 'revoked',
  403: 'forbidden',
  404: 'notFound',
  // The server does not speak the protocol any more.
  405: 'unavailable',
  410: 'notFound',
  412: 'damaged',
  414: 'notFound',
  429: 'rateLimited',
}

export function toStatusError({
  status,
  headers,
}: Pick<OutboundResponse, 'status' | 'headers'>): StorageError {
  const fault = faultsByStatus[status] ?? (status >= 500 ? 'unavailable' : 'damaged')
  const waits = fault === 'rateLimited' || fault === 'unavailable'
  const retryAfterMs = waits ? parseRetryAfter(headers['retry-after']) : undefined
  const wait = fault === 'rateLimited' ? (retryAfterMs ?? defaultWaitMs) : retryAfterMs
  return new StorageError(fault, { retryAfterMs: wait, cause: `HTTP ${status}` })
}

/** Used if the server does not say how long to wait. */
const defaultWaitMs = 30_000
const maxWaitMs = 24 * 60 * 60 * 1000

/** Parses Retry-After, which is in seconds or a date. Returns milliseconds from now. */
function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 1), maxWaitMs)
}
