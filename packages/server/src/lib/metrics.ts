/**
 * Collects the metrics of this process and writes them in the Prometheus text format. Labels never name a person, a work or a path,
 * so each has few values.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'

export interface Metrics {
  readonly requestBegan: () => void
  readonly requestEnded: (request: EndedRequest) => void
  readonly queryEnded: (operation: string, seconds: number) => void
  readonly responseLookedUp: (isHit: boolean) => void
  readonly outboundEnded: (host: string, outcome: string) => void
  readonly marketplaceResponded: (outcome: string, isBreakerOpen: boolean) => void
  readonly signInEnded: (outcome: string) => void
  readonly indexBuilt: (seconds: number) => void
  /** Registers a gauge that is read on each scrape. A gauge whose read fails is left out. */
  readonly observe: (watched: ObservedGauge) => void
  readonly text: () => Promise<string>
  /** Returns the same metrics as data, for another thread to aggregate. */
  readonly counted: () => Promise<MetricsJson>
  readonly contentType: string
  readonly close: () => void
}

export type MetricsJson = readonly MetricObjectWithValues<MetricValue<string>>[]

export interface EndedRequest {
  readonly method: string
  /** The route pattern; undefined if no route matched. */
  readonly route: string | undefined
  readonly status: number
  readonly seconds: number
  /** Set if an audio file was sent, redirected, or handed to a proxy. */
  readonly media?: { readonly delivery: 'server' | 'redirect' | 'proxy'; readonly bytes: number }
}

export interface ObservedGauge {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  /** How the values of several threads are aggregated. Defaults to their sum. */
  readonly aggregator?: 'sum' | 'max'
  readonly read: () => Promise<readonly Reading[]> | readonly Reading[]
}

export interface Reading {
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}

/** The buckets of OpenTelemetry's HTTP convention. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const querySeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
/** Links of cloud drives use ever new hosts. Hosts beyond this limit are counted as `other`. */
const maxHosts = 50

export function createMetrics(build: Readonly<Record<string, string>>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const close = watchEventLoop(registry)
  const info = {
    name: 'koedana_build_info',
    help: 'Version of the running server; always 1.',
    labelNames: Object.keys(build),
  }
  new Gauge({ ...info, registers: [registry] }).set(build, 1)
  return { ...createMeters(registry), close }
}

/** Creates the metrics of a secondary thread. The main thread reports the metrics of the process. */
export function createThreadMetrics(): Metrics {
  const registry = new Registry()
  return { ...createMeters(registry), close: watchEventLoop(registry) }
}

/** Replaces `text` with the aggregate over all threads. */
export const aggregateMetrics = (
  metrics: Metrics,
  ofAll: () => Promise<readonly MetricsJson[]>,
): Metrics => ({
  ...metrics,
  text: async () =>
    AggregatorRegistry.aggregate((await ofAll()).map((one) => one.map(keepOmitted))).metrics(),
})

/** The aggregation drops metrics marked `omit`, which only the main thread reports. This keeps their first value. */
const keepOmitted = (metric: MetricsJson[number]) =>
  metric.aggregator === 'omit' ? { ...metric, aggregator: 'first' as const } : metric

const createMeters = (registry: Registry): Omit<Metrics, 'close'> => ({
  ...countRequests(registry),
  ...countCalls(registry),
  ...measureData(registry),
  observe: (watched) => void createObservedGauge(watched, registry),
  text: () => registry.metrics(),
  counted: () => registry.getMetricsAsJSON(),
  contentType: registry.contentType,
})

type Requests = Pick<Metrics, 'requestBegan' | 'requestEnded' | 'responseLookedUp' | 'signInEnded'>

