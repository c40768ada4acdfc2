/**
 * Forwards the requests of one connection to the first thread. Engine.IO long polling spreads one session over many TCP
 * connections, which the system distributes to any thread.
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

/** Sends a request to the first thread and returns its response. */
export type Relay = (request: RelayedRequest) => Promise<RelayedResponse>
