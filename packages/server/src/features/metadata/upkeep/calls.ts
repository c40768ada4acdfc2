/** The marketplace as long work asks it: it waits out a silence, and stops at once when it is to end. */
import { setTimeout } from 'node:timers/promises'
import type {
  Answer,
  MarketplaceNames,
  MarketplaceNumbers,
  MarketplaceRecord,
  NamedLocale,
  Picture,
} from '../marketplace/answers.ts'

/** Never rejects for what the marketplace does; only once it is to end. */
export interface Calls {
  readonly record: (id: string) => Promise<Answer<MarketplaceRecord>>
  readonly names: (id: string, locale: NamedLocale) => Promise<Answer<MarketplaceNames>>
  readonly numbers: (ids: readonly string[]) => Promise<Answer<ReadonlyMap<string, MarketplaceNumbers>>>
  readonly picture: (url: string) => Promise<Answer<Picture>>
}
