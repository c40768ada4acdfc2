/** A stored day as the history has it. */
import type { HistoryPoint } from '@koedana/contract/works.ts'
import type { WorkStatsTable } from '../../db/tables/catalogue.ts'

export function pointOf(row: WorkStatsTable): HistoryPoint {
  return {
    date: new Date(row.day * 86_400_000).toISOString().slice(0, 10),
    price: row.price,
    sales: row.sales,
    wishlistCount: row.wishlist_count,
    rating: row.rating === null ? null : row.rating / 100,
    ratingCount: row.rating_count,
    reviewCount: row.review_count,
  }
}
