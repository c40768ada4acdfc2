/** Requests from thread to thread, each with a message as its response. */
import type { MessagePort } from 'node:worker_threads'
import type { SpokenTerm } from '../features/library/lyrics/search/segment.rules.ts'

export type Question =
  | { readonly what: 'metrics' | 'errors' | 'state' | 'alive' }
  | { readonly what: 'spoken'; readonly terms: readonly SpokenTerm[] }

/** A question, by its number. */
export interface ThreadRequest {
  readonly ask: number
  readonly question: Question
}

export type ThreadResponse =
  | { readonly reply: number; readonly value: never }
  | { readonly reply: number; readonly failure: string }

export interface Questions {
  /** Rejects if the other thread fails, or is gone. */
  readonly ask: <R>(question: Question) => Promise<R>
  readonly receive: (response: ThreadResponse) => void
  readonly end: () => void
}

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

type Port = Pick<MessagePort, 'postMessage'>

export function createQuestions(port: Port): Questions {
  const waiting = new Map<number, Waiting>()
  let last = 0
  let isOver = false
  const gone = () => new Error('the other thread is gone')
  return {
    ask: <R>(question: Question) =>
      new Promise<R>((resolve, reject) => {
        if (isOver) return reject(gone())
        last += 1
        waiting.set(last, { resolve, reject })
        port.postMessage({ ask: last, question } satisfies ThreadRequest)
      }),
    receive: (response) => {
      const caller = waiting.get(response.reply)
      waiting.delete(response.reply)
      if ('failure' in response) caller?.reject(new Error(response.failure))
      else caller?.resolve(response.value)
    },
    end: () => {
      isOver = true
      for (const { reject } of waiting.values()) reject(gone())
      waiting.clear()
    },
  }
}

/** Posts what `find` returns for the question. */
export async function respond(
  port: Port,
  { ask, question }: ThreadRequest,
  find: (question: Question) => unknown,
): Promise<void> {
  try {
    port.postMessage({ reply: ask, value: await find(question) })
  } catch (error) {
    port.postMessage({ reply: ask, failure: error instanceof Error ? error.message : String(error) })
  }
}
