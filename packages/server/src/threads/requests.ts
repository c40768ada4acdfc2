import type { MessagePort } from 'node:worker_threads'
import type { LyricsTerm } from '../features/library/lyrics/search/segment.rules.ts'
import type { RelayedRequest } from './relay.ts'

export type ThreadQuery =
  | { readonly what: 'metrics' | 'errors' | 'state' | 'alive' }
  | { readonly what: 'relay'; readonly request: RelayedRequest }
  | { readonly what: 'spoken'; readonly terms: readonly LyricsTerm[] }

export interface ThreadRequest {
  readonly request: number
  readonly query: ThreadQuery
}

export type ThreadResponse =
  | { readonly response: number; readonly value: never }
  | { readonly response: number; readonly failure: string }

export interface RequestChannel {
  /** Rejects if the other thread fails or has ended. */
  readonly request: <R>(query: ThreadQuery) => Promise<R>
  readonly receive: (response: ThreadResponse) => void
  readonly end: () => void
}

interface PendingRequest {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

type Port = Pick<MessagePort, 'postMessage'>

export function createRequestChannel(port: Port): RequestChannel {
  const waiting = new Map<number, PendingRequest>()
  let last = 0
  let isOver = false
  const threadEndedError = () => new Error('the other thread is gone')
  return {
    request: <R>(query: ThreadQuery) =>
      new Promise<R>((resolve, reject) => {
        if (isOver) return reject(threadEndedError())
        last += 1
        waiting.set(last, { resolve, reject })
        port.postMessage({ request: last, query } satisfies ThreadRequest)
      }),
    receive: (response) => {
      const caller = waiting.get(response.response)
      waiting.delete(response.response)
      if ('failure' in response) caller?.reject(new Error(response.failure))
      else caller?.resolve(response.value)
    },
    end: () => {
      isOver = true
      for (const { reject } of waiting.values()) reject(threadEndedError())
      waiting.clear()
    },
  }
}

/** Sends the result of `find` as the response. */
export async function respond(
  port: Port,
  { request, query }: ThreadRequest,
  find: (query: ThreadQuery) => unknown,
): Promise<void> {
  try {
    port.postMessage({ response: request, value: await find(query) })
  } catch (error) {
    port.postMessage({ response: request, failure: error instanceof Error ? error.message : String(error) })
  }
}
