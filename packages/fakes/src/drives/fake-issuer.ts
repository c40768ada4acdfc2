/** OAuth of the providers: consent, codes and tokens, with their differences. */
import { createHash, randomBytes } from 'node:crypto'
import { json, type ProviderReply, type ProviderRequest } from './fake-provider.ts'

export interface IssuerPolicy {
  readonly codeMs: number
  /** Undefined if access tokens never expire. */
  readonly accessMs: number | undefined
  /** `once`: each refresh token works once and returns another one. `replaced`: the old one keeps working. */
  readonly refreshTokens: 'none' | 'kept' | 'replaced' | 'once'
  /** A refresh returns the same access token while it is valid. */
  readonly keepsAccess?: boolean
  /** A failed refresh invalidates the refresh token. */
  readonly isSpentByFailure?: boolean
  /** Another consent revokes earlier access tokens. */
  readonly endsOlderAccess?: boolean
  /** Refresh tokens look like JWTs. */
  readonly looksLike?: 'jwt'
}

export interface OAuthApp {
  readonly clientId: string
  readonly clientSecret: string
}

export interface Consent {
  readonly redirectUri: string
  readonly challenge: string | undefined
  readonly hasRefresh: boolean
  readonly scope: string | undefined
}

export interface IssuedTokens {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  readonly scope: string | undefined
}

type OAuthFault = 'invalid_client' | 'invalid_grant' | 'redirect_uri_mismatch'

interface Exchange {
  readonly app: OAuthApp
  readonly code: string
  readonly redirectUri: string | undefined
  readonly verifier: string | undefined
}

export interface FakeIssuer {
  readonly app: OAuthApp
  /** Registered return URLs; others are rejected. */
  readonly returnUrls: Set<string>
  readonly consent: (given: Consent) => string
  readonly exchange: (given: Exchange) => IssuedTokens | OAuthFault
  readonly refresh: (given: {
    readonly app: OAuthApp
    readonly refreshToken: string
  }) => IssuedTokens | OAuthFault
  /** Issues tokens without a consent. */
  readonly issue: () => IssuedTokens
  readonly isGood: (accessToken: string | undefined) => boolean
  /** Counts successful refreshes, and refreshes that were rejected because their token was used before. */
  readonly counts: { refreshes: number; reuses: number }
  readonly expireAccess: () => void
  /** Revokes all tokens. */
  readonly revoke: () => void
}

type Held = Pick<Consent, 'hasRefresh' | 'scope'> & { readonly accessToken?: string }

export function createIssuer(name: string, policy: IssuerPolicy, now: () => number): FakeIssuer {
  const random = (kind: string) => `${name}-${kind}-${randomBytes(18).toString('base64url')}`
  const app = { clientId: `${name}-app`, clientSecret: random('secret') }
  const { issue, refreshing, accessUntil, isGood } = createIssued(random, { ...policy, now })
  const counts = { refreshes: 0, reuses: 0 }
  const codes = createCodes(random, { ...policy, now })
  const isApp = (given: OAuthApp) =>
    given.clientId === app.clientId && given.clientSecret === app.clientSecret
  return {
    app,
    returnUrls: new Set(),
    consent: codes.give,
    exchange: (given) => {
      if (!isApp(given.app)) return 'invalid_client'
      const found = codes.take(given)
      if (typeof found === 'string') return found
      if (policy.endsOlderAccess) accessUntil.clear()
      return issue(found)
    },
    refresh: ({ app: given, refreshToken }) => {
      const held = refreshing.get(refreshToken)
      const isSpent = isApp(given) ? policy.refreshTokens === 'once' : policy.isSpentByFailure
      if (isSpent) refreshing.delete(refreshToken)
      if (!isApp(given)) return 'invalid_client'
      counts[held ? 'refreshes' : 'reuses'] += 1
      return held ? issue(held, true) : 'invalid_grant'
    },
    issue: () => issue({ hasRefresh: true, scope: undefined }),
    isGood,
    counts,
    expireAccess: () => accessUntil.clear(),
    revoke: () => {
      accessUntil.clear()
      refreshing.clear()
    },
  }
}

function createIssued(random: (kind: string) => string, { now, ...policy }: ClockedPolicy) {
  const accessUntil = new Map<string, number>()
  const refreshing = new Map<string, Held>()
  const isGood = (token = '') => (accessUntil.get(token) ?? 0) > now()
  const issue = (held: Held, isAgain = false): IssuedTokens => {
    const { accessMs = Number.POSITIVE_INFINITY, refreshTokens, keepsAccess = false } = policy
    const known = keepsAccess && isGood(held.accessToken) ? held.accessToken : undefined
    const accessToken = known ?? random('at')
    if (known === undefined) accessUntil.set(accessToken, now() + accessMs)
    const hasNone = refreshTokens === 'none' || !held.hasRefresh || (isAgain && refreshTokens === 'kept')
    if (hasNone) return { accessToken, refreshToken: undefined, scope: held.scope }
    const refreshToken = policy.looksLike === 'jwt' ? `e30.eyJzdWIiOiJ1MSJ9.${random('rt')}` : random('rt')
    refreshing.set(refreshToken, { ...held, accessToken })
    return { accessToken, refreshToken, scope: held.scope }
  }
  return { issue, refreshing, accessUntil, isGood }
}

