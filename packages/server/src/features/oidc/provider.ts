/**
 * An OpenID Connect client that uses the server's outbound HTTP. `openid-client` validates state, PKCE, nonce, issuer, audience and
 * times. The signature of the ID token is checked too, although the token comes over the server's own connection.
 */
import type { ClientAuth, Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import { canUseHttp, type Oidc } from '../../domain/oidc.rules.ts'
import type { Outbound } from '../../lib/outbound.ts'
import { OutboundError } from '../../lib/outbound-error.ts'
import type { Claims } from './claims.rules.ts'

export interface Provider {
  /**
   * Returns the login URL and the secrets to verify the return. With `again`, the provider must authenticate again, even if the
   * person is logged in there.
   */
  readonly begin: (oidc: Oidc, callbackUrl: string, again: boolean) => Promise<LoginStart>
  /** Exchanges the code for the claims about the person. */
  readonly finish: (oidc: Oidc, returned: LoginReturn) => Promise<Claims>
  /** Returns the URL that ends the session at the provider; undefined if it offers none. */
  readonly endSessionUrl: (oidc: Oidc, returnUrl: string) => Promise<string | undefined>
  /** Reads the metadata of the provider again. */
  readonly describe: (oidc: Oidc) => Promise<ProviderDescription>
}

export interface LoginStart {
  readonly url: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface LoginReturn extends Omit<LoginStart, 'url'> {
  /** The URL that the browser returned to, with the parameters of the provider. */
  readonly currentUrl: URL
}

interface ProviderDescription {
  readonly canLogOut: boolean
  readonly unknownScopes: readonly string[]
}

export type ProviderFault = 'away' | 'denied' | 'refused'

/** `detail` is a protocol or network error code for administrators, never token contents. */
export class ProviderError extends Error {
  readonly fault: ProviderFault
  readonly detail: string

  constructor(fault: ProviderFault, detail: string, cause?: unknown) {
    super(`${fault}: ${detail}`, { cause })
    this.name = 'ProviderError'
    this.fault = fault
    this.detail = detail
  }
}

interface ProviderSources {
  readonly outbound: Outbound
  readonly now: () => Date
}

/** Repeated logins cause at most one discovery request per minute. */
const metadataMs = 60_000
const timeoutMs = 10_000
/** Enough for a person in thousands of groups. */
const maxResponseBytes = 512 * 1024
/** Tolerates clocks that are wrong by this much. */
const toleranceSeconds = 60

/** Loaded with the first login, because most servers have no provider. */
const loadClient = () => import('openid-client')
type Client = Awaited<ReturnType<typeof loadClient>>

export function createProvider(sources: ProviderSources): Provider {
  const { discover, configure } = createConfigurations(sources)
  return {
    begin: (oidc, callbackUrl, again) =>
      withProviderErrors(async (client) =>
        begin(client, await configure(client, oidc), { oidc, callbackUrl, again }),
      ),
    finish: (oidc, returned) =>
      withProviderErrors(async (client) => finish(client, await configure(client, oidc), returned)),
    endSessionUrl: (oidc, returnUrl) =>
      withProviderErrors(async (client) => {
        const configuration = await configure(client, oidc)
        if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
        return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl }).href
      }),
    describe: (oidc) =>
      withProviderErrors(async (client) => {
        const { end_session_endpoint, scopes_supported } = await discover(client, oidc)
        const unknownScopes = scopesOf(oidc).filter((scope) => scopes_supported?.includes(scope) === false)
        return { canLogOut: end_session_endpoint !== undefined, unknownScopes }
      }),
  }
}

