/** POST /admin/settings/marketplace-check. */
import type { checkMarketplace as endpoint } from '@koedana/contract/site-settings.ts'
import type { Handler } from '../../../http/context.ts'
import { type CheckSources, checkMarketplace } from './check.ts'

export interface MarketplaceSources {
  readonly marketplaceCheck: CheckSources
}

export const checkMarketplaceHandler =
  ({ marketplaceCheck }: MarketplaceSources): Handler<typeof endpoint> =>
  () =>
    checkMarketplace(marketplaceCheck)
