import type { linkIdentity, listIdentities, unlinkIdentity } from '@koedana/contract/oidc.ts'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import { allowsPassword, isOidcAvailable } from '../../domain/oidc.rules.ts'
import { type Handler, noStoreHeaders } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { getUserRow } from '../account/account.store.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import { type ProofSources, requireRecentAuthentication } from '../auth/fresh-proof.ts'
import { deleteIdentity, findIssuerOfSession, hasPasskey, listIdentityRows } from './identity.store.ts'
import { beginSignIn, type OidcSources, signedOutUrlOf } from './oidc.api.ts'
import { ProviderError } from './provider.ts'

type Sources = OidcSources & ProofSources

export function listIdentitiesHandler(sources: Sources): Handler<typeof listIdentities> {
  const { db, oidcSite } = sources
  return async (_request, context) => {
    const { userKey, sessionKey } = requirePerson(context)
    const oidc = oidcSite.current()
    const rows = await listIdentityRows(db, userKey)
    const { password_hash } = await getUserRow(db, userKey)
    const came = isOidcAvailable(oidc) && (await findIssuerOfSession(db, sessionKey)) === oidc.issuer
    return {
      items: rows.map(({ id, issuer, name, linked_at, last_used_at }) => ({
        id,
        issuer,
        name,
        linkedAt: linked_at,
        lastUsedAt: last_used_at,
      })),
      hasPassword: password_hash !== null,
      canLink: isOidcAvailable(oidc) && !rows.some(({ issuer }) => issuer === oidc.issuer),
      logoutUrl: came ? await logoutUrlOf(sources, signedOutUrlOf(sources.publicUrl, context)) : null,
    }
  }
}

/** Returns the logout URL of the provider, or null. An unreachable provider must not break the account page. */
async function logoutUrlOf({ oidcSite, provider }: Sources, returnUrl: string): Promise<string | null> {
  try {
    return (await provider.endSessionUrl(oidcSite.current(), returnUrl)) ?? null
  } catch (error) {
    if (error instanceof ProviderError) return null
    throw error
  }
}

/** Starts linking an identity. The cookie binds the link to this browser, and the session in it to this account. */
export function linkIdentityHandler(sources: Sources): Handler<typeof linkIdentity> {
  return async ({ body: { password } }, context) => {
    await requireRecentAuthentication(sources, password, context)
    const { sessionId } = requirePerson(context)
    const { url, cookie } = await beginSignIn(sources, context, { redirect: '/account', sessionId })
    const body = Buffer.from(JSON.stringify({ url }))
    return { status: 200, headers: { ...noStoreHeaders, 'set-cookie': cookie }, body }
  }
}

/** Unlinks an own identity. Identities of others respond with `notFound`. */
export function unlinkIdentityHandler(sources: Sources): Handler<typeof unlinkIdentity> {
  const { write, sessions, audit, oidcSite } = sources
  return async ({ params: { id } }, context) => {
    const { userKey, sessionKey, user } = requirePerson(context)
    await writeInTurn(write, async (tx) => {
      const rows = await listIdentityRows(tx, userKey)
      if (!rows.some((row) => row.id === id)) throw new AppError('notFound')
      const { password_hash, role } = await getUserRow(tx, userKey)
      const oidc = oidcSite.current()
      // If only the provider may be used for login, a passkey does not count either.
      const hasKey = password_hash !== null || (await hasPasskey(tx, userKey))
      const hasOther = hasKey && allowsPassword(oidc, role)
      const others = rows.filter(
        (row) => row.id !== id && isOidcAvailable(oidc) && row.issuer === oidc.issuer,
      )
      if (!hasOther && others.length === 0) throw new AppError('lastWayIn')
      await deleteIdentity(tx, id, sessionKey)
      await appendChanges(tx, 'user', [userKey])
    })
    sessions.forget([userKey])
    await audit.record({
      act: 'identityChanged',
      username: user.username,
      address: context.address,
      detail: 'oidc unlinked',
    })
  }
}
