/** Adds past numbers to works of a data folder. Demo works are new, so they have neither growth nor a chart. */
import { withDatabase } from '@koedana/server/commands/with-database.ts'
import { readConfig } from '@koedana/server/config.ts'
import { saveStats } from '@koedana/server/features/stats/stats.store.ts'
import type { DataFolder } from './server.ts'

/** Weeks before today; the import writes today's row. */
export const pastWeeks = 40

/** Fills the history before the server starts, one row a week: sales rise to their present number, and the price drops twice. */
export async function growHistory(folder: DataFolder, ids: readonly string[]): Promise<void> {
  const today = Math.floor(Date.now() / millisecondsPerDay)
  await withDatabase(readConfig({ DATA_DIR: folder.path }), async (database) => {
    const works = await database.read.selectFrom('work').selectAll().where('id', 'in', ids).execute()
    for (let week = 0; week < pastWeeks; week++) {
      const rows = works.map(({ key, sales, price, list_price }) => {
        const usual = list_price ?? price ?? 0
        return {
          key,
          sales: Math.round((sales ?? 0) * shareSoldBy(week)),
          price: onSale.has(week) ? Math.round(usual / 2) : usual,
          wishlist_count: null,
          rating: null,
          rating_count: null,
          review_count: null,
        }
      })
      const day = today - 7 * (pastWeeks - week)
      await saveStats(database, database.write, { day, works: rows })
    }
  })
}

const millisecondsPerDay = 86_400_000
const onSale = new Set([9, 10, 27, 28, 29])
/** Growth slows down: each week adds 7 % of the remaining sales. */
const shareSoldBy = (week: number) => (1 - 0.93 ** (week + 1)) / (1 - 0.93 ** (pastWeeks + 1))
