/** Routes requests to providers: directly, through a proxy, or in tests to a single address that replaces all providers. */
import type { Outbound } from '../../../lib/outbound.ts'
import { createRemote, type Remote } from '../remote/reach.ts'
import type { DriveFacts } from './drive.ts'

export interface DriveConnection {
  readonly outbound: Outbound
  /** `http://127.0.0.1:4000` sends requests for `https://api.example/x` to `http://127.0.0.1:4000/api.example/x`. */
  readonly gateway?: string | undefined
  /** Proxy for providers that are not reached directly; null or undefined for none. */
  readonly proxyUrl?: (() => string | null) | undefined
}

export interface Gateway {
  readonly urlOf: (url: string) => string
  readonly of: (drive: Drive) => Remote
  readonly isProxied: (drive: Drive) => boolean
}

type Drive = { readonly facts: Pick<DriveFacts, 'isReachedDirectly'> }

export function openGateway({ outbound, gateway, proxyUrl = () => null }: DriveConnection): Gateway {
  const urlOf = (url: string) => (gateway === undefined ? url : url.replace(/^https:\//, gateway))
  const allowedHosts = gateway === undefined ? [] : [new URL(gateway).hostname]
  const proxyOf = ({ facts }: Drive) => (facts.isReachedDirectly === true ? null : proxyUrl())
  const remoteOf = (drive: Drive) =>
    createRemote({ destination: 'drives', outbound, allowedHosts, proxyUrl: proxyOf(drive) })
  return {
    urlOf,
    isProxied: (drive) => proxyOf(drive) !== null,
    of: (drive) => ({
      send: (request) => remoteOf(drive).send({ ...request, url: urlOf(request.url) }),
      stream: (request, signal) => remoteOf(drive).stream({ ...request, url: urlOf(request.url) }, signal),
    }),
  }
}
