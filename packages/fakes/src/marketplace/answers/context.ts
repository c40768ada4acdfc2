/** What an answer needs besides the work. */
import type { MarketLocale } from '../world/genres.ts'
import type { Market } from '../world/market.ts'

export interface ResponseContext {
  readonly market: Market
  readonly locale: MarketLocale
  /** The host of pages and of pictures, as `127.0.0.1:4280`: addresses in records start with `//`. */
  readonly host: string
}
