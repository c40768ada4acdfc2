/** Requires recent authentication before an action whose effect outlasts a stolen session. */
import type { FreshProof, getProof } from '@koedana/contract/fresh-proof.ts'
import type { Db } from '../../db/schema.ts'
import { isOidcAvailable, type Oidc } from '../../domain/oidc.rules.ts'
import type { Context, Handler, Person } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { type AuthSources, requirePerson } from './auth-sources.ts'
import { findLoginMethods, type LoginMethods } from './login-methods.store.ts'
import { verifyOwnPassword } from './verify-own-password.ts'

export type ProofSources = Pick<AuthSources, 'db' | 'passwords' | 'limiter' | 'audit' | 'now' | 'oidcSite'>

/** Long enough to fill in a form, short enough for an unattended device. */
export const recentLoginMs = 10 * 60_000

export function getProofHandler({ db, now, oidcSite }: ProofSources): Handler<typeof getProof> {
  return async (_request, context) => {
    const ways = await findLoginMethods(db, requirePerson(context))
    if (!ways) throw new AppError('unauthenticated')
    return {
      needs: requiredProof(ways, now()),
      hasPasskey: ways.hasPasskey,
      hasProvider: hasProvider(ways, oidcSite.current()),
    }
  }
}

function requiredProof(ways: LoginMethods | undefined, now: Date): FreshProof['needs'] {
  if (ways && now.getTime() - Date.parse(ways.sessionBegan) < recentLoginMs) return 'none'
  return ways?.passwordHash ? 'password' : 'signIn'
}

/** Returns whether the account is linked to the configured provider, and that provider is enabled. */
export const hasProvider = ({ issuers }: LoginMethods, oidc: Oidc): boolean =>
  isOidcAvailable(oidc) && issuers.includes(oidc.issuer)

/**
 * Requires a session from the last ten minutes, or the password, with the same rate limit as a login. Throws `signInAgain` for
 * accounts without a password.
 */
export async function requireRecentAuthentication(
  sources: ProofSources,
  password: string | undefined,
  context: Context,
): Promise<void> {
  const ways = await findLoginMethods(sources.db, requirePerson(context))
  const needs = requiredProof(ways, sources.now())
  if (needs === 'none') return
  if (!ways || needs === 'signIn') throw new AppError('signInAgain')
  if (password === undefined)
    throw new AppError('malformed', { fields: { 'body.password': 'passwordRequired' } })
  await verifyOwnPassword(sources, { passwordHash: ways.passwordHash, password }, context)
}

/** Requires a session from the last ten minutes, for forms without a password field. Throws `signInAgain`. */
export async function requireRecentSession({ db, now }: Pick<ProofSources, 'db' | 'now'>, context: Context) {
  const ways = await findLoginMethods(db, requirePerson(context))
  if (requiredProof(ways, now()) !== 'none') throw new AppError('signInAgain')
}

/** Run it in the transaction that adds something: the session may have ended since the check. */
export async function requireOpenSession(tx: Db, person: Person): Promise<void> {
  if (!(await findLoginMethods(tx, person))) throw new AppError('unauthenticated')
}
