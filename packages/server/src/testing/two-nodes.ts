/** Two nodes with one PostgreSQL, each with its own data folder, and one clock for both that only the test moves. */
import { describe, inject } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { type Engine, onPostgres } from './engines.ts'
import { type Given, startTestServer, type World } from './test-server.ts'

export interface Clock {
  readonly now: () => Date
  readonly move: (ms: number) => void
}

export interface TwoNodes {
  readonly one: World
  readonly other: World
  readonly clock: Clock
  /** Resolves when both have read all committed changes. */
  readonly followed: () => Promise<void>
  readonly close: () => Promise<void>
}

type EachNode = Omit<Given, 'now'>

/** Starts two nodes. `given.other` defaults to `given.one`. */
export async function startTwoNodes(given: { one?: EachNode; other?: EachNode } = {}): Promise<TwoNodes> {
  const clock = createClock()
  const engine = onPostgres()
  const one = await startTestServer(engine, { ...given.one, now: clock.now })
  const other = await startTestServer(reopened(engine, one), {
    ...(given.other ?? given.one),
    now: clock.now,
  })
  return {
    one,
    other,
    clock,
    followed: async () => {
      await Promise.all([one, other].map(({ deps }) => deps.catalogue.caughtUp()))
    },
    close: async () => {
      await other.close()
      await one.close()
    },
  }
}

/** Runs the tests only on PostgreSQL: SQLite supports only one node (ADR 0020). */
export function onTwoNodes(body: () => void): void {
  describe.skipIf(inject('postgresUrl') === undefined)('two nodes on postgres', body)
}

const reopened = (engine: Engine, { deps }: World): Engine => ({
  name: engine.name,
  open: () => openDatabase(deps.database.location),
})

export function createClock(): Clock {
  let at = Date.parse('2026-11-20T12:00:00.000Z')
  return {
    now: () => new Date(at),
    move: (ms) => {
      at += ms
    },
  }
}
