/** Exchanges codes and refresh tokens for tokens at the providers. */

import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { OutboundResponse } from '../../lib/outbound.ts'
import { OutboundError } from '../../lib/outbound-error.ts'
import {
  type AppCredentials,
  type DeviceLink,
  type Drive,
  type DriveDevice,
  type Fields,
  formRequest,
  jsonRequest,
  type OAuthFault,
  type OAuthRequest,
  queryRequest,
  type SendOAuth,
} from '../storages/drives/drive.ts'
import { tryParseJson } from '../storages/drives/drive-calls.ts'
import type { Gateway } from '../storages/drives/gateway.ts'
import type { Remote } from '../storages/remote/reach.ts'

/** The encrypted part of an account. */
export const Tokens = v.object({
  accessToken: v.string(),
  /** ISO 8601; null if it does not expire. */
  expiresAt: v.nullable(v.string()),
  refreshToken: v.nullable(v.string()),
  extra: v.record(v.string(), v.string()),
})
export type Tokens = v.InferOutput<typeof Tokens>

export class OAuthError extends Error {
  readonly fault: OAuthFault
  /** The provider's error text. */
  readonly detail: string | undefined

  constructor(fault: OAuthFault, detail?: string, cause?: unknown) {
    super(fault, { cause })
    this.name = 'OAuthError'
    this.fault = fault
    this.detail = detail
  }
}

export const TokenGrant = v.object({ ...Tokens.entries, scope: v.optional(v.string()) })
export type TokenGrant = v.InferOutput<typeof TokenGrant>

export interface GivenCode {
  readonly code: string
  readonly returnUrl: string
  readonly verifier: string | undefined
  /** The host of the region; undefined if the provider has none. */
  readonly host: string | undefined
}

export interface OAuthClient {
  readonly exchange: (drive: Drive, app: AppCredentials, given: GivenCode) => Promise<TokenGrant>
  /** Keeps the current `extra`, and the current refresh token if the provider sends none. */
  readonly refresh: (
    drive: Drive,
    app: AppCredentials,
    held: Pick<Tokens, 'refreshToken' | 'extra'>,
  ) => Promise<TokenGrant>
  readonly beginDevice: (drive: Drive, device: DriveDevice, app: AppCredentials) => Promise<DeviceLink>
  /** Also fails with `pending`. */
  readonly pollDevice: (
    drive: Drive,
    device: DriveDevice,
    given: { readonly app: AppCredentials; readonly held: Fields },
  ) => Promise<'waiting' | 'seen' | 'over' | 'denied' | TokenGrant>
  /** Never fails: if the provider cannot be reached, the account is only unlinked here. */
  readonly revoke: (drive: Drive, app: AppCredentials | undefined, tokens: Tokens) => Promise<void>
}

export function createOAuthClient(gateway: Gateway, now: () => Date): OAuthClient {
  const requestTokens = async (drive: Drive, url: string, fields: Fields): Promise<TokenGrant> => {
    const { tokensBy = 'form', headers } = drive.facts
    const request = requestBy[tokensBy](url, fields)
    const sent = { ...request, headers: { ...headers, ...request.headers } }
    return grantedIn(drive, await send(gateway.of(drive), sent), now())
  }
  return {
    exchange: async (drive, app, { code, returnUrl, verifier, host = '' }) => {
      const { tokenFields, hasDeviceId } = drive.facts
      const { tokenUrl, extra } = addressesOf(drive, app)
      const fields = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: returnUrl,
        ...credentials(app),
        ...(verifier !== undefined && { code_verifier: verifier }),
        ...(hasDeviceId === true && { device_id: deviceIdOf(app, returnUrl) }),
      }
      const got = await requestTokens(
        drive,
        tokenUrl.replace('{host}', host),
        only(fields, tokenFields?.code),
      )
      return { ...got, extra: { ...got.extra, ...extra, ...(host !== '' && { host }) } }
    },
    refresh: async (drive, app, { refreshToken, extra }) => {
      const { tokenUrl, extra: placed } = addressesOf(drive, app)
      const { refreshUrl = tokenUrl, tokenFields, refreshToken: kind } = drive.facts
      if (refreshToken === null || kind === 'none') throw new OAuthError('refused')
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, ...credentials(app) }
      const got = await requestTokens(drive, refreshUrl, only(fields, tokenFields?.refresh))
      return {
        ...got,
        extra: { ...extra, ...got.extra, ...placed },
        refreshToken: got.refreshToken ?? refreshToken,
      }
    },
    beginDevice: (drive, { begin }, app) => begin(senderFor(gateway, drive), app),
    pollDevice: async (drive, { poll }, { app, held }) => {
      const found = await poll(senderFor(gateway, drive), held)
      if (typeof found === 'string') return found
      const { fields, url = drive.facts.tokenUrl, isBare = false } = found
      return requestTokens(drive, url, isBare ? fields : { ...fields, ...credentials(app) })
    },
    revoke: (drive, app, tokens) => revoke(gateway, drive, { app, tokens }),
  }
}

