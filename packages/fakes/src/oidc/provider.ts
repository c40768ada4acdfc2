/** A local OpenID Connect provider: `oidc-provider` itself, with a page to type a name. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { type AdapterFactory, type AdapterPayload, type Configuration, Provider } from 'oidc-provider'

type Tamper = (claims: JWTPayload) => JWTPayload

export interface TestProvider {
  readonly issuer: string
  /** The claims by login name; the subject is always the login name. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>
  /** Changes the claims of an ID token before it is signed; undefined leaves them unchanged. */
  tamper: Tamper | undefined
  /** Whether ID tokens are signed with a wrong key. */
  forge: boolean
  /** Replaces the signing key. Only the new key is published. */
  readonly rotateKeys: () => Promise<void>
  /** How often each path was called. */
  readonly calls: Map<string, number>
  readonly stop: () => Promise<void>
}

export interface TestClient {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  readonly signedOutUri: string
  /** Whether the ID token contains the claims; otherwise only the userinfo endpoint returns them. */
  readonly isTalkative?: boolean
  readonly port?: number
}

export async function startProvider(client: TestClient): Promise<TestProvider> {
  const people: TestProvider['people'] = new Map()
  const calls: TestProvider['calls'] = new Map()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    calls.set(path, (calls.get(path) ?? 0) + 1)
    void respond(made.provider, request, response)
  })
  await new Promise<void>((resolve) => server.listen(client.port ?? 0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://localhost:${typeof address === 'object' ? address?.port : ''}`
  const stored: Stored = new Map()
  const running: TestProvider = {
    issuer,
    people,
    calls,
    tamper: undefined,
    forge: false,
    rotateKeys: async () => {
      made.provider = await openProvider(opening)
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const opening = { issuer, client, running, stored }
  const made = { provider: await openProvider(opening) }
  return running
}

interface Opening {
  readonly issuer: string
  readonly client: TestClient
  readonly running: TestProvider
  readonly stored: Stored
}

async function openProvider({ issuer, client, running, stored }: Opening): Promise<Provider> {
  const key = await newKey()
  const provider = new Provider(issuer, {
    ...configurationOf(client, running.people),
    jwks: { keys: [key] },
    adapter: storageIn(stored),
  })
  provider.use(async (context, next) => {
    await next()
    const { body } = context
    const { tamper, forge } = running
    if (context.path !== '/token' || !(tamper || forge) || typeof body !== 'object' || body === null) return
    if (!('id_token' in body) || typeof body.id_token !== 'string') return
    const signing = forge ? { ...(await newKey()), kid: key.kid ?? '' } : key
    body.id_token = await signAnew(body.id_token, signing, tamper)
  })
  return provider
}

async function respond(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!request.url?.startsWith('/interaction/')) {
    await provider.callback()(request, response)
    return
  }
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page(loginForm))
    return
  }
  const form = new URLSearchParams(await textOf(request))
  const login = { accountId: form.get('name') ?? '' }
  const result = form.has('cancel') ? { error: 'access_denied' } : { login }
  await provider.interactionFinished(request, response, result)
}

const loginForm = `<h1>Example provider</h1><form method="post">
<label>Name <input name="name" autofocus></label>
<button>Sign in</button><button name="cancel" value="1">Cancel</button></form>`
const page = (content: string) => `<!doctype html><title>Example provider</title>${content}`

const logout: NonNullable<NonNullable<Configuration['features']>['rpInitiatedLogout']> = {
  enabled: true,
  logoutSource: async (context, form) => {
    context.body = page(`${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`)
  },
  postLogoutSuccessSource: async (context) => {
    context.body = page('<p>You are signed out.</p>')
  },
}

function configurationOf(client: TestClient, people: TestProvider['people']): Configuration {
  const own = ['preferred_username', 'name', 'nickname', 'groups', 'ages', 'realm_access']
  return {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
        post_logout_redirect_uris: [client.signedOutUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], profile: own, email: ['email', 'email_verified'] },
    conformIdTokenClaims: client.isTalkative !== true,
    cookies: { keys: ['a key of tests'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: logout },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({ ...people.get(id), sub: id }),
    }),
    // Grants access without a consent prompt.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    renderError: async (context, { error }) => {
      context.body = error
    },
  }
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
}

async function signAnew(token: string, key: JWK, change: Tamper = (claims) => claims): Promise<string> {
  const header = { alg: 'RS256', ...(key.kid !== undefined && { kid: key.kid }) }
  return new SignJWT(change(decodeJwt(token))).setProtectedHeader(header).sign(await importJWK(key, 'RS256'))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

type Stored = Map<string, AdapterPayload>

/** Keeps everything in memory while the provider runs. */
const storageIn =
  (stored: Stored): AdapterFactory =>
  (name) => {
    const keyOf = (id: string) => `${name} ${id}`
    const where = (matches: (payload: AdapterPayload) => boolean) =>
      [...stored.values()].find((payload) => payload.kind === name && matches(payload))
    return {
      upsert: async (id, payload) => void stored.set(keyOf(id), payload),
      find: async (id) => stored.get(keyOf(id)),
      findByUid: async (uid) => where((payload) => payload.uid === uid),
      findByUserCode: async (code) => where((payload) => payload.userCode === code),
      consume: async (id) => {
        const payload = stored.get(keyOf(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void stored.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key)
      },
    }
  }
