import type { HistoryNumber } from '@koedana/contract/field-lists.ts'
import type { AgeCategory, Availability, Source } from '@koedana/contract/values.ts'
import type { Generated } from 'kysely'
import type { NumberColumns } from '../number-columns.rules.ts'

/** `key` is `workKeyOf(id)`. Null means unknown in all columns. */
export interface WorkTable extends NumberColumns {
  key: number
  id: string
  /** The unmodified name from the source. */
  name: string
  kana: string | null
  age_category: AgeCategory | null
  released_on: string | null
  availability: Availability
  maker_key: number | null
  series_key: number | null
  /** The key of the original work if this is a language edition. */
  edition_of_key: number | null
  /** The path of the original cover image, relative to the data folder's `covers`; null without a cover. */
  cover_version: string | null
  /** Base64. */
  cover_thumbhash: string | null
  /** 1 if there is at least one playable file. */
  in_library: number
  has_lyrics: number
  /** Languages as bits: 1 Chinese, 2 Japanese, 4 English, 8 other; null and 0 mean none. */
  lyrics_languages: number | null
  /** When the first playable file was found. */
  added_at: string | null
  created_at: string
  /** When the content last changed. Updates of numbers do not count. */
  updated_at: string
  /** The hash of the last ingested line of the catalog file: an equal line changes nothing. */
  feed_hash: string | null
  /** The first source of the work. All fields without a row in `work_source` come from it. */
  origin: Source
  /** When the work was moved to the trash, where only administrators see it; null otherwise. */
  trashed_at: string | null
}

/** Keys are internal and nearly consecutive; `id` is the text of the source. */
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

/** The numbers of a work at the end of each day on which one changed. */
export interface WorkStatsTable extends NumberColumns<HistoryNumber> {
  work_key: number
  /** Days since 1970-01-01, UTC. */
  day: number
}
