/**
 * The tables, one type for both engines. Portable columns only: text, integer (64 bit), flags as 0/1.
 * Instants are fixed-width UTC text, dates `YYYY-MM-DD`, money yen, ratings hundredths, durations seconds.
 */

import type {
  AgeCategory,
  AgeFilterMode,
  Availability,
  EntityKind,
  Platform,
  Policy,
  Role,
  UserStatus,
} from '@koedana/contract/values.ts'
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
  user: UserTable
  user_exclusion: UserExclusionTable
  session: SessionTable
  favorite: FavoriteTable
  access_key: AccessKeyTable
  access_key_platform: { access_key_key: number; platform: Platform }
  redemption: RedemptionTable
  attempt: AttemptTable
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

/** An account. `id` is random text; the key never leaves the server. */
export interface UserTable {
  key: Generated<number>
  id: string
  username: string
  /** The name as it is compared: NFKC and lower case, so that no two look or read alike. */
  username_key: string
  /** argon2id; null for a guest, who has none. */
  password_hash: string | null
  role: Role
  status: UserStatus
  age_restriction: AgeCategory
  policy: Generated<Policy>
  age_filter_mode: Generated<AgeFilterMode>
  /** A filter as a query string. */
  filter_defaults: Generated<string>
  last_login_at: string | null
  last_login_ip: string | null
  /** About when the account last did anything: idle guests go. */
  last_seen_at: string
  created_at: string
  updated_at: string
}

/** By public id: an entity that is merged or comes back later is found again, and one that is gone hides nothing. */
export interface UserExclusionTable {
  user_key: number
  kind: EntityKind
  entity_id: string
  reason: string | null
  position: number
}

export interface SessionTable {
  key: Generated<number>
  id: string
  /** SHA-256 of the token, base64url; the token itself is nowhere. */
  token_hash: string
  user_key: number
  user_agent: string
  address: string
  created_at: string
  /** About when it was last used. */
  last_used_at: string
  expires_at: string
}

/** Not tied to the work's row: a work that is removed and comes back is a favorite still. */
export interface FavoriteTable {
  user_key: number
  work_key: number
  added_at: string
}

export interface AccessKeyTable {
  key: Generated<number>
  id: string
  /** As administrators hand it out, so it is kept readable. */
  code: string
  count: number
  used_count: Generated<number>
  note: string
  /** The note as it is looked for: NFKC and lower case. */
  note_key: Generated<string>
  expires_at: string | null
  created_at: string
}

export interface RedemptionTable {
  key: Generated<number>
  access_key_key: number
  /** Null once the account is gone. */
  user_key: number | null
  platform: Platform
  address: string
  redeemed_at: string
}

/** Tries of one account or address since its window opened. */
export interface AttemptTable {
  bucket: string
  count: number
  resets_at: string
}

/** What changed, in the order of commits; the read index and the caches follow it. */
export interface ChangeTable {
  seq: Generated<number>
  /** `user`: role, status, ceiling, choices or sessions of an account; `site`, key 0: the settings of this server. */
  subject: 'work' | EntityKind | 'user' | 'site'
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
