/** What reaches other servers, over the one client that may leave this machine. */
import type { CheckSources } from './features/metadata/marketplace/check.ts'
import { createMarketplace } from './features/metadata/marketplace/client.ts'
import type { LookupSource } from './features/metadata/source.ts'
import type { SiteSettings } from './features/settings/site.ts'
import { about } from './features/system/about.ts'
import type { Log } from './lib/log.ts'
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
}

export function openNetwork({ site, now, log }: NetworkSources): Network {
  const settings = () => site.current().marketplace
  const outbound = createOutbound({ userAgent: `${about.name}/${about.version} (+self-hosted catalogue)` })
  return {
    outbound,
    marketplace: createMarketplace({ settings, outbound, now, log }),
    marketplaceCheck: { settings, outbound },
  }
}
