/**
 * Login through a provider. The browser leaves with a sealed cookie that binds state, nonce and verifier to it. It returns with a
 * single-use code, and the landing page claims the session, so no URL ever contains a token.
 */
import { basePath } from '@koedana/contract/base-path.ts'
import type { ErrorCode } from '@koedana/contract/errors.ts'
import type { completeOidc, returnFromOidc, startOidc } from '@koedana/contract/oidc.ts'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import { isOidcAvailable } from '../../domain/oidc.rules.ts'
import type { Bytes, Context, Handler } from '../../http/context.ts'
import { noStoreHeaders } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { hashOfToken } from '../../lib/ids.ts'
import { type AuthSources, callerOf } from '../auth/auth-sources.ts'
import { findLoginMethods } from '../auth/login-methods.store.ts'
import { type AdmitSources, admitPerson, linkIdentity } from './admit.ts'
import { proxyIssuer, type VerifiedPerson, verifiedPersonOf } from './claims.rules.ts'
import {
  findIdentity,
  grantSession,
  listIdentityRows,
  takeGrantedSession,
  useState,
} from './identity.store.ts'
import { type Provider, ProviderError, type ProviderFault } from './provider.ts'
import { returnPathOf } from './return-path.rules.ts'
import { type BegunLogin, cookieOf, type LoginProgress, progressIn, signInMs } from './sign-in-cookie.ts'

export interface OidcSources extends AdmitSources, Pick<AuthSources, 'vault' | 'audit'> {
  readonly provider: Provider
  readonly publicUrl: string | undefined
}

/** The callback URL. It must be registered at the provider exactly like this. */
export const callbackUrlOf = (publicUrl: string | undefined, { origin }: Pick<Context, 'origin'>): string =>
  new URL(`${publicUrl ?? origin}${basePath}/auth/oidc/callback`).href
/** Returns the URL to return to after logout at the provider. */
export const signedOutUrlOf = (publicUrl: string | undefined, { origin }: Pick<Context, 'origin'>): string =>
  new URL(`${publicUrl ?? origin}/`).href

/** The landing page after the provider, which calls `completeOidc`. */
const landingPath = '/auth/provider'

export function startOidcHandler(sources: OidcSources): Handler<typeof startOidc> {
  return async ({ query: { redirect, again } }, context) => {
    try {
      const { url, cookie } = await beginSignIn(sources, context, { redirect, again, sessionId: null })
      return redirectTo(url, cookie)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return redirectToLanding(sources, { step: 'failed', code: error.code }, context)
    }
  }
}

interface LoginRequest {
  readonly redirect: string | undefined
  /** Whether the provider must authenticate again, even if the person is logged in there. */
  readonly again?: boolean | undefined
  /** The session that links an identity; null for a login. */
  readonly sessionId: string | null
}

/** Starts a login. Throws `providerOff` or `providerAway`. */
export async function beginSignIn(
  { oidcSite, provider, vault, publicUrl, now }: OidcSources,
  context: Context,
  { redirect, again = false, sessionId }: LoginRequest,
): Promise<{ url: string; cookie: string }> {
  const oidc = oidcSite.current()
  if (!isOidcAvailable(oidc)) throw new AppError('providerOff')
  const callbackUrl = callbackUrlOf(publicUrl, context)
  const { url, ...secrets } = await provider.begin(oidc, callbackUrl, again).catch((error: unknown) => {
    throw appErrorOf(error)
  })
  const endsAt = now().getTime() + signInMs
  const { issuer } = oidc
  const begun = { ...secrets, issuer, callbackUrl, sessionId, redirect: returnPathOf(redirect), endsAt }
  return { url, cookie: cookieOf(vault, { step: 'begun', ...begun }, securityOf(callbackUrl)) }
}

const codes: Readonly<Record<ProviderFault, ErrorCode>> = {
  away: 'providerAway',
  denied: 'providerDenied',
  refused: 'providerRefused',
}

