/** Tables of what people keep for their way into the catalogue: personal, and never in the change feed. */

/** A filter with a name. */
export interface SavedViewTable {
  id: string
  user_key: number
  name: string
  /** Filter and order as a query string. */
  search: string
  position: number
  /** When its owner last looked at it, by the clock of the server. */
  seen_ms: number
  /** Null unless it was deleted lately, and can still be restored. */
  deleted_ms: number | null
}

export interface HomePageTable {
  user_key: number
  /** When the visit before the present one ended; null where none is known. */
  since_ms: number | null
  /** When somebody was there last. */
  seen_ms: number | null
  /** Names of rows in their order, a hidden one with a minus before it; what is not named stands where it always does. */
  layout: string
}