function createConfigurations({ outbound, now }: ProviderSources) {
  let known: { readonly issuer: string; readonly at: number; readonly found: ServerMetadata } | undefined

  const discover = async (client: Client, oidc: Oidc): Promise<ServerMetadata> => {
    const { issuer, clientId } = oidc
    const options = {
      execute: extensionsOf(client, oidc),
      timeout: timeoutMs / 1000,
      [client.customFetch]: fetchBy(outbound, oidc),
    }
    const found = await client.discovery(new URL(issuer), clientId, {}, client.None(), options)
    const metadata = found.serverMetadata()
    known = { issuer, at: now().getTime(), found: metadata }
    return metadata
  }

  /** Creates a new configuration each time, so that the signing keys are fetched again: keys that were just rotated are known. */
  const configure = async (client: Client, oidc: Oidc): Promise<Configuration> => {
    const isFresh = known?.issuer === oidc.issuer && now().getTime() - known.at < metadataMs
    const metadata = known && isFresh ? known.found : await discover(client, oidc)
    const times = {
      [client.clockSkew]: Math.round((now().getTime() - Date.now()) / 1000),
      [client.clockTolerance]: toleranceSeconds,
    }
    const authentication = authenticationOf(client, metadata, oidc.clientSecret)
    const configuration = new client.Configuration(metadata, oidc.clientId, times, authentication)
    for (const extend of extensionsOf(client, oidc)) extend(configuration)
    configuration.timeout = timeoutMs / 1000
    configuration[client.customFetch] = fetchBy(outbound, oidc)
    return configuration
  }

  return { discover, configure }
}

/** Runs `act` and converts its errors to `ProviderError`. */
async function withProviderErrors<T>(act: (client: Client) => Promise<T>): Promise<T> {
  const client = await loadClient()
  try {
    return await act(client)
  } catch (error) {
    throw providerErrorOf(client, error)
  }
}

async function begin(
  client: Client,
  configuration: Configuration,
  {
    oidc,
    callbackUrl,
    again,
  }: { readonly oidc: Oidc; readonly callbackUrl: string; readonly again: boolean },
): Promise<LoginStart> {
  const [state, nonce, verifier] = [
    client.randomState(),
    client.randomNonce(),
    client.randomPKCECodeVerifier(),
  ]
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl,
    scope: scopesOf(oidc).join(' '),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(again && { prompt: 'login' }),
  })
  return { url: url.href, state, nonce, verifier }
}

async function finish(
  client: Client,
  configuration: Configuration,
  { currentUrl, state, nonce, verifier }: LoginReturn,
): Promise<Claims> {
  const tokens = await client.authorizationCodeGrant(configuration, currentUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new ProviderError('refused', 'no id token')
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims
  // Some providers report groups, names and email addresses only at this endpoint.
  return { ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims }
}

const scopesOf = ({ scopes }: Oidc) => [...new Set(['openid', ...scopes.split(/\s+/).filter(Boolean)])]

function extensionsOf(client: Client, { issuer }: Oidc) {
  const isPlain = canUseHttp(new URL(issuer))
  return [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])]
}

/** Returns the authentication method that the provider supports; HTTP Basic by default. */
function authenticationOf(client: Client, metadata: ServerMetadata, secret: string | null): ClientAuth {
  if (secret === null) return client.None()
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = metadata
  return methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
    ? client.ClientSecretBasic(secret)
    : client.ClientSecretPost(secret)
}

/**
 * Sends the requests of the client. The provider's own host may have a private address, because an administrator entered it; other
 * hosts in its metadata may not.
 */
const fetchBy =
  (outbound: Outbound, { issuer }: Oidc): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const { status, ...received } = await outbound.send(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body instanceof URLSearchParams || typeof body === 'string' ? { body: String(body) } : {}),
      redirects: 'given',
      timeoutMs,
      maxBytes: maxResponseBytes,
      signal,
      destination: 'oidc',
      proxyUrl: null,
      allowedHosts: [new URL(issuer).hostname.replace(/^\[|\]$/g, '')],
    })
    const { 'content-encoding': _, ...own } = received.headers
    const isEmpty = [101, 204, 205, 304].includes(status)
    return new Response(isEmpty ? null : new Uint8Array(received.body), { status, headers: own })
  }

function providerErrorOf(client: Client, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof OutboundError) return new ProviderError('away', inner.fault, error)
    if (inner instanceof client.AuthorizationResponseError) {
      return new ProviderError(
        inner.error === 'access_denied' ? 'denied' : 'refused',
        safeWord(inner.error),
        error,
      )
    }
    if (inner instanceof client.ResponseBodyError)
      return new ProviderError('refused', safeWord(inner.error), error)
    if (inner.cause instanceof Response && inner.cause.status >= 500) {
      return new ProviderError('away', `status ${inner.cause.status}`, error)
    }
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new ProviderError('refused', safeWord(code) || 'not understood', error)
}

/** Keeps only safe characters, because the text may come from anyone. */
const safeWord = (text: string) => text.replaceAll(/[^\w. -]/g, '').slice(0, 80)
