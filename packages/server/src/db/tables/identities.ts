/** Who people are at a provider of sign-ins. */

/** An account has one identity of each issuer at most, and an identity is one account's. */
export interface IdentityTable {
  id: string
  user_key: number
  issuer: string
  subject: string
  /** As the provider calls this person; shown, and never compared. */
  name: string
  /** In small letters; null unless the provider says that it is theirs. */
  email: string | null
  linked_at: string
  last_used_at: string | null
}

/** A sign-in that came back from the provider, so that it comes back once. */
export interface ProviderSignInTable {
  state_hash: string
  /** Whose session can be had; null before that, and afterwards. */
  identity_id: string | null
  expires_at: string
}
