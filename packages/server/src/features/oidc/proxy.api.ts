/**
 * Signing in by a proxy that has signed people in already and says in a header who they are. One call reads it and opens a
 * session like any other: nothing else in this server knows the header, and no door does.
 */
import type { signInByProxy } from '@koedana/contract/oidc.ts'
import { defaultOidc } from '../../domain/oidc.rules.ts'
import type { Context, Handler } from '../../http/context.ts'
import { isInRanges } from '../../lib/addresses.rules.ts'
import { AppError } from '../../lib/app-error.ts'
import { type AuthSources, callerOf } from '../auth/auth-sources.ts'
import { type AdmitSources, admit } from './admit.ts'
import { type Vouched, vouchedOf } from './claims.rules.ts'

/** Returns whom a trusted proxy names as the caller. Undefined for everybody whom none does. */
export type ReadProxyUser = (context: Pick<Context, 'headers' | 'peer'>) => Vouched | undefined

/** `ranges`: the proxies that are believed; nobody is without a header. This machine is none of them by itself. */
export function createProxyReader(header: string | undefined, ranges: readonly string[]): ReadProxyUser {
  const isProxy = isInRanges(ranges)
  const name = header?.toLowerCase()
  return ({ headers, peer }) => {
    const given = name === undefined ? undefined : headers[name]
    if (typeof given !== 'string' || !isProxy(peer)) return undefined
    const user = decoded(given)?.trim()
    // Two headers of one name arrive as one: the caller sent one of them.
    if (user === undefined || user === '' || user.includes(',')) return undefined
    return vouchedOf('proxy', { sub: user, preferred_username: user }, defaultOidc)
  }
}

/** Headers arrive as bytes, each as a character of its own. */
function decoded(header: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'))
  } catch {
    return undefined
  }
}

interface ProxySources extends AdmitSources, Pick<AuthSources, 'audit'> {
  readonly readProxyUser: ReadProxyUser
}

/** A request that says twice who calls is refused. */
export function signInByProxyHandler(sources: ProxySources): Handler<typeof signInByProxy> {
  const { readProxyUser, sessions, audit } = sources
  return async (_request, context) => {
    const vouched = readProxyUser(context)
    if (!vouched) throw new AppError('notFound')
    if (context.headers.authorization !== undefined) throw new AppError('refused')
    const { address } = context
    const admitted = await admit(sources, vouched)
    if ('refusal' in admitted) {
      const username = admitted.user?.username ?? null
      await audit.record({ act: 'signInFailed', username, address, detail: `proxy ${admitted.refusal}` })
      throw new AppError(admitted.refusal)
    }
    const { user, identityId, notes } = admitted
    const signedIn = await sessions.open(user, callerOf(context), { identityId })
    const detail = ['proxy', ...notes].join(' ')
    await audit.record({ act: 'signedIn', username: user.username, address, detail })
    return signedIn
  }
}
