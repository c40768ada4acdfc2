/** The marketplace over HTTP, for tests, demos and benches: invented works in the shapes of the real one. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { createFaultJudge, type FaultPlan } from './http/faults.ts'
import { createRequestLog, type LoggedRequest, type RequestCounts } from './http/request-log.ts'
import { createListener } from './http/serve.ts'
import { type Market, type MarketOptions, openMarket, type Truth } from './world/market.ts'

export interface MarketplaceOptions extends MarketOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  readonly faults?: FaultPlan
  /** Packs responses for clients that take gzip; a third as many a second. Off without it. */
  readonly compresses?: boolean
}

export interface Marketplace extends Pick<Market, 'change' | 'remove' | 'add' | 'advanceDays'> {
  /** `http://127.0.0.1:4280`, no slash at the end. */
  readonly url: string
  /** The address of the pictures: the same server. */
  readonly imageUrl: string
  readonly works: Truth
  readonly requests: () => readonly LoggedRequest[]
  readonly counts: () => RequestCounts
  readonly forgetRequests: () => void
  /** Replaces the faults, counting anew; `{}` ends all trouble. */
  readonly setFaults: (plan: FaultPlan) => void
  /** Breaks what is open. */
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
