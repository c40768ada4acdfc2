/** The threads of a server, all run in the thread of the test. The messages between them are the same. */
import { openDatabase } from '../db/open.ts'
import { createRelay } from '../http/relay.ts'
import { recentErrorsOf } from '../lib/log.ts'
import { createThreadGroup, type ThreadGroup, type ThreadLink } from '../threads/group.ts'
import { joinThreads } from '../threads/membership.ts'
import type { Engine } from './engines.ts'
import { type Given, inject, startTestServer, type World } from './test-server.ts'

export interface ThreadedWorld {
  /** The first one builds the index and runs tasks. */
  readonly threads: readonly World[]
  readonly first: World
  readonly group: ThreadGroup
  readonly links: readonly ThreadLink[]
  readonly inTurn: (url: string, init: RequestInit) => Promise<Response>
  readonly close: () => Promise<void>
}

/** `given` applies to all threads; `givenTo` creates options that need the group. */
export async function startThreadedServer(
  engine: Engine,
  count: number,
  { given = {}, givenTo }: { given?: Given; givenTo?: (group: ThreadGroup) => Given } = {},
): Promise<ThreadedWorld> {
  const group = createThreadGroup(count)
  const each = { ...given, ...givenTo?.(group) }
  const first = await startTestServer(engine, { ...each, group })
  group.respondBy({
    metrics: () => each.metrics?.metrics.counted(),
    errors: () => recentErrorsOf(first.deps.log),
    wakeTasks: first.deps.tasks.wake,
    relay: createRelay(first.app),
    findSpoken: async (terms) => {
      await first.deps.catalogue.followed()
      return first.deps.spoken.find(terms)
    },
  })
  const links: ThreadLink[] = []
  const threads = [first]
  while (threads.length < count) {
    const link = group.admit(first.deps.database)
    links.push(link)
    threads.push(await besideIt(engine, first, { ...each, ...givenTo?.(group) }, link))
  }
  let turn = 0
  return {
    threads,
    first,
    group,
    links,
    inTurn: (url, init) => {
      turn += 1
      return inject((threads[turn % count] ?? first).app)(url, init)
    },
    close: async () => {
      for (const one of threads.slice(1)) await one.close()
      for (const link of links) link.gone()
      await first.close()
    },
  }
}

function besideIt(engine: Engine, { deps }: World, given: Given, { start }: ThreadLink): Promise<World> {
  const { location } = deps.database
  const open = () => openDatabase(location, { writerSeat: start.seat })
  const member = joinThreads(start)
  member.reportListening()
  return startTestServer({ name: engine.name, open }, { ...given, member })
}
