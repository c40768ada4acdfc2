/**
 * The state of a WebAuthn ceremony between its two calls. It is sealed and held by the client. So starting one writes no row, every
 * node can finish it, and two tabs do not disturb each other.
 */
import type { PasskeyCreation, PasskeyRequest } from '@koedana/contract/passkeys.ts'
import * as v from 'valibot'
import { writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { hashOfToken, newToken } from '../../lib/ids.ts'
import { isSealed, type Vault } from '../../lib/vault.ts'
import { useChallenge } from './passkey.store.ts'

/** Long enough to get a phone. */
export const ceremonyMs = 5 * 60_000

const Ceremony = v.object({
  challenge: v.string(),
  /** The session that adds a passkey; null for a login. */
  sessionId: v.nullable(v.string()),
  endsAt: v.number(),
})

export interface CeremonySources {
  readonly write: Db
  readonly vault: Vault
  readonly now: () => Date
}

type StartedCeremony<Options> = {
  readonly ceremony: string
  readonly options: Options & Pick<PasskeyRequest & PasskeyCreation, 'challenge' | 'timeout'>
}

/** Starts a ceremony with a new challenge. */
export function beginCeremony<Options extends object>(
  { vault, now }: Pick<CeremonySources, 'vault' | 'now'>,
  sessionId: string | null,
  options: Options,
): StartedCeremony<Options> {
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

/** Returns the challenge, once. Returns undefined if the ceremony belongs to another session, has expired, or was not started here. */
export async function finishCeremony(
  { write, vault, now }: CeremonySources,
  sealed: string,
  sessionId: string | null,
): Promise<string | undefined> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Ceremony), tryOpen(vault, sealed))
  if (!read.success) return undefined
  const { challenge, endsAt, ...begun } = read.output
  const at = now()
  if (begun.sessionId !== sessionId || endsAt <= at.getTime()) return undefined
  const taken = { challengeHash: hashOfToken(challenge), expiresAt: new Date(endsAt).toISOString() }
  const isFirst = await writeInTurn(write, (tx) => useChallenge(tx, { ...taken, now: at.toISOString() }))
  return isFirst ? challenge : undefined
}

/** Returns undefined if the value was not sealed by this server, or if the key has changed. */
function tryOpen(vault: Vault, sealed: string): string | undefined {
  try {
    return isSealed(sealed) ? vault.open(sealed, purpose) : undefined
  } catch {
    return undefined
  }
}