const appErrorOf = (error: unknown) =>
  error instanceof ProviderError ? new AppError(codes[error.fault], { cause: error }) : error

/** Handles the return from the provider. The reason of a rejection goes to the audit log, for administrators. */
export function returnFromOidcHandler(sources: OidcSources): Handler<typeof returnFromOidc> {
  const { vault, audit, now } = sources
  return async ({ query }, context) => {
    const progress = progressIn(vault, context.headers, now())
    const fail = async (code: ErrorCode, detail: string, username: string | null = null) => {
      await audit.record({
        act: 'signInFailed',
        username,
        address: context.address,
        detail: `oidc ${detail}`,
      })
      return redirectToLanding(sources, { step: 'failed', code }, context)
    }
    // No login was started in this browser. Any page can send a browser here, so it does not count as an attempt.
    if (progress?.step !== 'begun')
      return redirectToLanding(sources, { step: 'failed', code: 'signInExpired' }, context)
    if (progress.state !== query.state) return fail('signInExpired', 'state')
    if (!(await useStateOnce(sources, progress))) return fail('signInExpired', 'again')
    try {
      const vouched = await exchange(sources, progress, query)
      if (progress.sessionId !== null) return await linkToAccount(sources, { vouched, progress, context })
      return await signIn(sources, { vouched, progress, context })
    } catch (error) {
      if (error instanceof ProviderError) return fail(codes[error.fault], error.detail)
      if (error instanceof LoginRejectedError) return fail(error.code, error.code, error.username)
      throw error
    }
  }
}

class LoginRejectedError extends Error {
  readonly code: ErrorCode
  readonly username: string | null

  constructor(code: ErrorCode, username: string | null) {
    super(code)
    this.code = code
    this.username = username
  }
}

function useStateOnce({ write, now }: OidcSources, { state, endsAt }: BegunLogin): Promise<boolean> {
  const taken = { stateHash: hashOfToken(state), expiresAt: new Date(endsAt).toISOString() }
  return writeInTurn(write, (tx) => useState(tx, { ...taken, now: now().toISOString() }))
}

/** Exchanges the code. Throws a `ProviderError`, also if the configured provider has changed since the login started. */
async function exchange(
  { oidcSite, provider }: OidcSources,
  begun: BegunLogin,
  query: Readonly<Record<string, unknown>>,
): Promise<VerifiedPerson> {
  const oidc = oidcSite.current()
  if (!isOidcAvailable(oidc) || oidc.issuer !== begun.issuer)
    throw new ProviderError('refused', 'another issuer')
  const currentUrl = new URL(begun.callbackUrl)
  for (const name of ['code', 'state', 'iss', 'error'] as const) {
    const value = query[name]
    if (typeof value === 'string') currentUrl.searchParams.set(name, value)
  }
  const claims = await provider.finish(oidc, { ...begun, currentUrl })
  const vouched = verifiedPersonOf(oidc.issuer, claims, oidc)
  if (!vouched) throw new ProviderError('refused', 'subject')
  return vouched
}

interface ProviderReturn {
  readonly vouched: VerifiedPerson
  readonly progress: BegunLogin
  readonly context: Context
}

async function signIn(sources: OidcSources, { vouched, progress, context }: ProviderReturn): Promise<Bytes> {
  const stateHash = hashOfToken(progress.state)
  const admitted = await admitPerson(sources, vouched, (tx, identityId) =>
    grantSession(tx, stateHash, identityId),
  )
  if ('refusal' in admitted) throw new LoginRejectedError(admitted.refusal, admitted.user?.username ?? null)
  const { address } = context
  const { user, notes } = admitted
  if (notes.length > 0) {
    await sources.audit.record({
      act: notes.includes('made') ? 'registered' : 'identityChanged',
      username: user.username,
      address,
      detail: `oidc ${notes.join(' ')}`,
    })
  }
  const { state, redirect } = progress
  return redirectToLanding(sources, { step: 'ended', state, redirect }, context)
}

