import type { CompatibilityApiName } from '@koedana/contract/app-passwords.ts'
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

/** `id` is random text. The key is never sent to clients. */
export interface UserTable {
  key: Generated<number>
  id: string
  username: string
  /** The normalized name (NFKC, lowercase), which must be unique. */
  username_key: string
  /** The skeleton of the lowercased name (UTS 39). No account may take a name that looks like another's. */
  name_skeleton: Generated<string | null>
  name_skeleton_typed: Generated<string | null>
  name_skeleton_capital: Generated<string | null>
  /** argon2id; null for guests and accounts without a password. */
  password_hash: string | null
  role: Role
  status: UserStatus
  age_restriction: AgeCategory
  policy: Generated<Policy>
  age_filter_mode: Generated<AgeFilterMode>
  /** As a query string. */
  filter_defaults: Generated<string>
  last_login_at: string | null
  last_login_ip: string | null
  /** The approximate time of the last activity. Idle guests are deleted. */
  last_seen_at: string
  created_at: string
  updated_at: string
}

/** Excluded entities by public ID. A merged or returning entity is matched again; an unknown ID hides nothing. */
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
  /** SHA-256 of the token, base64url. The token itself is not stored. */
  token_hash: string
  user_key: number
  user_agent: string
  address: string
  created_at: string
  /** The approximate time of the last use. */
  last_used_at: string
  expires_at: string
  /** The compatibility API for which it is valid; null for this server's own API. */
  door: Generated<CompatibilityApiName | null>
  /** The app password that opened the session. Revoking it ends the session. */
  app_password_id: Generated<string | null>
  identity_id: Generated<string | null>
  passkey_id: Generated<string | null>
}

/** A playback session that an audiobookshelf app closed. */
export interface ClosedPlayTable {
  /** SHA-256 of the session ID, base64url: the ID itself grants playback. */
  id_hash: string
  session_key: number
  /** When playback permission would expire anyway. */
  expires_at: string
}

/** A share link to works for people without an account. */
export interface ShareTable {
  id: string
  user_key: number
  /** SHA-256 of the token, base64url. The token itself is not stored. */
  token_hash: string
  kind: ShareKind
  /** The ID of the work or playlist, or the filter and sort of a list as a query string. */
  target: string
  /** The name of a list; `''` for works and playlists, which have their own. */
  name: string
  /** 1 or 0: whether playback is allowed. */
  listening: number
  created_at: string
  expires_at: string
}

/** A password hash imported from another program, usable once if the account has no password yet. */
export interface OldPasswordTable {
  user_key: number
  /** Sealed JSON of the hash and the salt. */
  sealed: string
}

/** A secret for a script that calls the API as its owner. */
export interface ApiTokenTable {
  id: string
  user_key: number
  name: string
  scope: TokenScope
  /** SHA-256 of the token, base64url. The token itself is not stored. */
  token_hash: string
  created_at: string
  /** Null if the token does not expire. */
  expires_at: string | null
  last_used_at: string | null
  last_address: string | null
}

/** A secret for one app, valid for certain compatibility APIs. */
export interface AppPasswordTable {
  id: string
  user_key: number
  name: string
  /** Separated by spaces. */
  scopes: string
  /** 1 or 0: whether works without files are shown too. */
  whole_catalogue: number
  /** Sealed, not hashed: a client that sends a salted hash can be checked only against the secret itself. */
  secret: string
  /** The hash for lookups. */
  secret_hash: string
  created_at: string
  last_used_at: string | null
  last_address: string | null
  last_client: string | null
}

/** An account has at most one identity per issuer, and an identity belongs to one account. */
export interface IdentityTable {
  id: string
  user_key: number
  issuer: string
  subject: string
  /** The provider's display name; never compared. */
  name: string
  /** The email address in lower case; null unless the provider has verified it. */
  email: string | null
  linked_at: string
  last_used_at: string | null
}

/** The public key of a WebAuthn authenticator. */
export interface PasskeyTable {
  id: string
  user_key: number
  /** The domain (relying party ID) for which it was created. It is valid only there. */
  rp_id: string
  /** The origin (scheme, name and port) where it was created; null for older ones until their next use. */
  origin: string | null
  /** The ID that the authenticator uses, base64url. */
  credential_id: string
  /** SubjectPublicKeyInfo, base64url. */
  public_key: string
  /** The signature counter of the authenticator; 0 if it does not count. */
  counter: number
  /** How browsers reach it, separated by spaces. */
  transports: string
  name: string
  created_at: string
  last_used_at: string | null
}

/** A used challenge, to prevent reuse. */
export interface PasskeyChallengeTable {
  challenge_hash: string
  expires_at: string
}

/** A completed login at the provider, to prevent replay. */
export interface ProviderSignInTable {
  state_hash: string
  /** The identity whose session can be claimed; null before and after that. */
  identity_id: string | null
  expires_at: string
}

/** Favorites have no foreign key to the work: a work that is deleted and returns is still a favorite. */
export interface FavoriteTable {
  user_key: number
  work_key: number
  added_at: string
}

/** A bookmark in a file. It has no foreign keys to works or files. */
export interface BookmarkTable {
  user_key: number
  work_key: number
  track_id: string
  position_ms: number
  title: string
  created_ms: number
}

/** A user's mark of a work. It has no foreign key to the work, so a work that returns has its marks again. */
export interface MarkTable {
  user_key: number
  work_key: number
  state: ProgressState | null
  /** When the status was set or cleared. Later playback takes precedence over it. */
  state_ms: number
  rating: number | null
  note: string
  /** When rating and note were written; 0 if unknown. */
  rating_ms: Generated<number>
  note_ms: Generated<number>
}

/** A personal tag. `folded` is the normalized name for comparisons. */
export interface OwnTagTable {
  key: Generated<number>
  id: string
  user_key: number
  name: string
  folded: string
}

/** Increases with every change of a user's favorites and marks. */
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
  /** 1 or 0: whether all members may read it. */
  shared: number
  created_at: string
  updated_at: string
}

/** A work or a track in a playlist. It stays if the work or track is deleted. */
export interface PlaylistItemTable {
  playlist_key: number
  id: string
  /** Positions have gaps, so most moves change only one row. */
  position: number
  work_key: number
  /** `''` for the whole work. */
  track_id: string
  /** The title and duration of the track when it was added. */
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
  /** Sealed, not hashed: administrators need to see it again. */
  code: string
  /** The hash for lookups; null until the server has sealed the code. */
  code_hash: Generated<string | null>
  count: number
  used_count: Generated<number>
  /** The age limit of accounts registered with it; null for the server default. */
  ceiling: Generated<AgeCategory | null>
  note: string
  /** The normalized note (NFKC, lowercase) for searches. */
  note_key: Generated<string>
  expires_at: string | null
  created_at: string
}

export interface RedemptionTable {
  key: Generated<number>
  access_key_key: number
  /** Null if the account was deleted. */
  user_key: number | null
  platform: Platform
  address: string
  redeemed_at: string
}

/** Wrong secrets of one account or address since its window began. */
export interface AttemptTable {
  bucket: string
  count: number
  resets_at: string
  /** Short digests of the secrets that were counted, each after a dot. */
  seen: Generated<string>
}
