/** Cloud drives. */
import type { DriveProvider, DriveState } from '@koedana/contract/drives.ts'
import type { Generated } from 'kysely'

/** A provider knows this server by it. */
export interface DriveAppTable {
  provider: DriveProvider
  client_id: string
  /** Sealed. */
  secret: string | null
}

export interface DriveAccountTable {
  key: Generated<number>
  provider: DriveProvider
  /** The provider's own, which never changes. */
  account_id: string
  /** The name by which people know it. */
  name: string
  /** Sealed JSON; null for one that was unlinked. */
  tokens: string | null
  /** Counts up with each change of the tokens: whoever writes them says which they have read. */
  version: Generated<number>
  /** The lease of who is getting new tokens, and until when nobody else may. */
  lease: string | null
  lease_until: string | null
  state: DriveState
  state_since: string
  linked_at: string
}

/** A link that was begun. The row goes with the first use of its state. */
export interface DriveLinkTable {
  /** SHA-256 of the state, hex. */
  state_hash: string
  provider: DriveProvider
  session_key: number
  /** It is kept as it was sent to the provider, letter by letter. */
  return_url: string
  /** Sealed; of PKCE. */
  verifier: string | null
  /** The account that is to be linked again. */
  account_key: number | null
  expires_at: string
  /** Sealed JSON: what the provider is polled with; null for one that comes back by an address. */
  device: string | null
  /** Before then the provider is not polled again. */
  ask_again_at: string | null
}

/** How far the change feed of a storage on a drive was read (ADR 0043). */
export interface DriveRootTable {
  storage_key: number
  cursor: string
  /** Counts up with each reading of the feed: a listing that began before it is not kept. */
  version: number
  /** When all listings were last taken for old. */
  listed_at: string
}

/** The listing of a folder. */
export interface DriveFolderTable {
  storage_key: number
  /** The provider's own. */
  ref: string
  /** 1 or 0: whether nothing was reported of it since. */
  counts: number
  /** JSON of what lies in it. */
  nodes: string
}

/** Knows what lies in folders by the names of the feed. */
export interface DriveItemTable {
  storage_key: number
  name: string
  /** The reference of the folder it lies in. */
  folder: string
  ref: string
}
