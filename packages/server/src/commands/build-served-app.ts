/** Builds the app of a process or thread that handles requests. */
import { fileURLToPath } from 'node:url'
import { type AppOptions, buildApp } from '../app.ts'
import { compatibilityApisOf } from '../compatibility-apis.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { createWorkPreview } from '../features/works/work-preview.ts'
import type { OwnTls } from '../http/own-tls.ts'
import { createRates } from '../http/rates.ts'
import { openSharedRates, type RateMemory } from '../http/shared-rates.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import { routesOf } from '../routes.ts'

const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

export interface Serving {
  readonly log: Log
  readonly metrics: Metrics | undefined
  readonly tls: OwnTls | undefined
}

export const buildServedApp = (
  deps: Deps,
  config: Config,
  { rates, ...serving }: Serving & { readonly rates?: RateMemory | undefined },
): ReturnType<typeof buildApp> =>
  buildApp({
    ...routesAndAuthOf(deps),
    ...serverOptionsOf(config, serving),
    ...ratesOf(config, rates),
    webFolder,
  })

/** Returns the app options that depend only on the configuration. */
export const serverOptionsOf = (config: Config, { log, metrics, tls }: Serving) => ({
  log,
  tls,
  trustedProxies: config.trustedProxies,
  ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
  ...(metrics ? { metrics: { metrics, token: config.metricsToken } } : {}),
  isHttps: config.publicUrl?.startsWith('https:') === true,
})

/** Returns milliseconds of a monotonic clock that all threads share. */
const nowMs = () => Number(process.hrtime.bigint() / 1_000n) / 1_000

/** Returns the rate limits, unless disabled. With `memory`, threads share the counts. */
export const ratesOf = ({ hasRateLimits }: Config, memory?: RateMemory): Pick<AppOptions, 'rates'> =>
  hasRateLimits ? { rates: createRates(nowMs, undefined, memory && openSharedRates(memory)) } : {}

const routesAndAuthOf = (deps: Deps) => ({
  routes: routesOf(deps),
  doors: compatibilityApisOf(deps),
  authenticate: deps.sessions.authenticate,
  recordAct: deps.audit.recordAct,
  ...(deps.changes ? { changes: deps.changes } : {}),
  served: deps.served,
  ...(deps.threads ? { commits: deps.catalogue, threadCount: deps.threads.count } : {}),
  previewWork: createWorkPreview(deps),
})
