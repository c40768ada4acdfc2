/** Declares what all cloud drives have in common, and what each provider must define (ADR 0040): its API, and how an app gets tokens. */
import type { DriveProvider } from '@koedana/contract/drives.ts'
import * as v from 'valibot'
import type { OutboundResponse } from '../../../lib/outbound.ts'
import { type ChangePage, type Link, type ListedNode, type Ref, StorageError } from '../storage.ts'

/** Credentials of an account for one request. */
export interface DriveCredentials {
  readonly token: string
  /** Facts about the link from the provider, such as its region. */
  readonly extra: Readonly<Record<string, string>>
}

export interface DriveAccess {
  /**
   * Returns a token, different from the rejected one. Fails with a `StorageError`: `revoked` if an administrator must link the account
   * again, `unavailable` if that is unknown at the moment.
   */
  readonly of: (account: string, refused?: string) => Promise<DriveCredentials>
}

/** Kinds of calls that a provider limits separately. */
export type CallKind = 'list' | 'link' | 'other'

export interface DriveRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly paced: CallKind
}

export interface DriveCalls {
  /** Returns the JSON of a successful response. Fails with a `StorageError`. */
  readonly send: (request: DriveRequest) => Promise<unknown>
  readonly receive: (request: DriveRequest) => Promise<OutboundResponse>
  /** Returns the target of a redirect without following it. Fails with a `StorageError`, also if there is none. */
  readonly locate: (request: DriveRequest) => Promise<string>
  /** Returns a token, different from the rejected one, for requests that do not use `send`. */
  readonly token: (refused?: string) => Promise<string>
  readonly extra: () => Promise<DriveCredentials['extra']>
  readonly now: () => number
}

export type DriveNode = ListedNode

export interface DrivePage {
  readonly nodes: readonly DriveNode[]
  readonly next: string | undefined
}

export interface DriveOwner {
  /** Permanent ID of the account. Undefined if the provider does not return one. */
  readonly accountId: string | undefined
  /** Name under which people know the account. */
  readonly name: string
  /** Stored with the tokens, as `Access.extra`. */
  readonly extra?: Readonly<Record<string, string>>
}

export interface DriveSpace {
  readonly usedBytes: number
  readonly totalBytes: number
}

/** A provider. References are IDs, so that items moved on the drive are found again. */
export interface Drive {
  readonly facts: DriveFacts
  readonly findOwner: (calls: DriveCalls) => Promise<DriveOwner>
  readonly findSpace: (calls: DriveCalls) => Promise<DriveSpace | undefined>
  readonly list: (calls: DriveCalls, folder: Ref, page: string | undefined) => Promise<DrivePage>
  readonly stat: (calls: DriveCalls, ref: Ref) => Promise<DriveNode>
  readonly feed?: DriveFeed
  /** Returns a link to the bytes, different from the rejected one. A link with headers is only for this server. */
  readonly link: (calls: DriveCalls, node: DriveNode, refused?: Link) => Promise<Link>
  /** Returns whether a rejected download only means that too many are open: the link itself is still valid. */
  readonly isCrowded?: (status: number, body: string) => boolean
  /** Returns a link for a listener's browser, if links are bound to the User-Agent that requested them. */
  readonly linkFor?: (calls: DriveCalls, node: DriveNode, userAgent: string) => Promise<Link>
  readonly authorise: (token: string) => Readonly<Record<string, string>>
  /** Returns the URL with the token, for providers that require it there. */
  readonly signed?: (url: string, token: string) => string
  /** Returns undefined for a success; `expired` if another token may help; `transient` if the same request may succeed a moment later. */
  readonly faultOf: (received: OutboundResponse) => StorageError | 'expired' | 'transient' | undefined
  /** Parses a token response that deviates from OAuth 2; returns undefined if it conforms. */
  readonly readOAuth?: (received: OutboundResponse) => OAuthResult | undefined
  readonly device?: DriveDevice
}

export interface DriveFeed {
  /** Returns the current cursor for everything below a folder. */
  readonly begin: (calls: DriveCalls, root: Ref) => Promise<string>
  readonly read: (calls: DriveCalls, cursor: string) => Promise<ChangePage>
  /** Returns whether the feed reports the contents of a folder; by default it reports all. */
  readonly covers?: (cursor: string, folder: Ref) => boolean
}