function countRequests(registry: Registry): Requests {
  const active = gauge(registry, 'http_server_active_requests', 'Requests in progress.')
  const requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Seconds from the request headers to the end of the response.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: requestSeconds,
    registers: [registry],
  })
  const bytes = counter(registry, 'koedana_media_bytes_total', 'Bytes of audio sent.', ['delivery'])
  const mediaRequests = counter(registry, 'koedana_media_requests_total', 'Requests for audio files.', [
    'delivery',
  ])
  const hits = counter(registry, 'koedana_response_cache_hits_total', 'Responses served from the cache.', [])
  const misses = counter(registry, 'koedana_response_cache_misses_total', 'Responses that were computed.', [])
  const logins = counter(registry, 'koedana_logins_total', 'Sign-ins by outcome.', ['outcome'])
  return {
    requestBegan: () => active.inc(),
    requestEnded: ({ method, route = 'none', status, seconds, media }) => {
      active.dec()
      const labels = { http_request_method: method, http_route: route, http_response_status_code: status }
      requests.observe(labels, seconds)
      if (!media) return
      mediaRequests.inc({ delivery: media.delivery })
      bytes.inc({ delivery: media.delivery }, media.bytes)
    },
    responseLookedUp: (isKept) => (isKept ? hits : misses).inc(),
    signInEnded: (outcome) => logins.inc({ outcome }),
  }
}

function countCalls(registry: Registry): Pick<Metrics, 'outboundEnded' | 'marketplaceResponded'> {
  const labels = ['host', 'outcome'] as const
  const calls = counter(registry, 'koedana_outbound_requests_total', 'Requests to other servers.', labels)
  const lookups = counter(
    registry,
    'koedana_marketplace_requests_total',
    'Requests to the marketplace by outcome.',
    ['outcome'],
  )
  const breaker = gauge(
    registry,
    'koedana_marketplace_breaker_open',
    '1 while requests to the marketplace are paused after failures.',
  )
  const hosts = new Set<string>()
  return {
    outboundEnded: (host, outcome) => {
      if (hosts.size < maxHosts) hosts.add(host)
      calls.inc({ host: hosts.has(host) ? host : 'other', outcome })
    },
    marketplaceResponded: (outcome, isSilent) => {
      lookups.inc({ outcome })
      breaker.set(isSilent ? 1 : 0)
    },
  }
}

function measureData(registry: Registry): Pick<Metrics, 'indexBuilt' | 'queryEnded'> {
  const rebuilds = counter(registry, 'koedana_index_rebuilds_total', 'Builds of the search index.', [])
  const built = gauge(
    registry,
    'koedana_index_build_seconds',
    'Duration of the last build of the search index.',
  )
  const queries = new Histogram({
    name: 'koedana_db_query_duration_seconds',
    help: 'Duration of successful database statements of requests.',
    labelNames: ['operation'],
    buckets: querySeconds,
    registers: [registry],
  })
  return {
    indexBuilt: (seconds) => {
      rebuilds.inc()
      built.set(seconds)
    },
    queryEnded: (operation, seconds) => queries.observe({ operation }, seconds),
  }
}

const gauge = (registry: Registry, name: string, help: string) =>
  new Gauge({ name, help, registers: [registry] })

function counter<L extends string>(
  registry: Registry,
  name: string,
  ...[help, labelNames]: [help: string, labelNames: readonly L[]]
): Counter<L> {
  return new Counter({ name, help, labelNames: [...labelNames], registers: [registry] })
}

function createObservedGauge(
  { name, help, labels = [], aggregator = 'sum', read }: ObservedGauge,
  registry: Registry,
): Gauge {
  return new Gauge({
    name,
    aggregator,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      this.reset()
      // Without labels, the gauge would report 0 until it is set.
      if (labels.length === 0) this.remove()
      // If this read fails (for example because the database is unreachable), the other metrics are still reported.
      const readings = await Promise.resolve()
        .then(read)
        .catch(() => undefined)
      for (const { value, labels: given = {} } of readings ?? []) this.set(given, value)
    },
  })
}

const nanosecondsPerSecond = 1e9
const quantiles = [50, 99]

function watchEventLoop(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const read = () => {
    const readings = quantiles.map((percent) => ({
      labels: { quantile: String(percent / 100) },
      value: delay.percentile(percent) / nanosecondsPerSecond,
    }))
    delay.reset()
    return readings
  }
  const help = 'How late the event loop was, since somebody looked last.'
  const name = 'nodejs_eventloop_delay_seconds'
  createObservedGauge({ name, help, labels: ['quantile'], aggregator: 'max', read }, registry)
  return () => delay.disable()
}
