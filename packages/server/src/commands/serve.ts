/** `koedana serve`: starts, says where, and stops gracefully. */
import { fileURLToPath } from 'node:url'
import { buildApp } from '../app.ts'
import { type Config, type Role, roles } from '../config.ts'
import { removeRehearsal } from '../db/rehearsal.ts'
import { beSoleServer } from '../db/sole-server.ts'
import { createDeps, type Deps } from '../deps.ts'
import { doorsOf } from '../doors.ts'
import { keepClean } from '../features/auth/clean-up.ts'
import { resumeDemoRemoval } from '../features/demo/demo.ts'
import { releaseInBackground } from '../features/library/scan/release-files.ts'
import type { FirstRun } from '../features/setup/setup.ts'
import { about } from '../features/system/about.ts'
import { keepMeasuring } from '../features/tasks/kinds/measure-sounds/order-measuring.ts'
import { resumeScans } from '../features/tasks/tasks.ts'
import { createWorkPreview } from '../features/works/work-preview.ts'
import { endConnectionsAfter } from '../http/connections.ts'
import { listenForMetrics } from '../http/metrics.ts'
import { type OwnTls, openTls } from '../http/own-tls.ts'
import { createRates } from '../http/rates.ts'
import { subPathOf } from '../http/sub-path.ts'
import { answerWhileStarting } from '../http/while-starting.ts'
import { UsageError } from '../lib/app-error.ts'
import { makeDataFolder, wideFolderWarning } from '../lib/data-folder.ts'
import { createLog, type Log } from '../lib/log.ts'
import { lowerEngineThreads } from '../lib/low-priority.ts'
import { createMetrics, type Metrics } from '../lib/metrics.ts'
import { locationOf } from '../open-configured.ts'
import { routesOf, workerRoutes } from '../routes.ts'
import { createWorkerDeps, type WorkerDeps } from '../worker-deps.ts'

const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Requests that are being answered may be finished; after that nobody is waited for. */
const graceMs = 5_000
/** A program that is stopped has ended by then, whatever goes on: what is stored is whole at any moment. */
const longestStopMs = 9_000

/** What a process of some role takes connections with, and what it does besides. */
interface Node {
  readonly app: Awaited<ReturnType<typeof buildApp>>
  /** Called once it can be reached. */
  readonly begin: (origin: string) => Promise<void>
  /** The streams end before the connections are waited for: those that follow tasks never end by themselves. */
  readonly endTasks: () => Promise<void>
  readonly close: () => Promise<void>
}

interface NodeSources {
  readonly config: Config
  readonly role: Role
  readonly log: Log
  readonly metrics: Metrics | undefined
  readonly tls: OwnTls | undefined
}

/** Resolves when a signal ends the server. `--role` goes before ROLE. */
export async function serve(config: Config, args: readonly string[]): Promise<number> {
  const role = roleFor(config, args)
  const log = createLog('info')
  lowerEngineThreads()
  await makeDataFolder(config.dataFolder, { hasDatabase: config.databaseUrl === undefined })
  const tls = config.tls && (await openTls(config.tls, log))
  const { release, lost } = await beSoleServer(locationOf(config))
  const explained = (cause: NodeJS.ErrnoException) => {
    throw new UsageError(explain(cause, config))
  }
  // A long migration or a large index is no reason to take the process for dead.
  const starting = await answerWhileStarting(config, { tls, subPath: subPathOf(config.publicUrl) }).catch(
    (cause) => {
      release()
      return explained(cause)
    },
  )
  const metrics = metricsOf(config)
  const open = role === 'worker' ? openWorkerNode : openRequestNode
  const node = await open({ config, role, log, metrics, tls }).catch(async (error) => {
    await starting.end()
    release()
    throw error
  })
  warnOfWideFolder(config, log)
  let hideMetrics = async () => {}
  // The signals are watched before the address is published: a program that knows it may end the server.
  const signalled = untilSignalled()
  try {
    await starting.end()
    await node.app.listen({ port: starting.port, host: config.host }).catch(explained)
    const origin = config.publicUrl ?? `${tls ? 'https' : 'http'}://${shown(config.host)}:${starting.port}`
    console.log(`Koedana is at ${origin}`)
    hideMetrics = await showMetrics(config, metrics)
    await node.begin(origin)
    await Promise.race([signalled, lost])
  } finally {
    const stopLimit = exitAfter(longestStopMs, log)
    const stopEnding = endConnectionsAfter(node.app.server, graceMs)
    await node.endTasks()
    await node.app.close()
    await hideMetrics()
    await node.close()
    release()
    stopEnding()
    stopLimit()
  }
  return 0
}