/** Properties of a provider: how accounts are linked, and how it is reached. */
export interface DriveFacts {
  readonly provider: DriveProvider
  readonly authorizeUrl: string
  /** Parameters in addition to client ID, state and redirect URL. */
  readonly authorizeParams: Readonly<Record<string, string>>
  /** `{host}` is replaced by the region's host. */
  readonly tokenUrl: string
  /** How token requests are sent; by default as a form. */
  readonly tokensBy?: 'json' | 'query'
  /** URL for refreshing tokens, if it differs. */
  readonly refreshUrl?: string
  /** Additional fields of token requests. */
  readonly tokenFields?: { readonly code?: readonly string[]; readonly refresh?: readonly string[] }
  readonly headers?: Readonly<Record<string, string>>
  /** Returns the URLs for an app in another cloud or tenant, and what its accounts store with their tokens. */
  readonly placed?: (placement: AppPlacement) => {
    readonly authorizeUrl: string
    readonly tokenUrl: string
    readonly extra: Readonly<Record<string, string>>
  }
  /** Allowed hosts of accounts, by the provider's region names. Secrets are sent to no other host, not even if a response names one. */
  readonly regions?: Readonly<Record<string, string>>
  /** Whether the provider may omit the state from its redirect. The redirect then belongs to the only link that the session began. */
  readonly mayDropState?: boolean
  /** Whether numbers may exceed JavaScript's safe integers. */
  readonly hasLongNumbers?: boolean
  readonly revoke?: { readonly url: string; readonly by: 'bearer' | 'form' | 'app' | 'accessToken' }
  /** Whether PKCE (S256) is used in addition to the client secret. */
  readonly hasPkce: boolean
  /** Whether tokens are requested for a device ID, because others cannot be revoked. */
  readonly hasDeviceId?: boolean
  /**
   * `none`: access tokens never expire. `kept`: a refresh returns no new refresh token. `replaced`: each refresh returns a new one, and
   * the old one stays valid. `once`: each refresh returns a new one, and the old one becomes invalid.
   */
  readonly refreshToken: 'none' | 'kept' | 'replaced' | 'once'
  /** Whether a failed refresh, for whatever reason, invalidates the refresh token. */
  readonly isSpentByFailure?: boolean
  /** Cause of a fault that means that the app's setup is incomplete. */
  readonly setUpFault?: string
  /** How long the facts of a file are cached, in milliseconds. For providers that allow few calls and never change the bytes of an ID. */
  readonly keepsNodesMs?: number
  /** Scope that must be granted; one of several is sufficient. */
  readonly neededScope?: string | readonly string[]
  readonly issuer?: string
  readonly rootRef: Ref
  readonly links: 'redirect' | 'proxy'
  /** Whether the proxy for drives is skipped: providers in mainland China are slow or blocked through foreign proxies. */
  readonly isReachedDirectly?: boolean
  readonly parallel: number
  /** Maximum of concurrent downloads per account; unlimited if undefined. */
  readonly readers?: number
  /** Calls per second and account; unlimited if undefined. `all` limits all kinds together. */
  readonly pace: Partial<Record<CallKind | 'all', number>>
}

/** Validates a response of the provider against its documented schema. The cause of an error names a field, but no value. */
export function parseResponse<S extends v.GenericSchema>(schema: S, sent: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, sent)
  if (read.success) return read.output
  throw new StorageError('damaged', { cause: `unexpected at ${v.getDotPath(read.issues[0]) ?? 'the top'}` })
}

export interface AppCredentials {
  readonly clientId: string
  readonly clientSecret: string
  /** National cloud and tenant of an app that is not global and multi-tenant. */
  readonly placement?: AppPlacement | undefined
}

export const clouds = ['global', 'china', 'usGovernment'] as const
export type Cloud = (typeof clouds)[number]

export interface AppPlacement {
  readonly cloud: Cloud
  /** ID or domain of the tenant; undefined accepts any account. */
  readonly tenant?: string | undefined
}

/**
 * `refused`: the code or refresh token is invalid. `app`: client ID or secret is invalid. `unsent`: the provider was not reached and
 * received nothing. `unclear`: it may have received the request. `away`: it is temporarily unavailable. `often`: it requires a longer
 * interval. `pending`: not confirmed yet. `denied`: the user declined.
 */
export type OAuthFault = 'refused' | 'app' | 'unsent' | 'unclear' | 'away' | 'often' | 'pending' | 'denied'

export type OAuthResult =
  | { readonly type: 'tokens'; readonly tokens: unknown }
  /** `detail` is the provider's message. */
  | { readonly type: 'refused'; readonly fault: OAuthFault; readonly detail?: string | undefined }

export type Fields = Readonly<Record<string, string>>

export interface OAuthRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Fields
  readonly body?: string
}

/** Sends a request without an access token. Fails unless the status is a success. */
export type SendOAuth = (request: OAuthRequest) => Promise<OutboundResponse>

/** Linking without a redirect: a code is shown and confirmed on another device. */
export interface DriveDevice {
  readonly begin: (send: SendOAuth, app: AppCredentials) => Promise<DeviceLink>
  /**
   * Returns `over` if the code is no longer valid. Otherwise returns the fields of the token request, whose response may still be
   * `pending`.
   */
  readonly poll: (
    send: SendOAuth,
    held: Fields,
  ) => Promise<'waiting' | 'seen' | 'over' | 'denied' | TokenRequestFields>
}

export interface DeviceLink {
  /** Content of the QR code. */
  readonly qr: string
  /** Web page for the confirmation. */
  readonly page?: string
  /** Code to enter on that page. */
  readonly code?: string
  /** Fields for later polls; stored encrypted. */
  readonly held: Fields
  readonly everyMs: number
}

export interface TokenRequestFields {
  readonly fields: Fields
  /** By default `tokenUrl`. */
  readonly url?: string
  /** Whether client ID and secret are omitted. */
  readonly isBare?: boolean
}

export const encodeForm = (fields: Fields): string => new URLSearchParams(fields).toString()

export const formRequest = (url: string, fields: Fields): OAuthRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: encodeForm(fields),
})

export const jsonRequest = (url: string, fields: unknown): OAuthRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify(fields),
})

export const queryRequest = (url: string, fields: Fields): OAuthRequest => ({
  url: `${url}?${encodeForm(fields)}`,
  method: 'GET',
  headers: { accept: 'application/json' },
})
