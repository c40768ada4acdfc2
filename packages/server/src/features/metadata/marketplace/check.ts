/** Checks the connection by looking up one work at the marketplace, without retries, and reports why it fails. */
import type { MarketplaceFault, MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import type { Outbound } from '../../../lib/outbound.ts'
import { OutboundError } from '../../../lib/outbound-error.ts'
import { faultOf, faultOfBody, faultOfStatus } from './parse/response.rules.ts'
import { recordUrl } from './parse/urls.rules.ts'

export interface CheckSources {
  readonly settings: () => MarketplaceSettings
  readonly outbound: Outbound
}

export interface CheckResult {
  readonly fault: MarketplaceFault | null
  /** Response time in milliseconds, or null without a response. */
  readonly tookMs: number | null
  /** HTTP status, or null without a response. */
  readonly status: number | null
}

/** Any ID works, since a response about a missing work proves the connection too. */
const requested = 'RJ01000000'

/** Bypasses the request queue: an administrator waits for the result, even while the queue pauses. */
export async function checkMarketplace({ settings, outbound }: CheckSources): Promise<CheckResult> {
  const { enabled, baseUrl, proxyUrl, allowedHosts } = settings()
  if (!enabled) return { fault: 'disabled', tookMs: null, status: null }
  const started = performance.now()
  try {
    const { status, body } = await outbound.get(recordUrl(baseUrl, requested, 'ja_JP'), {
      headers: { accept: 'application/json', 'accept-language': 'ja' },
      timeoutMs: 10_000,
      maxBytes: 4 * 1024 * 1024,
      destination: 'marketplace',
      proxyUrl,
      allowedHosts,
    })
    const fault = faultOfStatus(status) ?? faultOfBody(body) ?? null
    return { fault, tookMs: Math.round(performance.now() - started), status }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { fault: faultOf(error.fault), tookMs: null, status: null }
  }
}
