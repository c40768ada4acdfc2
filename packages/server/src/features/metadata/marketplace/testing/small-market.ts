/** Starts a server that responds as a test defines, and a client for it without pace. Its waits are recorded, not waited. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import { createLog, type Log } from '../../../../lib/log.ts'
import { createOutbound } from '../../../../lib/outbound.ts'
import type { LookupSource } from '../../source.ts'
import { createMarketplace } from '../client.ts'

export interface SmallMarket extends AsyncDisposable {
  readonly marketplace: LookupSource
  readonly baseUrl: string
  /** Paths with queries, in order of arrival. */
  readonly requested: readonly string[]
  /** Recorded waits in milliseconds, in order. */
  readonly waits: readonly number[]
  /** Advances the clock. */
  readonly pass: (ms: number) => void
}

interface Given {
  readonly timeoutMs?: number
  /** Defaults to a silent log. */
  readonly log?: Log
}

export type Reply = (request: IncomingMessage, response: ServerResponse) => void

export async function startSmallMarket(
  reply: Reply,
  given: Partial<MarketplaceSettings> & Given = {},
): Promise<SmallMarket> {
  const requested: string[] = []
  const waits: number[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    reply(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const outbound = createOutbound({ userAgent: 'test' })
  const {
    timeoutMs = 5_000,
    log = createLog('silent'),
    ...settings
  } = { ...plainSettings, baseUrl, ...given }
  let time = Date.UTC(2026, 10, 1)
  const marketplace = createMarketplace({
    settings: () => settings,
    outbound,
    now: () => new Date(time),
    log,
    random: () => 0,
    sleep: async (ms) => {
      waits.push(ms)
      time += ms
    },
    timeoutMs,
  })
  const close = async () => {
    await outbound.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    marketplace,
    baseUrl,
    requested,
    waits,
    pass: (ms) => {
      time += ms
    },
    [Symbol.asyncDispose]: close,
  }
}

export const plainSettings: MarketplaceSettings = {
  enabled: true,
  baseUrl: 'http://127.0.0.1',
  proxyUrl: null,
  gapMs: 0,
  pageGapMs: 0,
  batchSize: 50,
  allowedHosts: ['127.0.0.1'],
}

export const respondJson = (value: unknown): Reply => respondText(JSON.stringify(value), 'application/json')

export const respondText =
  (body: string, type = 'text/html', status = 200): Reply =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  }
