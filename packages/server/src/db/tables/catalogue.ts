/** Works, the entities they are tied to, and their numbers over time. */

import type { HistoryNumber } from '@koedana/contract/field-lists.ts'
import type { AgeCategory, Availability, Source } from '@koedana/contract/values.ts'
import type { Generated } from 'kysely'
import type { NumberColumns } from '../number-columns.rules.ts'

/** `key` is `workKeyOf(id)`. Null is unknown everywhere. The numbers have the columns that the table of fields gives them. */
export interface WorkTable extends NumberColumns {
  key: number
  id: string
  /** The source's raw name. */
  name: string
  kana: string | null
  age_category: AgeCategory | null
  released_on: string | null
  availability: Availability
  maker_key: number | null
  series_key: number | null
  /** The key of the original work that this is a language edition of. */
  edition_of_key: number | null
  /** The path of the cover's original, relative to the data folder's `covers`; null without a cover. */
  cover_version: string | null
  /** base64 */
  cover_thumbhash: string | null
  /** 1 if at least one playable file is here. */
  in_library: number
  has_lyrics: number
  /** Bits of the languages: 1 Chinese, 2 Japanese, 4 English, 8 any other; null and 0 for none. */
  lyrics_languages: number | null
  /** First playable file here. */
  added_at: string | null
  /** Record first stored. */
  created_at: string
  /** Content last changed, not a refreshed number. */
  updated_at: string
  /** The hash of the feed line last ingested: an equal line changes nothing. */
  feed_hash: string | null
  /** The source that had the work first: every field that no row of `work_source` claims comes from it. */
  origin: Source
  /** The work is in the trash since then: seen by administrators alone. */
  trashed_at: string | null
}

/** Keys are dense-ish integers inside; `id` is the source's text. */
export interface EntityTable {
  key: Generated<number>
  id: string
  name: string
  kana: string | null
  created_at: string
  updated_at: string
}

export interface EntityLink {
  work_key: number
  entity_key: number
  position: number
}

/** The numbers of a work at the end of a day on which one changed; between two rows nothing is known to have changed. */
export interface WorkStatsTable extends NumberColumns<HistoryNumber> {
  work_key: number
  /** Days since 1970-01-01, UTC. */
  day: number
}
