/** What reads of works are made from. */
import type { Db } from '../../db/schema.ts'
import type { Dictionary } from '../entities/dictionary.ts'
import type { SignCover } from '../library/media/links.ts'
import type { Cards } from './cards.ts'
import type { LiveCatalogue } from './index/live-catalogue.ts'
import type { Viewers } from './viewers.ts'

export interface WorkSources {
  readonly db: Db
  readonly catalogue: LiveCatalogue
  readonly dictionary: Dictionary
  readonly cards: Cards
  readonly viewers: Viewers
  readonly signCover: SignCover
}