interface ClockedPolicy extends IssuerPolicy {
  readonly now: () => number
}

/** Each code works once, for a short time. */
function createCodes(random: (kind: string) => string, { codeMs, now }: ClockedPolicy) {
  const codes = new Map<string, Consent & { readonly until: number }>()
  return {
    give: (given: Consent): string => {
      const code = random('code')
      codes.set(code, { ...given, until: now() + codeMs })
      return code
    },
    take: ({ code, redirectUri, verifier }: Exchange): Consent | OAuthFault => {
      const found = codes.get(code)
      codes.delete(code)
      if (!found || found.until < now()) return 'invalid_grant'
      if (redirectUri !== undefined && redirectUri !== found.redirectUri) return 'redirect_uri_mismatch'
      return found.challenge !== undefined && found.challenge !== challengeOf(verifier)
        ? 'invalid_grant'
        : found
    },
  }
}

const challengeOf = (verifier = '') => createHash('sha256').update(verifier).digest('base64url')

interface SentBack {
  /** Parameters that are sent in addition to the code. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly dropsState?: boolean
}

/** Shows the consent page, or redirects the browser with the decision. */
export function authorise(
  request: ProviderRequest,
  issuer: FakeIssuer,
  more: (query: URLSearchParams) => Pick<Consent, 'hasRefresh'> & SentBack,
): ProviderReply {
  const { query } = request
  const redirectUri = query.get('redirect_uri') ?? ''
  const isKnown = query.get('client_id') === issuer.app.clientId && query.get('response_type') === 'code'
  if (!isKnown) return html(400, 'This app is not known.')
  if (!issuer.returnUrls.has(redirectUri)) return html(400, 'This return address is not registered.')
  if (!query.has('decision')) return consentPage(request)
  if (query.get('decision') === 'deny') return sendBack(query, denied)
  const { hasRefresh, parameters = {}, dropsState = false } = more(query)
  const code = issuer.consent({
    redirectUri,
    challenge: query.get('code_challenge') ?? undefined,
    hasRefresh,
    scope: query.get('scope') ?? undefined,
  })
  if (dropsState) query.delete('state')
  return sendBack(query, { code, ...parameters })
}

const denied = { error: 'access_denied', error_description: 'They chose <i>not</i> to give access' }

/** Shows one link per decision. */
function consentPage({ query, path, host }: ProviderRequest): ProviderReply {
  const link = (decision: string) =>
    attribute(`/${host}${path}?${new URLSearchParams([...query, ['decision', decision]])}`)
  return html(200, `<a href="${link('allow')}">Allow</a> <a href="${link('deny')}">Deny</a>`)
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const html = (status: number, body: string): ProviderReply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><title>Consent</title><main>${body}</main>`,
})

function sendBack(query: URLSearchParams, parameters: Readonly<Record<string, string>>): ProviderReply {
  const url = new URL(query.get('redirect_uri') ?? '')
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const state = query.get('state')
  if (state !== null) url.searchParams.set('state', state)
  return { status: 302, headers: { location: url.href } }
}

/** Exchanges a code or a refresh token; `tokensAs` builds the provider's response. */
export function tokenReply(
  request: ProviderRequest,
  issuer: FakeIssuer,
  tokensAs: (tokens: IssuedTokens) => object,
): ProviderReply {
  const form = new URLSearchParams(request.body)
  const app = appIn(request, form)
  const code = form.get('code')
  const isFirst = form.get('grant_type') === 'authorization_code' && code !== null
  const got = isFirst
    ? issuer.exchange({
        app,
        code,
        redirectUri: form.get('redirect_uri') ?? undefined,
        verifier: form.get('code_verifier') ?? undefined,
      })
    : issuer.refresh({ app, refreshToken: form.get('refresh_token') ?? '' })
  if (typeof got !== 'string') return json(200, tokensAs(got))
  return json(got === 'invalid_client' ? 401 : 400, { error: got, error_description: `<b>${got}</b>` })
}

/** Reads client ID and secret from the body or from Basic authentication. */
function appIn({ headers }: ProviderRequest, form: URLSearchParams) {
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1]
  const [clientId = '', clientSecret = ''] =
    basic === undefined
      ? [form.get('client_id') ?? '', form.get('client_secret') ?? '']
      : Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
  return { clientId, clientSecret }
}
