/** What reaches other servers, over the one client that may leave this machine. */
import type { CheckSources } from './features/metadata/marketplace/check.ts'
import { createMarketplace } from './features/metadata/marketplace/client.ts'
import type { LookupSource } from './features/metadata/source.ts'
import type { SiteSettings } from './features/settings/site.ts'
import { about } from './features/system/about.ts'
import { observedMarketplace, observedOutbound } from './features/system/observe.ts'
import type { Log } from './lib/log.ts'
import type { Metrics } from './lib/metrics.ts'
import { createOutbound, type Outbound } from './lib/outbound.ts'

export interface Network {
  readonly outbound: Outbound
  readonly marketplace: LookupSource
  readonly marketplaceCheck: CheckSources
}

interface NetworkSources {
  readonly site: SiteSettings
  readonly now: () => Date
  readonly log: Log
  /** Nothing is counted without it. */
  readonly metrics?: Metrics | undefined
}

export function openNetwork({ site, now, log, metrics }: NetworkSources): Network {
  const settings = () => site.current().marketplace
  const plain = createOutbound({ userAgent: `${about.name}/${about.version} (+self-hosted catalogue)` })
  const outbound = metrics ? observedOutbound(plain, metrics) : plain
  const marketplace = createMarketplace({ settings, outbound, now, log })
  return {
    outbound,
    marketplace: metrics ? observedMarketplace(marketplace, metrics) : marketplace,
    marketplaceCheck: { settings, outbound },
  }
}
