/** `koedana serve`: starts the server, prints its URL, and stops it gracefully. */
import { buildApp } from '../app.ts'
import type { Config, Role } from '../config.ts'
import { watchDatabaseFile } from '../db/database-file.ts'
import { removeDryRunCopy } from '../db/dry-run.ts'
import type { Database } from '../db/open.ts'
import { createDeps, createWorkerDeps, type Deps, type WorkerDeps } from '../deps.ts'
import { startCleanUp } from '../features/auth/clean-up.ts'
import { resumeDemoRemoval } from '../features/demo/demo.ts'
import { releaseInBackground } from '../features/library/scan/release-files.ts'
import type { FirstRun } from '../features/setup/first-run.ts'
import { about } from '../features/system/about.ts'
import { startMeasuringTimer } from '../features/tasks/kinds/measure-sounds/measuring-timer.ts'
import { resumeScans } from '../features/tasks/tasks.ts'
import { closeConnectionsAfter } from '../http/connections.ts'
import { listenForMetrics } from '../http/metrics.ts'
import { openTls } from '../http/own-tls.ts'
import { createRelay } from '../http/relay.ts'
import { canSharePort } from '../http/share-port.ts'
import { respondWhileStarting } from '../http/startup-responder.ts'
import { subPathOf } from '../http/sub-path.ts'
import { UsageError } from '../lib/app-error.ts'
import { collectGarbage } from '../lib/collect-garbage.ts'
import { folderPermissionWarning } from '../lib/data-folder.ts'
import { createLog, type Log, recentErrorsOf } from '../lib/log.ts'
import { lowerEngineThreads } from '../lib/low-priority.ts'
import { aggregateMetrics, createMetrics, type Metrics } from '../lib/metrics.ts'
import { workerRoutes } from '../routes.ts'
import { createThreadGroup, type ThreadGroup } from '../threads/group.ts'
import { type Supervisor, superviseThreads } from '../threads/supervise.ts'
import { buildServedApp, ratesOf, type Serving, serverOptionsOf } from './build-served-app.ts'
import { claimDataFolder } from './claim-data-folder.ts'
import { hasMetrics } from './has-metrics.ts'
import { graceMs, maxStopMs } from './stop-limits.ts'

/** A process that accepts connections, with the work of its role. */
interface Node {
  readonly app: Awaited<ReturnType<typeof buildApp>>
  /** Starts background work. Call it when the server is reachable. */
  readonly begin: (origin: string) => Promise<void>
  /** Starts the other request threads on the same port. */
  readonly beginBeside: (serverPort: number) => Supervisor | undefined
  /** Rejects if the node cannot continue; pending otherwise. */
  readonly lost: Promise<never>
  /** Call this before waiting for connections to close: streams that follow tasks never end by themselves. */
  readonly endTasks: () => Promise<void>
  readonly close: () => Promise<void>
}

interface NodeSources extends Serving {
  readonly config: Config
  readonly group: ThreadGroup | undefined
}

export interface ServeOptions {
  readonly role?: Role | undefined
  readonly threads?: number | undefined
}

