/** Looks up one work at the marketplace, once, and says what stands between it and this server. */
import type { MarketplaceFault, MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import type { Outbound } from '../../../lib/outbound.ts'
import { OutboundError } from '../../../lib/outbound-error.ts'
import { faultOf, faultOfBody, faultOfStatus } from './parse/reply.rules.ts'
import { recordUrl } from './parse/urls.rules.ts'

export interface CheckSources {
  readonly settings: () => MarketplaceSettings
  readonly outbound: Outbound
}

export interface Checked {
  readonly fault: MarketplaceFault | null
  /** How long the response took, milliseconds; null if there was none. */
  readonly tookMs: number | null
  /** HTTP status; null if there was none. */
  readonly status: number | null
}

/** Any id will do: the result for a work that is not there is as good. */
const requested = 'RJ01000000'

/** It runs outside the queue: a person who presses the button wants to know now, also while a task rests. */
export async function checkMarketplace({ settings, outbound }: CheckSources): Promise<Checked> {
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