/** Links the identity. The session that started the link must still be open. */
async function linkToAccount(
  sources: OidcSources,
  { vouched, progress, context }: ProviderReturn,
): Promise<Bytes> {
  const { sessions, write, now, audit } = sources
  const person = await sessions.find(progress.sessionId ?? '')
  if (!person) throw new LoginRejectedError('signInExpired', null)
  const { userKey, user } = person
  if (!vouched.isAllowed) throw new LoginRejectedError('identityNotAllowed', user.username)
  await writeInTurn(write, async (tx) => {
    if (!(await findLoginMethods(tx, person))) throw new LoginRejectedError('signInExpired', user.username)
    const others = (await listIdentityRows(tx, userKey)).map(({ issuer }) => issuer)
    if ((await findIdentity(tx, vouched)) || others.includes(vouched.issuer)) {
      throw new LoginRejectedError('identityTaken', user.username)
    }
    await linkIdentity(tx, vouched, { userKey, at: now().toISOString() })
    await appendChanges(tx, 'user', [userKey])
  })
  await audit.record({
    act: 'identityChanged',
    username: user.username,
    address: context.address,
    detail: 'oidc linked',
  })
  return redirectToLanding(sources, { step: 'linked', redirect: progress.redirect }, context)
}

export function completeOidcHandler(sources: OidcSources): Handler<typeof completeOidc> {
  const { vault, write, sessions, audit, now } = sources
  return async (_request, context) => {
    const progress = progressIn(vault, context.headers, now())
    if (progress?.step === 'failed') throw new AppError(progress.code)
    if (progress?.step === 'linked')
      return respondAndClearCookie(sources, context, { signedIn: null, ...progress })
    if (progress?.step !== 'ended') throw new AppError('signInExpired')
    const granted = await writeInTurn(write, (tx) =>
      takeGrantedSession(tx, hashOfToken(progress.state), now().toISOString()),
    )
    if (!granted) throw new AppError('signInExpired')
    const { user, identityId, issuer } = granted
    if (user.status !== 'active') throw new AppError('accountDisabled')
    const signedIn = await sessions.open(user, callerOf(context), { identityId })
    const detail = issuer === proxyIssuer ? 'proxy' : 'oidc'
    await audit.record({ act: 'signedIn', username: user.username, address: context.address, detail })
    return respondAndClearCookie(sources, context, { signedIn, ...progress })
  }
}

function respondAndClearCookie(
  { vault, publicUrl }: OidcSources,
  context: Context,
  { signedIn, redirect }: { readonly signedIn: object | null; readonly redirect: string },
): Bytes {
  const cookie = cookieOf(vault, undefined, securityOf(callbackUrlOf(publicUrl, context)))
  const body = Buffer.from(JSON.stringify({ signedIn, redirect }))
  return { status: 200, headers: { ...noStoreHeaders, 'set-cookie': cookie }, body }
}

type LandingState =
  | { readonly step: 'ended'; readonly state: string; readonly redirect: string }
  | { readonly step: 'linked'; readonly redirect: string }
  | { readonly step: 'failed'; readonly code: ErrorCode }

/** Redirects the browser to the landing page, with the progress in a sealed cookie. */
export function redirectToLanding(
  { vault, publicUrl, now }: Pick<OidcSources, 'vault' | 'publicUrl' | 'now'>,
  landed: LandingState,
  context: Context,
): Bytes {
  const progress: LoginProgress = { ...landed, endsAt: now().getTime() + signInMs }
  const security = securityOf(callbackUrlOf(publicUrl, context))
  return redirectTo(context.subPath + landingPath, cookieOf(vault, progress, security))
}

const securityOf = (callbackUrl: string) => ({
  isHttps: callbackUrl.startsWith('https:'),
  path: new URL('../../', callbackUrl).pathname,
})

/** The query stays on this server: `Referer` never reveals a code. */
const redirectTo = (location: string, cookie: string): Bytes => ({
  status: 303,
  headers: { location, 'set-cookie': cookie, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
})