/** Starts the server and resolves when a signal stops it. The options override ROLE and THREADS. */
export async function serve(settings: Config, { role, threads }: ServeOptions): Promise<number> {
  const config = { ...settings, role: role ?? settings.role, threads: threads ?? settings.threads }
  assertRoleFits(config)
  const log = createLog('info')
  lowerEngineThreads()
  const tls = config.tls && (await openTls(config.tls, log))
  const { release, lost } = await claimDataFolder(config, log)
  const explained = (cause: NodeJS.ErrnoException) => {
    throw new UsageError(explain(cause, config))
  }
  // Keeps the liveness check working during a long migration or index build.
  const starting = await respondWhileStarting(config, { tls, subPath: subPathOf(config.publicUrl) }).catch(
    (cause) => {
      release()
      return explained(cause)
    },
  )
  const { metrics, group, ...node } = await openNode({ config, log, tls }).catch(async (error) => {
    await starting.end()
    release()
    throw error
  })
  warnOfOpenFolder(config, log)
  collectGarbage()
  let stopMetrics = async () => {}
  let supervisor: Supervisor | undefined
  // Signals must be handled before the URL is printed: a program that reads it may stop the server at once.
  const signalled = untilSignalled()
  try {
    await starting.end()
    const at = { port: starting.port, host: config.host, ...(group ? { reusePort: true } : {}) }
    await node.app.listen(at).catch(explained)
    const origin =
      config.publicUrl ?? `${tls ? 'https' : 'http'}://${formatHost(config.host)}:${starting.port}`
    console.log(`Koedana is at ${origin}`)
    stopMetrics = await showMetrics(config, metrics)
    await node.begin(origin)
    supervisor = node.beginBeside(starting.port)
    await Promise.race([signalled, lost, node.lost, ...(supervisor ? [supervisor.failed] : [])]).catch(
      (cause: Error) => {
        log.fatal({ err: cause }, `${cause.message}: the server ends`)
        throw cause
      },
    )
  } finally {
    await stop(node, { beside: supervisor, hideMetrics: stopMetrics, log })
    release()
  }
  return 0
}

function assertRoleFits({ role, databaseUrl }: Config): void {
  if (role !== 'all' && databaseUrl === undefined)
    throw new UsageError(
      `The role ${role} needs PostgreSQL (DATABASE_URL). With SQLite, one server does everything.`,
    )
}

interface RunningParts {
  readonly beside: Supervisor | undefined
  readonly hideMetrics: () => Promise<void>
  readonly log: Log
}

/** Threads stop together. The database is closed last. */
async function stop(node: Node, { beside, hideMetrics, log }: RunningParts): Promise<void> {
  const stopLimit = exitAfter(maxStopMs, log)
  const stopEnding = closeConnectionsAfter(node.app.server, graceMs)
  const ended = beside?.stop()
  await node.endTasks()
  await node.app.close()
  await ended
  await hideMetrics()
  await node.close()
  stopEnding()
  stopLimit()
}

type NodeSettings = Pick<NodeSources, 'config' | 'log' | 'tls'>
type NodeMetrics = Pick<NodeSources, 'metrics' | 'group'>

async function openNode(sources: NodeSettings): Promise<Node & NodeMetrics> {
  const { config, log } = sources
  const group = await groupFor(config, log)
  const build = { version: about.version, node: process.version }
  const counted = hasMetrics(config) ? createMetrics(build) : undefined
  const metrics = counted && group ? aggregateMetrics(counted, group.metrics) : counted
  const open = config.role === 'worker' ? openWorkerNode : openRequestNode
  const { database, ...node } = await open({ ...sources, metrics, group })
  const file = watchDatabaseFile(database, log)
  const lost = Promise.race([database.lost, file.lost])
  // Prevents an unhandled rejection before `serve` awaits it.
  lost.catch(() => {})
  const close = () => {
    file.stop()
    return node.close()
  }
  return { ...node, lost, close, metrics, group }
}

/** The database decides whether the node can continue. */
interface OpenedNode extends Omit<Node, 'lost'> {
  readonly database: Database
}

async function openRequestNode({ config, group, ...serving }: NodeSources): Promise<OpenedNode> {
  const { log, metrics } = serving
  const deps = await createDeps(config, serving, group)
  const app = await buildServedApp(deps, config, { ...serving, rates: group?.rates })
  group?.respondBy({
    metrics: () => metrics?.counted(),
    errors: () => recentErrorsOf(log),
    wakeTasks: deps.tasks.wake,
    relay: createRelay(app),
    findSpoken: async (terms) => {
      await deps.catalogue.followed()
      return deps.spoken.find(terms)
    },
  })
  const stopUpkeep = startMaintenance(deps, log)
  return {
    app,
    begin: async (origin) => {
      await announceFirstRun(deps.firstRun, origin)
      await removeDryRunCopy(deps.database)
      if (config.role === 'all') await resumeWork(deps)
      else deps.tasks.feed.open()
    },
    beginBeside: (serverPort) => {
      if (!group) return undefined
      const order = { config, serverPort }
      const beside = superviseThreads({ group, database: deps.database, order, log, module: requestThread })
      void beside.listening.then(() => log.info({ threads: group.count }, 'all threads take requests'))
      return beside
    },
    database: deps.database,
    endTasks: deps.tasks.stop,
    close: async () => {
      await stopUpkeep()
      await deps.close()
    },
  }
}

