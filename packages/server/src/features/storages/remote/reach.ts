/** How the storages of the network are reached, and what their responses and silences mean for files. */
import type { OutboundDestination } from '@koedana/contract/destinations.ts'
import type { Outbound, Received, ReceivedStream, Sent } from '../../../lib/outbound.ts'
import { OutboundError } from '../../../lib/outbound-error.ts'
import { StorageError, type StorageFault } from '../storage.ts'

export interface StorageReach {
  readonly outbound: Outbound
  /** Hosts that may have private addresses, since an administrator allowed them. */
  readonly allowedHosts: readonly string[]
  /** `http://name:password@host:port`, or `socks5:`; null connects directly. */
  readonly proxyUrl: string | null
  /** The longest wait for a response to begin, and for more of it; half a minute without it. */
  readonly idleMs?: number
  /** Ends whatever is being requested: a scan that is cancelled. */
  readonly signal?: AbortSignal
}

export interface RemoteReach extends StorageReach {
  readonly destination: Extract<OutboundDestination, 'webdav' | 's3' | 'drives'>
}

export interface RemoteRequest extends Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** How many are followed; none where they are given back. */
  readonly redirects: number | 'given'
}

export interface Remote {
  /** Returns a whole response of any status. Fails with a `StorageError` where none came. */
  readonly send: (request: RemoteRequest) => Promise<Received>
  readonly stream: (request: Omit<RemoteRequest, keyof Sent>, signal: AbortSignal) => Promise<ReceivedStream>
}

/** A folder of 60,000 files; more is no listing that anybody waits for. */
const maxResponseBytes = 32 * 1024 * 1024
/** A long listing keeps a server busy for a while. */
const responsesPerIdle = 2
/** A server may have to wake a disk. */
const usualIdleMs = 30_000

export function createRemote({
  destination,
  outbound,
  allowedHosts,
  proxyUrl,
  signal,
  idleMs = usualIdleMs,
}: RemoteReach): Remote {
  const route = { destination, allowedHosts, proxyUrl }
  return {
    send: ({ url, ...request }) =>
      outbound
        .send(url, {
          ...route,
          ...request,
          signal,
          timeoutMs: idleMs * responsesPerIdle,
          maxBytes: maxResponseBytes,
        })
        .catch(unreached),
    stream: ({ url, ...request }, stopped) => {
      const both = signal ? AbortSignal.any([signal, stopped]) : stopped
      return outbound.stream(url, { ...route, ...request, signal: both, idleMs }).catch(unreached)
    },
  }
}

/** If nothing came back, that says nothing of the files. */
export function unreachedErrorOf(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  const isWrong = cause instanceof OutboundError && /^(?:answerTooLarge|encodingUnknown)$/.test(cause.fault)
  return new StorageError(isWrong ? 'damaged' : 'unavailable', { cause })
}

function unreached(cause: unknown): never {
  throw unreachedErrorOf(cause)
}

const faultOfStatus: Readonly<Record<number, StorageFault>> = {
  401: 'revoked',
  403: 'forbidden',
  404: 'notFound',
  // What was there before speaks another protocol now.
  405: 'unavailable',
  410: 'notFound',
  412: 'damaged',
  414: 'notFound',
  429: 'rateLimited',
}

/** Returns what a status says that is none of success. */
export function statusErrorOf({ status, headers }: Pick<Received, 'status' | 'headers'>): StorageError {
  const fault = faultOfStatus[status] ?? (status >= 500 ? 'unavailable' : 'damaged')
  const waits = fault === 'rateLimited' || fault === 'unavailable'
  const retryAfterMs = waits ? retryAfterOf(headers['retry-after']) : undefined
  const wait = fault === 'rateLimited' ? (retryAfterMs ?? usualWaitMs) : retryAfterMs
  return new StorageError(fault, { retryAfterMs: wait, cause: `HTTP ${status}` })
}

/** So long is waited where a server does not say how long. */
const usualWaitMs = 30_000
const longestWaitMs = 24 * 60 * 60 * 1000

/** Returns milliseconds from now: the header has seconds or a date. */
function retryAfterOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 1), longestWaitMs)
}
