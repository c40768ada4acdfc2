/** `koedana serve`: starts, says where, and stops gracefully. */
import { fileURLToPath } from 'node:url'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { beSoleServer } from '../db/sole-server.ts'
import { createDeps, type Deps } from '../deps.ts'
import { doorsOf } from '../doors.ts'
import { keepClean } from '../features/auth/clean-up.ts'
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
import { answerWhileStarting } from '../http/while-starting.ts'
import { UsageError } from '../lib/app-error.ts'
import { makeDataFolder, wideFolderWarning } from '../lib/data-folder.ts'
import { createLog, type Log } from '../lib/log.ts'
import { lowerEngineThreads } from '../lib/low-priority.ts'
import { createMetrics, type Metrics } from '../lib/metrics.ts'
import { locationOf } from '../open-configured.ts'
import { routesOf } from '../routes.ts'

const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Requests that are being answered may be finished; after that nobody is waited for. */
const graceMs = 5_000
/** A program that is stopped has ended by then, whatever goes on: what is stored is whole at any moment. */
const longestStopMs = 9_000

/** Resolves when a signal ends the server. */
export async function serve(config: Config): Promise<number> {
  const log = createLog('info')
  lowerEngineThreads()
  await makeDataFolder(config.dataFolder, { hasDatabase: config.databaseUrl === undefined })
  const tls = config.tls && (await openTls(config.tls, log))
  const { release, lost } = await beSoleServer(locationOf(config))
  const explained = (cause: NodeJS.ErrnoException) => {
    throw new UsageError(explain(cause, config))
  }
  // A long migration or a large index is no reason to take the process for dead.
  const starting = await answerWhileStarting(config, tls).catch((cause) => {
    release()
    return explained(cause)
  })
  const metrics = metricsOf(config)
  const deps = await createDeps(config, log, metrics).catch(async (error) => {
    await starting.end()
    release()
    throw error
  })
  warnOfWideFolder(config, log)
  const app = await appOver(deps, config, { metrics, tls })
  const stopUpkeep = keepUp(deps, log)
  let hideMetrics = async () => {}
  // The signals are watched before the address is published: a program that knows it may end the server.
  const signalled = untilSignalled()
  try {
    await starting.end()
    await app.listen({ port: starting.port, host: config.host }).catch(explained)
    const origin = config.publicUrl ?? `${tls ? 'https' : 'http'}://${shown(config.host)}:${starting.port}`
    console.log(`Koedana is at ${origin}`)
    await announceFirstRun(deps.firstRun, origin)
    hideMetrics = await showMetrics(config, metrics)
    await goOn(deps)
    await Promise.race([signalled, lost])
  } finally {
    const stopLimit = exitAfter(longestStopMs, log)
    const stopEnding = endConnectionsAfter(app.server, graceMs)
    // The streams end before the connections are waited for: those that follow tasks never end by themselves.
    await deps.tasks.stop()
    await app.close()
    await stopUpkeep()
    await hideMetrics()
    await deps.close()
    release()
    stopEnding()
    stopLimit()
  }
  return 0
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

const appOver = (
  deps: Deps,
  config: Config,
  { metrics, tls }: { readonly metrics: Metrics | undefined; readonly tls: OwnTls | undefined },
) =>
  buildApp({
    ...callsOf(deps),
    log: deps.log,
    tls,
    trustedProxies: config.trustedProxies,
    ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
    ...(metrics ? { metrics: { metrics, token: config.metricsToken } } : {}),
    isHttps: config.publicUrl?.startsWith('https:') === true,
    ...(config.hasRateLimits ? { rates: createRates(() => performance.now()) } : {}),
    webFolder,
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
  const stops = [keepClean(deps, log), keepMeasuring(deps)]
  return () => Promise.all(stops.map((stop) => stop()))
}

/** Takes up what the last process could not bring to its end, and the tasks. */
async function goOn(deps: Deps): Promise<void> {
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
