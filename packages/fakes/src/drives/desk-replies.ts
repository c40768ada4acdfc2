/** The consent page and the token endpoint, as most providers have them. */
import type { Consent, FakeDesk, IssuedTokens } from './fake-desk.ts'
import { json, type ProviderReply, type ProviderRequest } from './fake-provider.ts'

interface SentBack {
  /** What is told beside the code. */
  readonly answer?: Readonly<Record<string, string>>
  readonly dropsState?: boolean
}

/** Asks whether the app may, and sends the browser back. */
export function authorise(
  request: ProviderRequest,
  desk: FakeDesk,
  more: (query: URLSearchParams) => Pick<Consent, 'hasRefresh'> & SentBack,
): ProviderReply {
  const { query } = request
  const redirectUri = query.get('redirect_uri') ?? ''
  const isKnown = query.get('client_id') === desk.app.clientId && query.get('response_type') === 'code'
  if (!isKnown) return html(400, 'This app is not known.')
  if (!desk.returnUrls.has(redirectUri)) return html(400, 'This return address is not registered.')
  if (!query.has('answer')) return consentPage(request)
  if (query.get('answer') === 'deny') return sendBack(query, denied)
  const { hasRefresh, answer = {}, dropsState = false } = more(query)
  const code = desk.consent({
    redirectUri,
    challenge: query.get('code_challenge') ?? undefined,
    hasRefresh,
    scope: query.get('scope') ?? undefined,
  })
  if (dropsState) query.delete('state')
  return sendBack(query, { code, ...answer })
}

const denied = { error: 'access_denied', error_description: 'They chose <i>not</i> to give access' }

/** Two links, for a person and for a test. */
function consentPage({ query, path, host }: ProviderRequest): ProviderReply {
  const link = (answer: string) =>
    attribute(`/${host}${path}?${new URLSearchParams([...query, ['answer', answer]])}`)
  return html(200, `<a href="${link('allow')}">Allow</a> <a href="${link('deny')}">Deny</a>`)
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const html = (status: number, body: string): ProviderReply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><title>Consent</title><main>${body}</main>`,
})

function sendBack(query: URLSearchParams, answer: Readonly<Record<string, string>>): ProviderReply {
  const url = new URL(query.get('redirect_uri') ?? '')
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  const state = query.get('state')
  if (state !== null) url.searchParams.set('state', state)
  return { status: 302, headers: { location: url.href } }
}

/** A code or a refresh token for tokens; `told` says what the provider calls them. */
export function tokenReply(
  request: ProviderRequest,
  desk: FakeDesk,
  told: (tokens: IssuedTokens) => object,
): ProviderReply {
  const form = new URLSearchParams(request.body)
  const app = appIn(request, form)
  const code = form.get('code')
  const isFirst = form.get('grant_type') === 'authorization_code' && code !== null
  const got = isFirst
    ? desk.exchange({
        app,
        code,
        redirectUri: form.get('redirect_uri') ?? undefined,
        verifier: form.get('code_verifier') ?? undefined,
      })
    : desk.refresh({ app, refreshToken: form.get('refresh_token') ?? '' })
  if (typeof got !== 'string') return json(200, told(got))
  return json(got === 'invalid_client' ? 401 : 400, { error: got, error_description: `<b>${got}</b>` })
}

/** Client id and secret, from the body or by Basic. */
function appIn({ headers }: ProviderRequest, form: URLSearchParams) {
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1]
  const [clientId = '', clientSecret = ''] =
    basic === undefined
      ? [form.get('client_id') ?? '', form.get('client_secret') ?? '']
      : Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
  return { clientId, clientSecret }
}
