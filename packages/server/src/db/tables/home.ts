/** Saved views and the home page: personal data that never enters the change feed. */

export interface SavedViewTable {
  id: string
  user_key: number
  name: string
  /** Filter and sort as a query string. */
  search: string
  position: number
  /** When its owner last opened it, by the server's clock. */
  seen_ms: number
  /** Null unless it was deleted recently and can still be restored. */
  deleted_ms: number | null
}

export interface HomePageTable {
  user_key: number
  /** When the visit before the current one ended; null if unknown. */
  since_ms: number | null
  seen_ms: number | null
  /** Row names in their order, hidden ones with a minus in front. Rows that are not listed keep their default position. */
  layout: string
}
