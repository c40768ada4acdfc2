/** Requires recent authentication before an action whose effect outlasts a stolen session. */
import type { FreshProof, getProof } from '@koedana/contract/proof.ts'
import type { Db } from '../../db/schema.ts'
import { isOn, type Oidc } from '../../domain/oidc.rules.ts'
import type { Context, Handler, Person } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { type AuthSources, personOf } from './auth-sources.ts'
import { provePassword } from './prove-password.ts'
import { findWaysIn, type WaysIn } from './ways-in.store.ts'

export type ProofSources = Pick<AuthSources, 'db' | 'passwords' | 'limiter' | 'audit' | 'now' | 'oidcSite'>

/** Long enough to fill in a form, short enough for an unattended device. */
export const freshMs = 10 * 60_000

export function getProofHandler({ db, now, oidcSite }: ProofSources): Handler<typeof getProof> {
  return async (_request, context) => {
    const ways = await findWaysIn(db, personOf(context))
    if (!ways) throw new AppError('unauthenticated')
    return {
      needs: proofNeeded(ways, now()),
      hasPasskey: ways.hasPasskey,
      hasProvider: hasProvider(ways, oidcSite.current()),
    }
  }
}

function proofNeeded(ways: WaysIn | undefined, now: Date): FreshProof['needs'] {
  if (ways && now.getTime() - Date.parse(ways.sessionBegan) < freshMs) return 'none'
  return ways?.passwordHash ? 'password' : 'signIn'
}

/** Returns whether the account is linked to the configured provider, and that provider is enabled. */
export const hasProvider = ({ issuers }: WaysIn, oidc: Oidc): boolean =>
  isOn(oidc) && issuers.includes(oidc.issuer)

/**
 * Requires a session from the last ten minutes, or the password, with the same rate limit as a login. Throws `signInAgain` for
 * accounts without a password.
 */
export async function requireFreshProof(
  sources: ProofSources,
  password: string | undefined,
  context: Context,
): Promise<void> {
  const ways = await findWaysIn(sources.db, personOf(context))
  const needs = proofNeeded(ways, sources.now())
  if (needs === 'none') return
  if (!ways || needs === 'signIn') throw new AppError('signInAgain')
  if (password === undefined)
    throw new AppError('malformed', { fields: { 'body.password': 'passwordRequired' } })
  await provePassword(sources, { passwordHash: ways.passwordHash, password }, context)
}

/** Requires a session from the last ten minutes, for forms without a password field. Throws `signInAgain`. */
export async function requireFreshSession({ db, now }: Pick<ProofSources, 'db' | 'now'>, context: Context) {
  const ways = await findWaysIn(db, personOf(context))
  if (proofNeeded(ways, now()) !== 'none') throw new AppError('signInAgain')
}

/** Run it in the transaction that adds something: the session may have ended since the check. */
export async function requireOpenSession(tx: Db, person: Person): Promise<void> {
  if (!(await findWaysIn(tx, person))) throw new AppError('unauthenticated')
}
