/** The other request threads, as seen by any thread except the first. */
import type { SpokenIndex, SpokenSearchResult } from '../features/library/lyrics/search/spoken-index.ts'
import { createGenerationInbox, type GenerationSource } from '../features/works/index/generations.ts'
import type { RecentError } from '../lib/log.ts'
import type { MetricsJson } from '../lib/metrics.ts'
import type { ThreadInfo, ThreadStart, Threads, ThreadsState, ToFirst, ToThread } from './messages.ts'
import type { RelayedResponse } from './relay.ts'
import { createRequestChannel, respond, type ThreadQuery } from './requests.ts'

export interface Membership extends Threads {
  readonly source: GenerationSource
  readonly driveLimits: SharedArrayBuffer
  /** Uses the subtitle index of the first thread, the only one that stores it on disk. */
  readonly spoken: SpokenIndex
  /** Wakes the task runner, which is in the first thread. */
  readonly wakeTasks: () => void
  readonly respondBy: (knowledge: ThreadInfo) => void
  readonly reportListening: () => void
  /** Resolves when the first thread requests the end of this one. */
  readonly stopped: Promise<void>
  readonly close: () => void
}

export function joinThreads({
  count,
  generation,
  driveLimits,
  port,
}: Pick<ThreadStart, 'count' | 'generation' | 'driveLimits' | 'port'>): Membership {
  const post = (message: ToFirst) => port.postMessage(message)
  const channel = createRequestChannel(port)
  const stopped = Promise.withResolvers<void>()
  const source = createGenerationInbox(generation, {
    left: (number) => post({ left: number }),
    want: (number) => post({ want: number }),
  })
  let knowledge: ThreadInfo | undefined
  const find = ({ what }: ThreadQuery): unknown => {
    if (what === 'metrics') return knowledge?.metrics()
    return what === 'errors' ? (knowledge?.errors() ?? []) : true
  }
  port.on('message', (message: ToThread) => {
    if ('request' in message) void respond(port, message, find)
    else if ('response' in message) channel.receive(message)
    else if ('next' in message) source.receive(message.next)
    else stopped.resolve()
  })
  port.once('close', () => {
    channel.end()
    stopped.resolve()
  })
  return {
    count,
    source,
    driveLimits,
    spoken: createRemoteIndex((terms) => channel.request<SpokenSearchResult>({ what: 'spoken', terms })),
    metrics: () => channel.request<readonly MetricsJson[]>({ what: 'metrics' }),
    errors: () => channel.request<readonly RecentError[]>({ what: 'errors' }),
    state: () => channel.request<ThreadsState>({ what: 'state' }),
    wakeTasks: () => post({ tasks: 'wake' }),
    relay: (request) => channel.request<RelayedResponse>({ what: 'relay', request }),
    respondBy: (given) => {
      knowledge = given
    },
    reportListening: () => post({ type: 'listening' }),
    stopped: stopped.promise,
    close: () => port.close(),
  }
}

function createRemoteIndex(find: SpokenIndex['find']): SpokenIndex {
  return {
    find,
    worksChanged: () => {},
    complete: async () => {},
    close: async () => {},
  }
}
