/** Who is signed in, as every handler may know them; undefined stands for a visitor. */
import type { Choices } from '@koedana/contract/choices.ts'
import type { User } from '@koedana/contract/session.ts'
import type { AgeCategory } from '@koedana/contract/values.ts'

export interface Person {
  readonly userKey: number
  readonly sessionKey: number
  /** Public, of the session. */
  readonly sessionId: string
  readonly user: User
  /** Hard end of the session, in milliseconds since 1970. */
  readonly expiresAt: number
  /** The highest age category this person may see; a guest has the visitors'. */
  readonly ceiling: AgeCategory
  readonly choices: Choices
  /** Names, without a space, all who see the same. */
  readonly audience: string
}

/**
 * Whose bearer this is. Undefined without a header; throws `unauthenticated` for a header that is no valid bearer, so
 * that a stale one is never taken for a visitor.
 */
export type Authenticate = (
  authorization: string | undefined,
) => Person | undefined | Promise<Person | undefined>
