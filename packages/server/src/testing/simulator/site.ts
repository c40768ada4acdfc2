/**
 * A simulated site: one or two nodes with one database, each behind a connection that can be cut. They share one clock, and the
 * requests of people go to either node.
 */
import { basePath } from '@koedana/contract/base-path.ts'
import { type Call, createClient } from '@koedana/contract/kit/client.ts'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../db/open.ts'
import type { TaskKinds } from '../../features/tasks/run/runner.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../database-proxy.ts'
import type { Engine } from '../engines.ts'
import { type Account, inject, startTestServer, type World } from '../test-server.ts'
import { type Clock, createClock } from '../two-nodes.ts'

export interface SitePerson {
  readonly id: string
  /** Sends the next requests to this node. Change numbers from one node are sent to the next. */
  readonly via: (node: number) => Call
  /** Opens another session and uses it from then on. Returns the token of the previous one. */
  readonly signInAgain: () => Promise<string>
}

export interface Site {
  readonly database: Database
  readonly clock: Clock
  readonly nodes: () => readonly World[]
  readonly node: (at: number) => World
  readonly join: (account: Account) => Promise<SitePerson>
  /** Resolves when every node has read all committed changes. */
  readonly followed: () => Promise<void>
  readonly loseConnections: (at: number) => void
  /** Drops change notifications until the nodes reconnect. */
  readonly loseNotifications: () => Promise<void>
  /** Ends a node as by a power failure and starts another in its place. */
  readonly kill: (at: number) => Promise<void>
  /** Starts another node with an empty state. */
  readonly begin: () => Promise<World>
  readonly close: () => Promise<void>
}

interface Node {
  readonly here: World
  readonly line: DatabaseProxy | undefined
}

const caller = { address: '127.0.0.1', userAgent: 'simulator' }

export async function openSite(engine: Engine, taskKinds: TaskKinds): Promise<Site> {
  const database = await engine.open()
  const clock = createClock()
  const ending: Promise<void>[] = []
  const begin = async (): Promise<Node> => {
    const line = await lineTo(database)
    const open = () => openDatabase(behind(line, database), { isImpatient: true })
    return { here: await startTestServer({ name: engine.name, open }, { now: clock.now, taskKinds }), line }
  }
  const end = async ({ here, line }: Node) => {
    await here.close().catch(() => {})
    await line?.close()
  }
  const nodes = [await begin()]
  // SQLite supports only one node (ADR 0020).
  if (engine.name === 'postgres') nodes.push(await begin())
  const nodeAt = (at: number) => {
    const node = nodes[at % nodes.length]
    if (!node) throw new Error('a site without servers')
    return node
  }
  return {
    database,
    clock,
    nodes: () => nodes.map(({ here }) => here),
    node: (at) => nodeAt(at).here,
    join: async (account) => {
      const first = await nodeAt(0).here.signIn(account)
      const { id } = first.user
      let [server, token] = [0, first.token]
      const call = createClient({
        baseUrl: basePath,
        fetch: (url, init) => inject(nodeAt(server).here.app)(url, init),
        language: () => 'en-US',
        token: () => token,
      })
      const via = (node: number) => {
        server = node
        return call
      }
      const signInAgain = async () => {
        const before = token
        const row = await database.read
          .selectFrom('user')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        token = (await nodeAt(server).here.deps.sessions.open(row, caller)).token
        return before
      }
      return { id, via, signInAgain }
    },
    followed: async () => {
      await Promise.all(nodes.map(({ here }) => here.deps.catalogue.caughtUp()))
    },
    loseConnections: (at) => {
      nodeAt(at).line?.cut()
      nodeAt(at).line?.mend()
    },
    loseNotifications: async () => {
      if (engine.name !== 'postgres') return
      await sql`select pg_terminate_backend(pid, 1000) from pg_stat_activity
        where datname = current_database() and query like 'LISTEN%'`.execute(database.write)
    },
    kill: async (at) => {
      const old = nodeAt(at)
      // Rows that the old node writes while it ends must not reach the database. With SQLite there is only one node.
      old.line?.cut()
      const ended = end(old)
      if (old.line) ending.push(ended)
      else await ended
      nodes[at % nodes.length] = await begin()
    },
    begin: async () => {
      const fresh = await begin()
      nodes.push(fresh)
      return fresh.here
    },
    close: async () => {
      await Promise.all([...nodes.map(end), ...ending])
      await database.close()
    },
  }
}

async function lineTo({ location }: Database): Promise<DatabaseProxy | undefined> {
  if (location.url === undefined) return undefined
  const { hostname, port } = new URL(location.url)
  return startDatabaseProxy({ host: hostname, port: Number(port) })
}

function behind(line: DatabaseProxy | undefined, { location }: Database): Database['location'] {
  if (!line || location.url === undefined) return location
  const near = new URL(location.url)
  near.port = String(line.port)
  return { ...location, url: near.href }
}
