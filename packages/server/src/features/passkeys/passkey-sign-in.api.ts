/**
 * A sign-in by a passkey. Nobody says who they are: the browser knows which passkeys there are for this site, and the one that is
 * chosen names its account. What an unknown one is told is told for every other that does not fit, too.
 */
import type { beginPasskeySignIn, PasskeyAssertion, signInByPasskey } from '@koedana/contract/passkeys.ts'
import type { UserRow } from '../../domain/user.rules.ts'
import type { Context, Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { callerOf } from '../auth/auth-sources.ts'
import { openProven } from '../auth/sign-in.use-cases.ts'
import { beginCeremony, takeCeremony } from './ceremony.ts'
import { findCredential, noteUse, type PasskeyRow } from './passkey.store.ts'
import { type PasskeySources, rpOf } from './passkeys.api.ts'
import { readAssertion } from './webauthn.rules.ts'

export function beginPasskeySignInHandler(sources: PasskeySources): Handler<typeof beginPasskeySignIn> {
  return (_asked, context) =>
    beginCeremony(sources, null, {
      rpId: rpOf(sources, context).id,
      userVerification: 'required',
    } as const)
}

export function signInByPasskeyHandler(sources: PasskeySources): Handler<typeof signInByPasskey> {
  const { limiter, audit } = sources
  return async ({ body: { ceremony, credential } }, context) => {
    const { address } = context
    const attempt = await limiter.attempt({ address })
    const giveBack = async (error: unknown) => {
      await attempt.giveBack()
      throw error
    }
    const challenge = await takeCeremony(sources, ceremony, null).catch(giveBack)
    if (challenge === undefined) return giveBack(new AppError('signInExpired'))
    const { named, passkey } = await prove(sources, { credential, challenge }, context).catch(giveBack)
    if (!named || !passkey) {
      const username = named?.username ?? null
      await audit.record({ act: 'signInFailed', username, address, detail: 'passkey' })
      throw new AppError('passkeyRefused')
    }
    await attempt.succeed()
    const entry = { passkeyId: passkey.id }
    return openProven(sources, named, { caller: callerOf(context), by: 'passkey', entry })
  }
}

interface Proof {
  /** Whose credential it is said to be. */
  readonly named?: UserRow
  /** The passkey that signed, whose use is noted. */
  readonly passkey?: PasskeyRow
}

async function prove(
  sources: PasskeySources,
  { credential, challenge }: { readonly credential: PasskeyAssertion; readonly challenge: string },
  context: Context,
): Promise<Proof> {
  const { db, write, now } = sources
  const rp = rpOf(sources, context)
  const found = await findCredential(db, { rpId: rp.id, credentialId: credential.id })
  if (!found) return {}
  const { passkey, user: named } = found
  const { userHandle } = credential
  if (userHandle !== undefined && userHandle !== Buffer.from(named.id).toString('base64url')) return { named }
  const known = { publicKey: passkey.public_key, counter: passkey.counter }
  const counter = readAssertion(credential, known, { rp, challenge })
  if (counter === undefined) return { named }
  const isNoted = await noteUse(write, passkey, { counter, at: now().toISOString() })
  return isNoted ? { named, passkey } : { named }
}