function roleFor(config: Config, args: readonly string[]): Role {
  const [, given] = /^--role[ =](.*)$/.exec(args.join(' ')) ?? []
  const role = args.length === 0 ? config.role : roles.find((one) => one === given)
  if (role === undefined)
    throw new UsageError(`koedana serve takes --role ${roles.join('|')}, and nothing else.`)
  if (role !== 'all' && config.databaseUrl === undefined)
    throw new UsageError(
      `A server of the role ${role} needs PostgreSQL (DATABASE_URL): SQLite has one server alone.`,
    )
  return role
}

async function openRequestNode({ config, role, log, ...by }: NodeSources): Promise<Node> {
  const deps = await createDeps(config, log, by.metrics)
  const app = await buildApp({ ...callsOf(deps), ...howServed(config, { log, ...by }), webFolder })
  const stopUpkeep = keepUp(deps, log)
  return {
    app,
    begin: async (origin) => {
      await announceFirstRun(deps.firstRun, origin)
      await removeRehearsal(deps.database)
      if (role === 'all') await goOn(deps)
      else deps.tasks.feed.open()
    },
    endTasks: deps.tasks.stop,
    close: async () => {
      await stopUpkeep()
      await deps.close()
    },
  }
}

/** It says how it is, and nothing else. */
async function openWorkerNode({ config, log, ...by }: NodeSources): Promise<Node> {
  const deps = await createWorkerDeps(config, log, by.metrics)
  const app = await buildApp({
    routes: workerRoutes(deps),
    authenticate: async () => undefined,
    ...howServed(config, { log, ...by }),
  })
  return { app, begin: () => goOn(deps), endTasks: deps.tasks.stop, close: deps.close }
}

function warnOfWideFolder({ dataFolder }: Config, log: Log): void {
  const warning = wideFolderWarning(dataFolder)
  if (warning) log.warn(warning)
}

/** Counting costs little, and nothing at all where nobody looks. */
const metricsOf = ({ metricsToken, metricsPort }: Config) =>
  metricsToken === undefined && metricsPort === undefined
    ? undefined
    : createMetrics({ version: about.version, node: process.version })

/** Returns a function that ends it. */
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

const howServed = (config: Config, { log, metrics, tls }: Pick<NodeSources, 'log' | 'metrics' | 'tls'>) => ({
  log,
  tls,
  trustedProxies: config.trustedProxies,
  ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
  ...(metrics ? { metrics: { metrics, token: config.metricsToken } } : {}),
  isHttps: config.publicUrl?.startsWith('https:') === true,
  ...(config.hasRateLimits ? { rates: createRates(() => performance.now()) } : {}),
})

/** What can be called, and who calls. */
const callsOf = (deps: Deps) => ({
  routes: routesOf(deps),
  doors: doorsOf(deps),
  authenticate: deps.sessions.authenticate,
  recordAct: deps.audit.recordAct,
  ...(deps.changes ? { changes: deps.changes } : {}),
  previewWork: createWorkPreview(deps),
})

/** What goes by itself, now and then. */
function keepUp(deps: Deps, log: Log): () => Promise<unknown> {
  const stops = [keepClean(deps, log), keepMeasuring(deps), resumeDemoRemoval(deps)]
  return () => Promise.all(stops.map((stop) => stop()))
}

/** Takes up what the last process could not bring to its end, and the tasks. */
async function goOn(deps: WorkerDeps): Promise<void> {
  await resumeScans(deps.write, deps.now())
  void releaseInBackground(deps)
  deps.tasks.start()
  deps.storageWatch.start()
}

/** Nobody else can know the code: it is told here alone. */
async function announceFirstRun({ isNeeded, code, isPublished }: FirstRun, origin: string): Promise<void> {
  if (!(await isNeeded())) return
  console.log(`There is no administrator yet: set it up at ${origin}/setup`)
  const wanted = isPublished ? 'It asks' : 'A browser that is not on this machine is asked'
  console.log(`${wanted} for this code: ${code}`)
}

const shown = (host: string) => (host.includes(':') ? `[${host}]` : host)

function explain(cause: NodeJS.ErrnoException, { host, port }: Pick<Config, 'host' | 'port'>): string {
  if (cause.code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Choose one with PORT=…, for example PORT=${port + 1} npm start`
  }
  return `Cannot listen on ${host}:${port}: ${cause.message}`
}

/** Returns a function that cancels it. */
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
