/**
 * A ceremony of WebAuthn between its two calls: sealed and given to who began it, so that a beginning writes no row, every node
 * reads it, and two pages of one browser begin without ending each other's.
 */
import type { PasskeyCreation, PasskeyRequest } from '@koedana/contract/passkeys.ts'
import * as v from 'valibot'
import { writeTogether } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { hashOfToken, newToken } from '../../lib/ids.ts'
import { isSealed, type Vault } from '../../lib/vault.ts'
import { takeChallenge } from './passkey.store.ts'

/** Long enough to fetch a phone. */
export const ceremonyMs = 5 * 60_000

const Ceremony = v.object({
  challenge: v.string(),
  /** The session that adds a passkey; null for a sign-in. */
  sessionId: v.nullable(v.string()),
  endsAt: v.number(),
})

export interface CeremonySources {
  readonly write: Db
  readonly vault: Vault
  readonly now: () => Date
}

type Begun<Options> = {
  readonly ceremony: string
  readonly options: Options & Pick<PasskeyRequest & PasskeyCreation, 'challenge' | 'timeout'>
}

export function beginCeremony<Options extends object>(
  { vault, now }: Pick<CeremonySources, 'vault' | 'now'>,
  sessionId: string | null,
  options: Options,
): Begun<Options> {
  const challenge = newToken()
  const begun: v.InferOutput<typeof Ceremony> = {
    challenge,
    sessionId,
    endsAt: now().getTime() + ceremonyMs,
  }
  return {
    ceremony: vault.seal(JSON.stringify(begun), purpose),
    options: { ...options, challenge, timeout: ceremonyMs },
  }
}

const purpose = 'passkeyCeremony'

/** Returns the challenge, once. Undefined for a ceremony that another session began, that is over, or that nobody began here. */
export async function takeCeremony(
  { write, vault, now }: CeremonySources,
  sealed: string,
  sessionId: string | null,
): Promise<string | undefined> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Ceremony), opened(vault, sealed))
  if (!read.success) return undefined
  const { challenge, endsAt, ...begun } = read.output
  const at = now()
  if (begun.sessionId !== sessionId || endsAt <= at.getTime()) return undefined
  const taken = { challengeHash: hashOfToken(challenge), expiresAt: new Date(endsAt).toISOString() }
  const isFirst = await writeTogether(write, (tx) => takeChallenge(tx, { ...taken, now: at.toISOString() }))
  return isFirst ? challenge : undefined
}

/** What cannot be opened was made by somebody else, or before the key was changed. */
function opened(vault: Vault, sealed: string): string | undefined {
  try {
    return isSealed(sealed) ? vault.open(sealed, purpose) : undefined
  } catch {
    return undefined
  }
}
