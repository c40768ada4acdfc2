import type { DriveProvider, DriveState } from '@koedana/contract/drives.ts'
import type { Generated } from 'kysely'

/** The credentials of this server at a provider. */
export interface DriveAppTable {
  provider: DriveProvider
  client_id: string
  /** Sealed. */
  secret: string | null
}

export interface DriveAccountTable {
  key: Generated<number>
  provider: DriveProvider
  /** The provider's own account ID, which never changes. */
  account_id: string
  name: string
  /** Sealed JSON; null if unlinked. */
  tokens: string | null
  /** Increases with each change of the tokens, for optimistic locking. */
  version: Generated<number>
  /** The lease of the node that refreshes the tokens, and its expiry. */
  lease: string | null
  lease_until: string | null
  state: DriveState
  state_since: string
  linked_at: string
}

/** A link in progress. The row is deleted on the first use of its state. */
export interface DriveLinkTable {
  /** SHA-256 of the state, hex. */
  state_hash: string
  provider: DriveProvider
  session_key: number
  /** Exactly as sent to the provider. */
  return_url: string
  /** The PKCE verifier, sealed. */
  verifier: string | null
  account_key: number | null
  expires_at: string
  /** Sealed JSON for polling the provider; null if the link uses a redirect. */
  device: string | null
  /** The provider must not be polled before this time. */
  ask_again_at: string | null
}

/** How far the change feed of a storage on a drive was read (ADR 0043). */
export interface DriveRootTable {
  storage_key: number
  cursor: string
  /** Increases with each reading of the feed. Listings that began before it are discarded. */
  version: number
  /** When all listings were last invalidated. */
  listed_at: string
}

/** The cached listing of a folder. */
export interface DriveFolderTable {
  storage_key: number
  /** The provider's own folder ID. */
  ref: string
  /** 1 or 0: whether the listing is valid, because no change was reported since. */
  counts: number
  nodes: string
}

/** Maps item names of the change feed to their folders. */
export interface DriveItemTable {
  storage_key: number
  name: string
  /** The ID of the parent folder. */
  folder: string
  ref: string
}
