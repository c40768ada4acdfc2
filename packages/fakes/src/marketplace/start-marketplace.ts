/** Starts the fake marketplace over HTTP: invented works with the response formats of the real one. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { createFaultJudge, type FaultPlan } from './http/faults.ts'
import { createRequestLog, type LoggedRequest, type RequestCounts } from './http/request-log.ts'
import { createListener } from './http/serve.ts'
import { type Market, type MarketOptions, openMarket, type Truth } from './world/market.ts'

export interface MarketplaceOptions extends MarketOptions {
  /** 0, the default, chooses a free port. */
  readonly port?: number
  readonly faults?: FaultPlan
  /** Compresses responses for clients that accept gzip, at a third of the throughput. Off by default. */
  readonly compresses?: boolean
}

export interface Marketplace extends Pick<Market, 'change' | 'remove' | 'add' | 'advanceDays'> {
  /** For example `http://127.0.0.1:4280`, without a trailing slash. */
  readonly url: string
  /** The base URL of pictures; the same server. */
  readonly imageUrl: string
  readonly works: Truth
  readonly requests: () => readonly LoggedRequest[]
  readonly counts: () => RequestCounts
  readonly forgetRequests: () => void
  /** Replaces the faults and resets their counters; `{}` removes them. */
  readonly setFaults: (plan: FaultPlan) => void
  /** Closes open connections. */
  readonly close: () => Promise<void>
}

export async function startMarketplace(options: MarketplaceOptions): Promise<Marketplace> {
  const market = openMarket(options)
  const log = createRequestLog()
  let judge = createFaultJudge(options.faults ?? {})
  const listener = createListener({
    market,
    log,
    judge: (requested) => judge(requested),
    compresses: options.compresses ?? false,
  })
  const { server, url } = await listen(listener, options.port ?? 0)
  return {
    url,
    imageUrl: url,
    works: market,
    change: market.change,
    remove: market.remove,
    add: market.add,
    advanceDays: market.advanceDays,
    requests: log.requests,
    counts: log.counts,
    forgetRequests: log.forget,
    setFaults: (plan) => {
      judge = createFaultJudge(plan)
    },
    close: () => close(server),
  }
}

async function listen(listener: RequestListener, port: number): Promise<{ server: Server; url: string }> {
  const server = createServer(listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { server, url: `http://127.0.0.1:${address.port}` }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((problem) => (problem ? reject(problem) : resolve()))
    server.closeAllConnections()
  })
}
