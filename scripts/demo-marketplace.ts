/** The fake marketplace of the demo: the demo library's works and further invented ones, so that tasks have work without a network. */
import { demoMarketWorks } from '@koedana/fakes/demo/market-works.ts'
import { type Marketplace, startMarketplace } from '@koedana/fakes/marketplace/start-marketplace.ts'
import { todayInJapan } from '@koedana/fakes/marketplace/world/market-work.ts'
import { withDatabase } from '@koedana/server/commands/with-database.ts'
import type { Config } from '@koedana/server/config.ts'
import { writeInTurn } from '@koedana/server/db/changes.ts'
import { openSiteSettings } from '@koedana/server/features/settings/site.ts'
import { openVault } from '@koedana/server/features/vault/open-vault.ts'

const works = 300
/** Slow enough to watch. */
const pace = { gapMs: 100, pageGapMs: 300, batchSize: 50 } as const

/** Starts the marketplace and saves its address in the settings; its port changes with each start. */
export async function startDemoMarketplace(config: Config): Promise<Marketplace> {
  const market = await startMarketplace({ works, today: todayInJapan(), listed: demoMarketWorks() })
  await withDatabase(config, async ({ write }) => {
    const { hostname } = new URL(market.url)
    const marketplace = {
      enabled: true,
      baseUrl: market.url,
      proxyUrl: null,
      allowedHosts: [hostname],
      ...pace,
    }
    const vault = await openVault({ ...config, write })
    const site = await openSiteSettings(write, vault)
    await writeInTurn(write, (tx) => site.save(tx, { marketplace }))
  })
  return market
}
