/** The request threads, as seen by the first thread. Only the first builds index generations and runs background work. */
import { MessageChannel } from 'node:worker_threads'
import type { Database } from '../db/open.ts'
import { createLimitMemory } from '../features/storages/drives/account-limits.ts'
import {
  createGenerationPublisher,
  type GenerationPublisher,
  type GenerationReaders,
} from '../features/works/index/generations.ts'
import { createRateMemory, type RateMemory } from '../http/shared-rates.ts'
import type { RecentError } from '../lib/log.ts'
import type { MetricsJson } from '../lib/metrics.ts'
import type { FirstThreadInfo, ThreadStart, Threads, ThreadsState, ToFirst, ToThread } from './messages.ts'
import { createRequestChannel, type RequestChannel, respond, type ThreadQuery } from './requests.ts'

export interface ThreadLink {
  readonly start: ThreadStart
  readonly listening: Promise<void>
  readonly stop: () => void
  /** Rejects if the thread has ended. */
  readonly isAlive: () => Promise<true>
  /** Call it when the thread has ended for any reason. */
  readonly gone: () => void
}

export interface ThreadGroup extends Threads {
  readonly readers: GenerationReaders
  readonly rates: RateMemory
  /** Rate limits of drive accounts, shared by all threads. */
  readonly driveLimits: SharedArrayBuffer
  /** Sets how queries to this thread are answered. Call it before the first thread is added. */
  readonly respondBy: (knowledge: FirstThreadInfo) => void
  readonly admit: (database: Pick<Database, 'seat'>) => ThreadLink
}

/** A thread that is busy for longer is left out of the results. */
const maxResponseMs = 2_000
const maxErrors = 50

export function createThreadGroup(count: number): ThreadGroup {
  const publisher = createGenerationPublisher()
  const shared = { rates: createRateMemory(), driveLimits: createLimitMemory() }
  const links = new Set<RequestChannel>()
  const tally = createTally(count)
  let knowledge: FirstThreadInfo | undefined
  const queryAll = async <R>(what: 'metrics' | 'errors'): Promise<R[]> => {
    const responses = await Promise.all([...links].map(({ request }) => withTimeout(request<R>({ what }))))
    return responses.flatMap((one) => (one === undefined ? [] : [one]))
  }
  const metrics = async (): Promise<readonly MetricsJson[]> => {
    const own = await knowledge?.metrics()
    return [...(own ? [own] : []), ...(await queryAll<MetricsJson>('metrics'))]
  }
  const errors = async (): Promise<readonly RecentError[]> => {
    const all = [knowledge?.errors() ?? [], ...(await queryAll<readonly RecentError[]>('errors'))].flat()
    return all.sort((a, b) => Number(a.at < b.at) - Number(a.at > b.at)).slice(0, maxErrors)
  }
  const find = (query: ThreadQuery): unknown => {
    if (query.what === 'metrics') return metrics()
    if (query.what === 'errors') return errors()
    return query.what === 'state' ? tally.state() : findInFirst(knowledge, query)
  }
  return {
    count,
    readers: publisher,
    ...shared,
    metrics,
    errors,
    state: async () => tally.state(),
    respondBy: (given) => {
      knowledge = given
    },
    admit: (database) => {
      const link = createLink({ publisher, tally, find, wakeTasks: () => knowledge?.wakeTasks() })
      const { channel, reader, other: port } = link
      links.add(channel)
      return {
        start: { count, generation: reader.first, seat: database.seat(), ...shared, port },
        listening: link.listening,
        stop: () => link.post({ stop: true }),
        isAlive: () => channel.request<true>({ what: 'alive' }),
        gone: () => {
          links.delete(channel)
          link.close()
        },
      }
    },
  }
}

function findInFirst(knowledge: FirstThreadInfo | undefined, query: ThreadQuery): unknown {
  if (query.what === 'relay') return knowledge?.relay(query.request)
  return query.what === 'spoken' ? knowledge?.findSpoken(query.terms) : true
}

/** Counts the serving threads, including the first, and the replaced ones. */
function createTally(count: number) {
  const serving = new Set<symbol>()
  let admitted = 0
  return {
    state: (): ThreadsState => ({
      serving: serving.size + 1,
      replaced: Math.max(0, admitted - (count - 1)),
    }),
    /** Returns a function to call when the thread has ended. */
    admit: (listening: Promise<void>) => {
      const one = Symbol('thread')
      let isGone = false
      admitted += 1
      void listening.then(() => isGone || serving.add(one))
      return () => {
        isGone = true
        serving.delete(one)
      }
    },
  }
}

interface LinkOptions {
  readonly publisher: GenerationPublisher
  readonly tally: ReturnType<typeof createTally>
  readonly find: (query: ThreadQuery) => unknown
  readonly wakeTasks: () => void
}

function createLink({ publisher, tally, find, wakeTasks }: LinkOptions) {
  const { port1: port, port2: other } = new MessageChannel()
  const post = (message: ToThread) => port.postMessage(message)
  const channel = createRequestChannel(port)
  const listening = Promise.withResolvers<void>()
  const gone = tally.admit(listening.promise)
  const reader = publisher.admit((next) => post({ next }))
  port.on('message', (message: ToFirst) => {
    if ('request' in message) void respond(port, message, find)
    else if ('response' in message) channel.receive(message)
    else if ('left' in message) reader.left(message.left)
    else if ('want' in message) reader.want(message.want)
    else if ('tasks' in message) wakeTasks()
    else listening.resolve()
  })
  return {
    other,
    post,
    channel,
    reader,
    listening: listening.promise,
    close: () => {
      channel.end()
      gone()
      reader.gone()
      port.close()
    },
  }
}

async function withTimeout<T>(sent: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), maxResponseMs)
  try {
    return await Promise.race([sent.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
