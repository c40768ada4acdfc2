/**
 * Login by a reverse proxy that has authenticated people and sends their name in a header. Only `/auth/proxy` reads this header;
 * all other endpoints ignore it.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { signInByProxy, startProxy } from '@koedana/contract/oidc.ts'
import { writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { defaultOidc } from '../../domain/oidc.rules.ts'
import type { UserRow } from '../../domain/user.rules.ts'
import type { Context, Handler } from '../../http/context.ts'
import { isInRanges } from '../../lib/addresses.rules.ts'
import { AppError } from '../../lib/app-error.ts'
import { hashOfToken, newToken } from '../../lib/ids.ts'
import { callerOf } from '../auth/auth-sources.ts'
import { admitPerson } from './admit.ts'
import { proxyIssuer, type VerifiedPerson, verifiedPersonOf } from './claims.rules.ts'
import { grantSession, useState } from './identity.store.ts'
import { type OidcSources, redirectToLanding } from './oidc.api.ts'
import { returnPathOf } from './return-path.rules.ts'
import { signInMs } from './sign-in-cookie.ts'

/** Returns the person that a trusted proxy names; undefined for other calls. */
export type ReadProxyUser = (context: Pick<Context, 'headers' | 'peer'>) => VerifiedPerson | undefined

export interface ProxyLoginConfig {
  readonly proxyUserHeader?: string | undefined
  /** Without it, the header is ignored. */
  readonly proxySecret?: string | undefined
  /** The addresses of the proxies. Loopback must be listed explicitly. */
  readonly trustedProxies?: readonly string[]
}

export const proxySecretHeader = 'x-koedana-proxy-secret'

export function createProxyReader({
  proxyUserHeader,
  proxySecret,
  trustedProxies = [],
}: ProxyLoginConfig): ReadProxyUser {
  const isProxy = isInRanges(trustedProxies)
  const name = proxyUserHeader?.toLowerCase()
  if (name === undefined || proxySecret === undefined) return () => undefined
  return ({ headers, peer }) => {
    const given = headers[name]
    const secret = headers[proxySecretHeader]
    if (typeof given !== 'string' || typeof secret !== 'string' || !isProxy(peer)) return undefined
    if (!timingSafeEqual(digest(secret), digest(proxySecret))) return undefined
    const user = decodeHeader(given)?.trim()
    // Node joins repeated headers with a comma: one of them was sent by the caller.
    if (user === undefined || user === '' || user.includes(',')) return undefined
    return verifiedPersonOf(proxyIssuer, { sub: user, preferred_username: user }, defaultOidc)
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Decodes UTF-8. Node provides header bytes as Latin-1 characters. */
function decodeHeader(header: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'))
  } catch {
    return undefined
  }
}

interface ProxySources extends OidcSources {
  readonly readProxyUser: ReadProxyUser
}

/** Handles a browser behind the proxy's own login. The landing page claims the session. */
export function startProxyHandler(sources: ProxySources): Handler<typeof startProxy> {
  return async ({ query: { redirect } }, context) => {
    // Only calls through a proxy may write, because anyone can send a GET.
    if (!sources.readProxyUser(context)) throw new AppError('notFound')
    const state = newToken()
    const stateHash = hashOfToken(state)
    const now = sources.now()
    const taken = {
      stateHash,
      expiresAt: new Date(now.getTime() + signInMs).toISOString(),
      now: now.toISOString(),
    }
    await writeInTurn(sources.write, (tx) => useState(tx, taken))
    const admitted = await admitCaller(sources, context, (tx, id) => grantSession(tx, stateHash, id)).catch(
      (error: unknown) => {
        if (error instanceof AppError && error.code !== 'notFound') return error
        throw error
      },
    )
    if (admitted instanceof AppError)
      return redirectToLanding(sources, { step: 'failed', code: admitted.code }, context)
    return redirectToLanding(sources, { step: 'ended', state, redirect: returnPathOf(redirect) }, context)
  }
}

export function signInByProxyHandler(sources: ProxySources): Handler<typeof signInByProxy> {
  const { sessions, audit } = sources
  return async (_request, context) => {
    const { user, identityId } = await admitCaller(sources, context)
    const signedIn = await sessions.open(user, callerOf(context), { identityId })
    await audit.record({
      act: 'signedIn',
      username: user.username,
      address: context.address,
      detail: 'proxy',
    })
    return signedIn
  }
}

/** Throws `notFound` if no proxy names the caller, and `refused` if the call also has a session. */
async function admitCaller(
  sources: ProxySources,
  context: Context,
  then?: (tx: Db, identityId: string) => Promise<void>,
): Promise<{ readonly user: UserRow; readonly identityId: string }> {
  const { readProxyUser, audit } = sources
  const vouched = readProxyUser(context)
  if (!vouched) throw new AppError('notFound')
  if (context.headers.authorization !== undefined) throw new AppError('refused')
  const { address } = context
  const admitted = await admitPerson(sources, vouched, then)
  if ('refusal' in admitted) {
    const username = admitted.user?.username ?? null
    await audit.record({ act: 'signInFailed', username, address, detail: `proxy ${admitted.refusal}` })
    throw new AppError(admitted.refusal)
  }
  const { user, notes } = admitted
  if (notes.length > 0) {
    await audit.record({
      act: notes.includes('made') ? 'registered' : 'identityChanged',
      username: user.username,
      address,
      detail: `proxy ${notes.join(' ')}`,
    })
  }
  return admitted
}