/** Returns the authorization and token URLs for this app. */
export function addressesOf({ facts }: Drive, { placement }: AppCredentials) {
  const { authorizeUrl, tokenUrl, placed } = facts
  return placement && placed ? placed(placement) : { authorizeUrl, tokenUrl, extra: {} }
}

const requestBy = { form: formRequest, json: jsonRequest, query: queryRequest }

const credentials = ({ clientId, clientSecret }: AppCredentials) => ({
  client_id: clientId,
  client_secret: clientSecret,
})

const only = (fields: Fields, names: readonly string[] | undefined): Fields =>
  names ? Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) : fields

async function revoke(
  gateway: Gateway,
  drive: Drive,
  { app, tokens: { accessToken, refreshToken } }: { app: AppCredentials | undefined; tokens: Tokens },
): Promise<void> {
  const { revoke: facts } = drive.facts
  if (!facts) return
  const { url, by } = facts
  const token = by === 'accessToken' ? { access_token: accessToken } : { token: refreshToken ?? accessToken }
  const sent =
    by === 'bearer'
      ? { ...jsonRequest(url, null), headers: { authorization: `Bearer ${accessToken}`, ...jsonType } }
      : formRequest(url, { ...token, ...(by !== 'form' && app && credentials(app)) })
  await gateway
    .of(drive)
    .send({ ...sent, redirects: 0 })
    .catch(() => undefined)
}

const jsonType = { 'content-type': 'application/json' }

/** Returns the same device ID each time this server links an account, since providers allow few devices per account. */
const deviceIdOf = ({ clientId }: AppCredentials, returnUrl: string) =>
  createHash('sha256').update(`${clientId} ${returnUrl}`).digest('hex').slice(0, 32)

/** Returns a function that sends requests with the provider's headers, and rejects error responses. */
const senderFor = (gateway: Gateway, drive: Drive): SendOAuth => {
  const { headers } = drive.facts
  return async (request) => {
    const received = await send(gateway.of(drive), {
      ...request,
      headers: { ...headers, ...request.headers },
    })
    const own = drive.readOAuth?.(received)
    if (own?.type === 'refused') throw new OAuthError(own.fault, own.detail)
    if (!own && received.status !== 200) throw refusalIn(received)
    return received
  }
}

async function send(remote: Pick<Remote, 'send'>, request: OAuthRequest): Promise<OutboundResponse> {
  try {
    return await remote.send({ ...request, redirects: 0 })
  } catch (error) {
    throw new OAuthError(isUnsent(error) ? 'unsent' : 'unclear', undefined, error)
  }
}

/** Returns whether certainly no byte of the request arrived. */
function isUnsent(error: unknown): boolean {
  if (error instanceof OutboundError) return unsent.has(error.fault)
  return error instanceof Error && error.cause !== undefined && isUnsent(error.cause)
}

const unsent: ReadonlySet<string> = new Set<OutboundError['fault']>([
  'addressRefused',
  'privateAddress',
  'nameUnknown',
  'connectionRefused',
  'certificateWrong',
])

/** Some providers send the number as a text. */
const Seconds = v.pipe(v.union([v.number(), v.pipe(v.string(), v.transform(Number))]), v.number())

const Grant = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  refresh_token: v.optional(v.pipe(v.string(), v.minLength(1))),
  expires_in: v.optional(Seconds),
  scope: v.optional(v.string()),
})

const Refusal = v.object({ error: v.string(), error_description: v.optional(v.string()) })

function grantedIn({ readOAuth }: Drive, received: OutboundResponse, now: Date): TokenGrant {
  const own = readOAuth?.(received)
  if (own?.type === 'refused') throw new OAuthError(own.fault, own.detail)
  if (!own && received.status !== 200) throw refusalIn(received)
  const read = v.safeParse(Grant, own ? own.tokens : tryParseJson(received))
  // A response without tokens may still have consumed the code or refresh token.
  if (!read.success) throw new OAuthError('unclear')
  const { access_token: accessToken, refresh_token = null, expires_in, scope } = read.output
  const expiresAt =
    expires_in === undefined ? null : new Date(now.getTime() + expires_in * 1000).toISOString()
  return { accessToken, refreshToken: refresh_token, expiresAt, scope, extra: {} }
}

function refusalIn(received: OutboundResponse): OAuthError {
  const { status } = received
  if (status === 429 || status >= 500) return new OAuthError('away')
  const read = v.safeParse(Refusal, tryParseJson(received))
  if (!read.success) return new OAuthError(status === 401 ? 'app' : 'unclear')
  const { error, error_description: detail = error } = read.output
  // AADSTS50194: an app for a single tenant was used without naming it.
  const isApp =
    /^(?:invalid_client|unauthorized_client|redirect_uri_mismatch)$/.test(error) ||
    detail.includes('AADSTS50194')
  if (error === 'temporarily_unavailable') return new OAuthError('away', detail)
  return new OAuthError(isApp ? 'app' : 'refused', detail)
}
