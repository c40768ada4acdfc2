/** Builds the server without listening. Tests inject requests; `main.ts` gives it a port. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { basePath } from '@koedana/contract/base-path.ts'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { defaultRequestLimitMs, limitRequest } from './db/request-limit.ts'
import { type CommitTracker, readCommitsFirst } from './http/after-commits.ts'
import { acceptOnlyJson } from './http/bodies.ts'
import {
  connectionLimitsOf,
  defaultTimeouts,
  limitConnections,
  type RequestTimeouts,
  serverOptions,
} from './http/connections.ts'
import type { Authenticate, RecordAction } from './http/context.ts'
import { createSlashMerger, type Door, mountDoors } from './http/door.ts'
import { handleErrors, ignoreExpectations, respondToBrokenHttp, sendFrameworkError } from './http/errors.ts'
import { createGuard } from './http/guard.ts'
import { countRequests, type MetricsSources, metricsPath, observeCache } from './http/metrics.ts'
import type { OwnTls } from './http/own-tls.ts'
import type { Rates } from './http/rates.ts'
import { type ChangeNumbers, ensureReadYourWrites } from './http/read-your-writes.ts'
import { readTarget } from './http/request-target.rules.ts'
import { createResponseCache } from './http/response-cache.ts'
import { addSecurityHeaders, rejectOtherSites } from './http/security-headers.ts'
import { createMethodFinder, type Route } from './http/serve.ts'
import { decorateSubPath, subPathOf, withoutSubPath } from './http/sub-path.ts'
import { requestIdOf, traceOf } from './http/trace.rules.ts'
import { type RenderWorkPreview, serveWeb } from './http/web-client.ts'
import { newId } from './lib/ids.ts'
import { type Log, loggablePath } from './lib/log.ts'

export interface AppOptions {
  readonly routes: readonly Route[]
  readonly doors?: readonly Door[]
  readonly log: Log
  readonly authenticate: Authenticate
  readonly trustedProxies: readonly string[]
  readonly rates?: Rates
  readonly recordAct?: RecordAction
  /** Counts requests, and serves the metrics with a token. */
  readonly metrics?: MetricsSources
  readonly webFolder?: string
  readonly previewWork?: RenderWorkPreview
  /**
   * The URL at which browsers reach it, such as `https://shelf.example` or `https://house.example/koedana`. Requests with another
   * public host name are then rejected.
   */
  readonly publicUrl?: string
  readonly isHttps?: boolean
  /** Change numbers, if other nodes write to the same database. */
  readonly changes?: ChangeNumbers
  /** Called on each request that a user waits for. */
  readonly served?: () => void
  /** Commits of other threads, if several threads of this process handle requests. */
  readonly commits?: CommitTracker
  readonly threadCount?: number
  /** Serves HTTPS only; plain HTTP only without it. */
  readonly tls?: OwnTls | undefined
  readonly timeouts?: RequestTimeouts
  /** The total time that a request may wait for PostgreSQL, in milliseconds. */
  readonly databaseLimitMs?: number | undefined
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = options.log
  const subPath = subPathOf(options.publicUrl)
  const app = fastify({
    loggerInstance,
    rewriteUrl: createUrlRewriter(subPath, options.doors),
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']) ?? newId(),
    requestIdHeader: false,
    childLoggerFactory: (log, bindings, options, { headers }) =>
      log.child({ ...bindings, ...traceOf(headers.traceparent, newSpanId) }, options),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    ...serverOptions(options.timeouts ?? defaultTimeouts, options.tls),
    frameworkErrors: sendFrameworkError,
    clientErrorHandler: respondToBrokenHttp,
    routerOptions: {
      maxParamLength: 1_000,
      // The query is parsed later, and only if a response must be computed (`http/parse.ts`).
      querystringParser: () => ({}),
    },
  })
  decorateSubPath(app, subPath)
  const { metrics } = options
  limitDatabaseWaits(app, options.databaseLimitMs ?? defaultRequestLimitMs)
  countServedRequests(app, options)
  sendRequestId(app)
  addSecurityHeaders(app, { isHttps: options.isHttps === true })
  rejectOtherSites(app, options.publicUrl)
  catchUpBeforeRequests(app, options)
  ignoreExpectations(app)
  acceptOnlyJson(app)
  limitConnections(app.server, connectionLimitsOf(options))
  handleErrors(app, createMethodFinder(options.routes.map(({ endpoint }) => endpoint)))
  if (options.log.isLevelEnabled('debug')) logResponses(app)
  const responses = createResponseCache()
  const mounting = {
    responses: metrics ? observeCache(responses, metrics.metrics) : responses,
    authenticate: options.authenticate,
    guard: createGuard(options.rates),
    ...(options.recordAct ? { recordAct: options.recordAct } : {}),
  }
  for (const { mount } of options.routes) mount(app, mounting)
  await mountDoors(app, options.doors, mounting)
  const { webFolder: folder, previewWork } = options
  if (folder) await serveWeb(app, { folder, previewWork, subPath, guard: mounting.guard })
  return app
}

/** Returns a function that maps a request to the URL that routes expect. */
function createUrlRewriter(
  subPath: string,
  doors: readonly Door[] = [],
): (request: IncomingMessage) => string {
  const mergeSlashes = createSlashMerger(doors)
  return (request) => {
    const { url, host } = readTarget(request.url ?? '/')
    if (host !== undefined) request.headers.host = host
    return mergeSlashes(withoutSubPath(url, subPath))
  }
}

/** Reads the writes of other threads and nodes before each request. */
function catchUpBeforeRequests(app: FastifyInstance, { commits, changes }: AppOptions): void {
  if (commits) readCommitsFirst(app, commits)
  if (changes) ensureReadYourWrites(app, changes)
}

function limitDatabaseWaits(app: FastifyInstance, limitMs: number): void {
  const limits = new WeakMap<IncomingMessage, (act: () => void) => void>()
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const limited = limitRequest(limitMs, () => reply.raw.headersSent)
    limits.set(raw, limited)
    limited(done)
  })
  // Body events of the connection have lost the request's async context.
  app.addHook('preValidation', ({ raw }, _reply, done) => (limits.get(raw) ?? ((act) => act()))(done))
}

/** Monitoring requests do not count as users. */
const probePaths = [`${basePath}/health/`, metricsPath]

function countServedRequests(app: FastifyInstance, { metrics, served }: AppOptions): void {
  if (metrics) countRequests(app, metrics)
  if (!served) return
  app.addHook('onRequest', ({ url }, _reply, done) => {
    if (!probePaths.some((path) => url.startsWith(path))) served()
    done()
  })
}

/** Sends the request ID, so that users can report it and it can be found in the log. */
function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
}

const newSpanId = () => randomBytes(8).toString('hex')

function logResponses(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const path = loggablePath(request.url)
    request.log.debug({ method: request.method, path, status: reply.raw.statusCode }, 'response sent')
    done()
  })
}
