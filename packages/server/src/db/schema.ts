/**
 * The tables, one type for both engines. Portable columns only: text, integer (64 bit), flags as 0/1.
 * Instants are fixed-width UTC text, dates `YYYY-MM-DD`, money yen, ratings hundredths, durations seconds.
 */

import type { AgeCategory, Availability, EntityKind } from '@koedana/contract/values.ts'
import type { Generated, Kysely } from 'kysely'

export interface Schema {
  work: WorkTable
  work_name: { work_key: number; locale: string; name: string }
  work_language: { work_key: number; language: string }
  work_artist: EntityLink
  work_illustrator: EntityLink
  work_genre: EntityLink
  work_credit: { work_key: number; role: 'writer' | 'musician'; position: number; name: string }
  maker: EntityTable
  series: EntityTable
  artist: EntityTable
  illustrator: EntityTable
  genre: EntityTable
  genre_name: { genre_key: number; locale: string; name: string }
  storage: StorageTable
  track: TrackTable
  work_stats_daily: WorkStatsTable
  change: ChangeTable
  setting: { name: string; value: string }
}

export type Db = Kysely<Schema>

/** `key` is `workKeyOf(id)`. Null is unknown everywhere. */
export interface WorkTable {
  key: number
  id: string
  /** The source's raw name. */
  name: string
  kana: string | null
  age_category: AgeCategory | null
  price: number | null
  list_price: number | null
  sales: number | null
  wishlist_count: number | null
  /** Hundredths: 489 is 4.89. */
  rating: number | null
  rating_count: number | null
  review_count: number | null
  released_on: string | null
  availability: Availability
  maker_key: number | null
  series_key: number | null
  /** The key of the original work that this is a language edition of. */
  edition_of_key: number | null
  duration_seconds: number | null
  /** Where the cover's original lies, relative to the data folder's `covers`; null without a cover. */
  cover_version: string | null
  /** base64 */
  cover_thumbhash: string | null
  /** 1 where at least one playable file is here. */
  in_library: number
  has_lyrics: number
  /** First playable file here. */
  added_at: string | null
  /** Record first stored. */
  created_at: string
  /** Content last changed, not a refreshed number. */
  updated_at: string
  /** Of the feed line last taken in: an equal line changes nothing. */
  feed_hash: string | null
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

export interface StorageTable {
  key: Generated<number>
  kind: 'local'
  root: string
  /** The age of works here that no source knows. */
  unknown_age_category: AgeCategory
  scanned_at: string | null
}

/** A playable file. `id` is the hash of storage and path: it never shifts when a neighbour comes or goes. */
export interface TrackTable {
  id: string
  work_key: number
  storage_key: number
  /** Below the storage's root, `/` between parts. */
  path: string
  /** Folder inside the work, `''` at its top. */
  folder: string
  title: string
  /** Natural order inside the work. */
  position: number
  format: string
  size_bytes: number
  modified_at: string
  /** Size and first and last 64 KiB, hashed: survives a move. */
  fingerprint: string
  duration_seconds: number | null
  /** Below the storage's root; null without lyrics. */
  lyrics_path: string | null
  /** Since when the file is gone; null while it is here. */
  missing_at: string | null
}

/** The numbers of a work at the end of a day on which one changed; between two rows nothing is known to have changed. */
export interface WorkStatsTable {
  work_key: number
  /** Days since 1970-01-01, UTC. */
  day: number
  price: number | null
  sales: number | null
  wishlist_count: number | null
  /** Hundredths. */
  rating: number | null
  rating_count: number | null
  review_count: number | null
}

/** What changed, in the order of commits; the read index and the caches follow it. */
export interface ChangeTable {
  seq: Generated<number>
  subject: 'work' | EntityKind
  key: number
}

/** Which table holds each kind, and which table ties it to works (makers and series sit on the work itself). */
export const entityTables = {
  makers: 'maker',
  series: 'series',
  artists: 'artist',
  illustrators: 'illustrator',
  genres: 'genre',
} as const satisfies Record<EntityKind, keyof Schema>
