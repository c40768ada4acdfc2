/**
 * Sends events about works, positions and playlists to connected apps. Changed works come from the change feed. Personal data never
 * enters the feed, so positions and playlists are polled from the database while a client is connected. This covers writes by other
 * threads, other nodes and our own client.
 */
import type { Clients, SignedInClient } from './clients.ts'
import { createItemEvents } from './item-events.ts'
import { createPersonalEvents } from './personal-events.ts'
import type { SocketSources } from './sources.ts'

export interface Events {
  /** A client has signed in: it receives events from now on. */
  readonly begin: (client: SignedInClient) => void
  readonly close: () => Promise<void>
}

/** Changes within this time are sent together. */
const flushMs = 200
const pollMs = 1_000

export function createEvents(sources: SocketSources, clients: Clients): Events {
  const items = createItemEvents(sources, clients)
  const personal = createPersonalEvents(sources, clients)
  const failed = (error: unknown) => sources.log.warn({ err: error }, 'events could not be sent to apps')
  const pending = new Set<number>()
  let isClosed = false

  const flush = repeat(flushMs, async () => {
    const keys = [...pending]
    pending.clear()
    await items.send(keys).catch(failed)
    return pending.size > 0
  })
  const poll = repeat(pollMs, async () => {
    await personal.send().catch(failed)
    return clients.signedIn().length > 0
  })
  const stopFollowing = sources.followWorks((keys) => {
    if (clients.signedIn().length === 0) return
    if (keys === 'all') items.forget()
    else for (const key of keys) pending.add(key)
    if (pending.size > 0 && !isClosed) flush.wake()
  })
  return {
    begin: (client) => {
      items.begin(client)
      personal.begin(client)
      if (!isClosed) poll.wake()
    },
    close: async () => {
      isClosed = true
      stopFollowing()
      await Promise.all([flush.stop(), poll.stop()])
    },
  }
}

interface Repeated {
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

/** Runs the function a while after `wake`, and again as long as it returns true; never concurrently. */
function repeat(ms: number, act: () => Promise<boolean>): Repeated {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const wake = () => {
    if (isStopped) return
    timer ??= setTimeout(() => {
      running = act().then((goesOn) => {
        timer = undefined
        if (goesOn) wake()
      })
    }, ms).unref()
  }
  return {
    wake,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