/** Serves only health checks. */
async function openWorkerNode({ config, ...serving }: NodeSources): Promise<OpenedNode> {
  const deps = await createWorkerDeps(config, serving.log, serving.metrics)
  const app = await buildApp({
    routes: workerRoutes(deps),
    authenticate: async () => undefined,
    ...serverOptionsOf(config, serving),
    ...ratesOf(config),
  })
  return {
    app,
    begin: () => resumeWork(deps),
    beginBeside: () => undefined,
    database: deps.database,
    endTasks: deps.tasks.stop,
    close: deps.close,
  }
}

function warnOfOpenFolder({ dataFolder }: Config, log: Log): void {
  const warning = folderPermissionWarning(dataFolder)
  if (warning) log.warn(warning)
}

const requestThread = new URL('./request-thread.ts', import.meta.url)

/** Returns undefined if one thread handles requests, which needs no shared memory. */
async function groupFor(
  { threads, host, role }: Pick<Config, 'threads' | 'host' | 'role'>,
  log: Log,
): Promise<ThreadGroup | undefined> {
  if (threads === 1 || role === 'worker') return undefined
  if (await canSharePort(host)) return createThreadGroup(threads)
  log.warn({ threads }, 'this system lets no threads share a port: one takes all requests')
  return undefined
}

async function showMetrics(config: Config, metrics: Metrics | undefined): Promise<() => Promise<void>> {
  const { metricsHost: host, metricsPort: port, metricsToken: token } = config
  if (!metrics || port === undefined) return async () => metrics?.close()
  const shown = await listenForMetrics(metrics, { host, port, token }).catch((cause) => {
    throw new UsageError(explain(cause, { host, port }))
  })
  console.log(`Metrics are at http://${host}:${shown.port}/metrics`)
  return async () => {
    metrics.close()
    await shown.end()
  }
}

function startMaintenance(deps: Deps, log: Log): () => Promise<unknown> {
  const stops = [startCleanUp(deps, log), startMeasuringTimer(deps), resumeDemoRemoval(deps)]
  return () => Promise.all(stops.map((stop) => stop()))
}

/** Resumes unfinished work of the last process, and starts tasks and storage watches. */
async function resumeWork(deps: WorkerDeps): Promise<void> {
  await resumeScans(deps.write, deps.now())
  void releaseInBackground(deps)
  deps.tasks.start()
  deps.storageWatch.start()
}

/** Prints the setup URL and code. The code appears nowhere else, so only the operator can know it. */
async function announceFirstRun({ isNeeded, code, isPublished }: FirstRun, origin: string): Promise<void> {
  if (!(await isNeeded())) return
  console.log(`No administrator yet. Open ${origin}/setup to set up the server.`)
  console.log(`Setup code${isPublished ? '' : ' (for browsers on other machines)'}: ${code}`)
}

const formatHost = (host: string) => (host.includes(':') ? `[${host}]` : host)

function explain(cause: NodeJS.ErrnoException, { host, port }: Pick<Config, 'host' | 'port'>): string {
  if (cause.code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Choose one with PORT=…, for example PORT=${port + 1} npm start`
  }
  return `Cannot listen on ${host}:${port}: ${cause.message}`
}

function exitAfter(ms: number, log: Log): () => void {
  const exit = () => {
    log.error('stopping took too long; the program ends as it is')
    process.exit(1)
  }
  const timer = setTimeout(exit, ms)
  return () => clearTimeout(timer)
}

function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
