/** A past for works of a data folder: the demo shelf is of today and has none, so it shows neither growth nor a chart. */
import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import { withDatabase } from '@koedana/server/commands/with-database.ts'
import { readConfig } from '@koedana/server/config.ts'
import { saveStats } from '@koedana/server/features/stats/stats.store.ts'
import type { DataFolder } from './server.ts'

const weeks = 40
const millisecondsPerDay = 86_400_000

/** Before the server starts. Sales rise towards `sales`, the price falls twice for a sale; a row a week until a week ago. */
export async function growHistory(
  folder: DataFolder,
  works: readonly { readonly id: string; readonly sales: number; readonly price: number }[],
): Promise<void> {
  const today = Math.floor(Date.now() / millisecondsPerDay)
  await withDatabase(readConfig({ DATA_DIR: folder.path }), async (database) => {
    for (let week = 1; week <= weeks; week++) {
      const day = today - 7 * (weeks + 1 - week)
      const rows = works.map(({ id, sales, price }) => ({
        key: workKeyOf(id),
        sales: Math.round(sales * (1 - 0.93 ** week)),
        price: onSale.has(week) ? Math.round(price / 2) : price,
        wishlist_count: null,
        rating: null,
        rating_count: null,
        review_count: null,
      }))
      await saveStats(database, database.write, { day, works: rows })
    }
  })
}

const onSale = new Set([9, 10, 27, 28, 29])
