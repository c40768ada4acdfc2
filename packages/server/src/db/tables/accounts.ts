/** Accounts, what is their own, and access keys. */
import type { DoorName } from '@koedana/contract/doors.ts'
import type { TokenScope } from '@koedana/contract/kit/token-scope.ts'
import type { ShareKind } from '@koedana/contract/shares.ts'
import type {
  AgeCategory,
  AgeFilterMode,
  EntityKind,
  FollowedKind,
  Platform,
  Policy,
  ProgressState,
  Role,
  UserStatus,
} from '@koedana/contract/values.ts'
import type { Generated } from 'kysely'

/** An account. `id` is random text; the key never leaves the server. */
export interface UserTable {
  key: Generated<number>
  id: string
  username: string
  /** The name as it is compared: NFKC and lower case, so that no two look or read alike. */
  username_key: string
  /** How the name looks (UTS 39) in small letters: nobody takes one that looks like another's. */
  name_skeleton: Generated<string | null>
  /** The skeleton of the name as it was typed. */
  name_skeleton_typed: Generated<string | null>
  /** The skeleton of the name in capitals. */
  name_skeleton_capital: Generated<string | null>
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
  /** Roughly when the account last did anything: idle guests go. */
  last_seen_at: string
  created_at: string
  updated_at: string
}

/**
 * Entities are excluded by public id: one that is merged or comes back later is found again, and one that is gone hides
 * nothing.
 */
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
  /** Roughly when it was last used. */
  last_used_at: string
  expires_at: string
  /** The door by which it came in, at which alone it is good; null for our own API. */
  door: Generated<DoorName | null>
  /** The app password by which it was opened, with which it ends. */
  app_password_id: Generated<string | null>
  /** The identity by which it was opened at a provider. */
  identity_id: Generated<string | null>
  /** The passkey by which it was opened. */
  passkey_id: Generated<string | null>
}

/** A session of playing that an app of audiobookshelf closed. */
export interface ClosedPlayTable {
  /** SHA-256 of its id, base64url: whoever has the id heard it. */
  id_hash: string
  session_key: number
  /** When its right to listen ends in any case. */
  expires_at: string
}

/** A link by which a member shares works with people without an account. */
export interface ShareTable {
  id: string
  user_key: number
  /** SHA-256 of the token, base64url; the token itself is nowhere. */
  token_hash: string
  kind: ShareKind
  /** The id of the work or playlist, or the filter and order of a list as a query string. */
  target: string
  /** The name of a list; `''` for what has a name of its own. */
  name: string
  /** 1 or 0. */
  listening: number
  created_at: string
  expires_at: string
}

/** A password as another program kept it: good once, where the account has none of its own yet. */
export interface OldPasswordTable {
  user_key: number
  /** Sealed JSON of the hash and of what was hashed with the password. */
  sealed: string
}

/** A secret by which a script calls the API as its owner. */
export interface ApiTokenTable {
  id: string
  user_key: number
  name: string
  scope: TokenScope
  /** SHA-256 of the token, base64url; the token itself is not stored. */
  token_hash: string
  created_at: string
  /** Null if the token does not expire. */
  expires_at: string | null
  last_used_at: string | null
  last_address: string | null
}

/** A secret that opens doors for one app of its owner. */
export interface AppPasswordTable {
  id: string
  user_key: number
  name: string
  /** Separated by blanks. */
  scopes: string
  /** 1 or 0: whether works without files are shown too. */
  whole_catalogue: number
  /** Sealed: a client that sends a salted hash is only known by comparing it with the secret itself. */
  secret: string
  /** The hash by which it is found. */
  secret_hash: string
  created_at: string
  last_used_at: string | null
  last_address: string | null
  last_client: string | null
}

/** An account has one identity of each issuer at most, and an identity is one account's. */
export interface IdentityTable {
  id: string
  user_key: number
  issuer: string
  subject: string
  /** The provider's name for this person; shown, and never compared. */
  name: string
  /** The address in small letters; null unless the provider says that it is theirs. */
  email: string | null
  linked_at: string
  last_used_at: string | null
}

/** A public key of an authenticator (WebAuthn), by whose signature its owner signs in. */
export interface PasskeyTable {
  id: string
  user_key: number
  /** The name of the site that it was made for, at which alone it is good. */
  rp_id: string
  /** The origin (scheme, name and port) that it was made at; null for older ones until their next use. */
  origin: string | null
  /** The id by which its authenticator knows it, base64url. */
  credential_id: string
  /** SubjectPublicKeyInfo, base64url. */
  public_key: string
  /** How often it signed, as its authenticator says; 0 for those that do not count. */
  counter: number
  /** How browsers reach it, separated by blanks. */
  transports: string
  name: string
  created_at: string
  last_used_at: string | null
}

/** A challenge that was used, so that it counts once. */
export interface PasskeyChallengeTable {
  challenge_hash: string
  expires_at: string
}

/** A sign-in that came back from the provider, so that it comes back once. */
export interface ProviderSignInTable {
  state_hash: string
  /** The identity whose session can be had; null before that, and afterwards. */
  identity_id: string | null
  expires_at: string
}

/** Favorites are not tied to the work's row: a work that is removed and comes back is a favorite still. */
export interface FavoriteTable {
  user_key: number
  work_key: number
  added_at: string
}

/** A moment in a file that one person keeps; no row is tied to a work or a file. */
export interface BookmarkTable {
  user_key: number
  work_key: number
  track_id: string
  position_ms: number
  title: string
  created_ms: number
}

/** One person chose this for a work; no row is tied to the work, so that what comes back has its marks. */
export interface MarkTable {
  user_key: number
  work_key: number
  state: ProgressState | null
  /** When the state was chosen, null among them: what was heard since then counts more. */
  state_ms: number
  rating: number | null
  note: string
  /** When they were written; 0 where that is not known. */
  rating_ms: Generated<number>
  note_ms: Generated<number>
}

/** An own word for works. `folded` is the form in which it is compared. */
export interface OwnTagTable {
  key: Generated<number>
  id: string
  user_key: number
  name: string
  folded: string
}

/** Grows with every change of a person's favorites and marks. */
export interface MarkRevisionTable {
  user_key: number
  revision: number
}

export interface PlaylistTable {
  key: Generated<number>
  id: string
  user_key: number
  name: string
  description: string
  /** 1 or 0: whether all who are signed in may read it. */
  shared: number
  created_at: string
  updated_at: string
}

/** A work or a track in a playlist, where it stays when what it names is gone. */
export interface PlaylistItemTable {
  playlist_key: number
  id: string
  /** Positions have gaps: most moves change one row. */
  position: number
  work_key: number
  /** `''` for the whole work. */
  track_id: string
  /** The track's title and length as they were when it was added. */
  title: string
  duration_seconds: number | null
}

export interface FollowTable {
  user_key: number
  kind: FollowedKind
  entity_id: string
  followed_at: string
}

export interface AccessKeyTable {
  key: Generated<number>
  id: string
  /** Sealed: administrators hand it out, so it is read again. */
  code: string
  /** The hash by which it is found; null until the server has sealed it. */
  code_hash: Generated<string | null>
  count: number
  used_count: Generated<number>
  /** The ceiling of the accounts it makes; null as the site says. */
  ceiling: Generated<AgeCategory | null>
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

/** Wrong secrets of one account or address since its window opened. */
export interface AttemptTable {
  bucket: string
  count: number
  resets_at: string
  /** Short digests of the secrets that were counted, each with a dot before it. */
  seen: Generated<string>
}
