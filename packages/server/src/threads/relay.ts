/**
 * Requests of one connection that several threads receive: the first thread answers them all. Long polling of Engine.IO
 * spreads one session over many TCP connections, and the system deals those out to any thread.
 */

export interface RelayedRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly remoteAddress: string
  readonly body: string
}

export interface RelayedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: Uint8Array
}

export type Relay = (request: RelayedRequest) => Promise<RelayedResponse>
