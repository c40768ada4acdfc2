/** How hosts of providers are reached: as they are called, or by one address that stands for all of them, in tests. */
import type { Outbound } from '../../../lib/outbound.ts'
import { createRemote, type Remote } from '../remote/reach.ts'

export interface DriveReach {
  readonly outbound: Outbound
  /** `http://127.0.0.1:4000` sends what is for `https://api.example/x` to `http://127.0.0.1:4000/api.example/x`. */
  readonly gateway?: string | undefined
}

export interface Gateway extends Remote {
  readonly urlOf: (url: string) => string
}

export function openGateway({ outbound, gateway }: DriveReach): Gateway {
  const urlOf = (url: string) => (gateway === undefined ? url : url.replace(/^https:\//, gateway))
  const allowedHosts = gateway === undefined ? [] : [new URL(gateway).hostname]
  const remote = createRemote({ outbound, allowedHosts, proxyUrl: null })
  return {
    urlOf,
    send: (request) => remote.send({ ...request, url: urlOf(request.url) }),
    stream: (request, signal) => remote.stream({ ...request, url: urlOf(request.url) }, signal),
  }
}
