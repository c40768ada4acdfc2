/**
 * Says what all cloud drives have in common, and what each of them has to say of itself (ADR 0040): its API, and how an
 * app gets tokens for it.
 */
import type { DriveProvider } from '@koedana/contract/drives.ts'
import * as v from 'valibot'
import type { Received } from '../../../lib/outbound.ts'
import { type ChangePage, type KeptNode, type Link, type Ref, StorageError } from '../storage.ts'

/** Access to an account, for one request after the other. */
export interface Access {
  readonly token: string
  /** The facts of the link that the provider gave, as its region. */
  readonly extra: Readonly<Record<string, string>>
}

/** The keeper of the tokens. */
export interface DriveAccess {
  /**
   * Another token than the one that was refused. Fails with a `StorageError`: `revoked` where somebody has to link the
   * account again, `unavailable` where it cannot be said now.
   */
  readonly of: (account: string, refused?: string) => Promise<Access>
}

/** A provider counts these apart from each other. */
export type Paced = 'list' | 'link' | 'other'

export interface DriveRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>
  readonly paced: Paced
}

export interface DriveCalls {
  /** Returns the JSON of a response that is none of failure. Fails with a `StorageError`. */
  readonly send: (request: DriveRequest) => Promise<unknown>
  /** Returns a response that is none of failure, whole. */
  readonly receive: (request: DriveRequest) => Promise<Received>
  /** Returns where a response leads, which is not followed. Fails with a `StorageError`, also where it leads nowhere. */
  readonly locate: (request: DriveRequest) => Promise<string>
  /** A token for what is not sent here; another one than that which was refused. */
  readonly token: (refused?: string) => Promise<string>
  readonly extra: () => Promise<Access['extra']>
  /** Returns milliseconds since 1970. */
  readonly now: () => number
}

export type DriveNode = KeptNode

export interface DrivePage {
  readonly nodes: readonly DriveNode[]
  readonly next: string | undefined
}

export interface DriveOwner {
  /** Never changes, and belongs to one account. Undefined if the provider does not say. */
  readonly accountId: string | undefined
  /** The name by which people know it. */
  readonly name: string
  /** Kept with the tokens, as `Access.extra`. */
  readonly extra?: Readonly<Record<string, string>>
}

export interface DriveSpace {
  readonly usedBytes: number
  readonly totalBytes: number
}

/** One provider. References are ids, so that what is moved on the drive is found again. */
export interface Drive {
  readonly facts: DriveFacts
  readonly findOwner: (calls: DriveCalls) => Promise<DriveOwner>
  readonly findSpace: (calls: DriveCalls) => Promise<DriveSpace | undefined>
  readonly list: (calls: DriveCalls, folder: Ref, page: string | undefined) => Promise<DrivePage>
  readonly stat: (calls: DriveCalls, ref: Ref) => Promise<DriveNode>
  readonly feed?: DriveFeed
  /** Returns an address of the bytes, another one than that which was refused. Headers that it needs are for us alone. */
  readonly link: (calls: DriveCalls, node: DriveNode, refused?: Link) => Promise<Link>
  /** Returns whether a refusal of bytes only means that too many bodies are open: the link itself is still good. */
  readonly isCrowded?: (status: number, body: string) => boolean
  /** One for the browser of a listener, where the other may be bound to the User-Agent that requested it. */
  readonly linkFor?: (calls: DriveCalls, node: DriveNode, userAgent: string) => Promise<Link>
  /** Returns the headers of a request that bear the token. */
  readonly authorise: (token: string) => Readonly<Record<string, string>>
  /** Returns the address of a request, where it bears the token. */
  readonly signed?: (url: string, token: string) => string
  /** Returns undefined for a success; `expired` if another token may help, `transient` if the same one may work a moment later. */
  readonly faultOf: (received: Received) => StorageError | 'expired' | 'transient' | undefined
  /** Reads what came for a code or a refresh token, where it is not as OAuth 2 says; undefined where it is. */
  readonly readOAuth?: (received: Received) => OAuthResult | undefined
  readonly device?: DriveDevice
}

/** Reads what changed on a drive, where a provider has a feed of it (ADR 0043). */
export interface DriveFeed {
  /** Returns the cursor of now, of all that lies below a folder. */
  readonly begin: (calls: DriveCalls, root: Ref) => Promise<string>
  readonly read: (calls: DriveCalls, cursor: string) => Promise<ChangePage>
  /** Returns whether it reports what is in a folder; of all without it. */
  readonly covers?: (cursor: string, folder: Ref) => boolean
}

/** How a provider is linked and how it is reached: a row of the table of all of them. */
export interface DriveFacts {
  readonly provider: DriveProvider
  readonly authorizeUrl: string
  /** Parameters beside client id, state and return address. */
  readonly authorizeParams: Readonly<Record<string, string>>
  /** `{host}` stands for that of the region. */
  readonly tokenUrl: string
  /** How tokens are requested: by a form without it. */
  readonly tokensBy?: 'json' | 'query'
  /** The address for refresh tokens, if it is another one. */
  readonly refreshUrl?: string
  /** More fields that are sent for a code and for a refresh token. */
  readonly tokenFields?: { readonly code?: readonly string[]; readonly refresh?: readonly string[] }
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>
  /** Returns the addresses of an app that is placed elsewhere, and what its accounts keep beside their tokens. */
  readonly placed?: (placement: AppPlacement) => {
    readonly authorizeUrl: string
    readonly tokenUrl: string
    readonly extra: Readonly<Record<string, string>>
  }
  /** The hosts an account may be at, by what the provider calls its regions: secrets go nowhere else, whatever a response says. */
  readonly regions?: Readonly<Record<string, string>>
  /** Whether the state may be missing from a response, which happens: it belongs to the only link that its session began. */
  readonly mayDropState?: boolean
  /** Whether its numbers may be larger than those of JavaScript. */
  readonly hasLongNumbers?: boolean
  readonly revoke?: { readonly url: string; readonly by: 'bearer' | 'form' | 'app' | 'accessToken' }
  /** Whether S256 goes with the secret. */
  readonly hasPkce: boolean
  /** Whether tokens are got for a device, since no others can be revoked. */
  readonly hasDeviceId?: boolean
  /** `none`: tokens last for ever. `kept`: a refresh brings none. `replaced`: each brings another one, and
   * the old one stays good. `once`: each brings another one, and the old one is dead. */
  readonly refreshToken: 'none' | 'kept' | 'replaced' | 'once'
  /** Whether a refresh that failed, for whatever reason, has used its token up. */
  readonly isSpentByFailure?: boolean
  /** The cause of a fault that means that the app was not set up completely. */
  readonly setUpFault?: string
  /**
   * A file's facts are kept for this long after they were read: for providers that allow few calls and never change the bytes
   * behind an ID.
   */
  readonly keepsNodesMs?: number
  /** The scope that must have been given; one of several is enough. */
  readonly neededScope?: string | readonly string[]
  readonly issuer?: string
  readonly rootRef: Ref
  readonly links: 'redirect' | 'proxy'
  /** Whether the proxy for drives is not used: providers of mainland China are slow or blocked by proxies elsewhere. */
  readonly isReachedDirectly?: boolean
  /** Calls at a time of a scan. */
  readonly parallel: number
  /** Bodies of files that an account may have open at once; unlimited if absent. */
  readonly readers?: number
  /** Calls a second of an account; unlimited where absent. `all` is of all sorts together. */
  readonly pace: Partial<Record<Paced | 'all', number>>
}

/** Returns what a provider sent, if it is what its documentation says. The cause names a field and no value. */
export function expected<S extends v.GenericSchema>(schema: S, sent: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, sent)
  if (read.success) return read.output
  throw new StorageError('damaged', { cause: `unexpected at ${v.getDotPath(read.issues[0]) ?? 'the top'}` })
}

export interface AppCredentials {
  readonly clientId: string
  readonly clientSecret: string
  /** The national cloud and the tenant of an app that is not global and multi-tenant. */
  readonly placement?: AppPlacement | undefined
}

export const clouds = ['global', 'china', 'usGovernment'] as const
export type Cloud = (typeof clouds)[number]

export interface AppPlacement {
  readonly cloud: Cloud
  /** A tenant's ID or domain; any account without it. */
  readonly tenant?: string | undefined
}

/**
 * `refused`: the code or refresh token is not good any more. `app`: client id or secret are not. `unsent`: the provider was
 * not reached, and has seen nothing. `unclear`: it may have seen it. `away`: it said that it cannot now. `often`: it wants to
 * be called later. `pending`: nobody has confirmed it yet. `denied`: somebody said no.
 */
export type OAuthFault = 'refused' | 'app' | 'unsent' | 'unclear' | 'away' | 'often' | 'pending' | 'denied'

export type OAuthResult =
  | { readonly is: 'tokens'; readonly tokens: unknown }
  /** `detail` has the words of the provider. */
  | { readonly is: 'refused'; readonly fault: OAuthFault; readonly detail?: string | undefined }

export type Fields = Readonly<Record<string, string>>

export interface OAuthRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Fields
  readonly body?: string
}

/** Sends without a token, and expects a response with a status of success alone. */
export type SendOAuth = (request: OAuthRequest) => Promise<Received>

/** Links for which browsers need not come back: a code is shown, and confirmed on another device. */
export interface DriveDevice {
  readonly begin: (send: SendOAuth, app: AppCredentials) => Promise<BegunDevice>
  /** `over` where the code is not good any more. Otherwise what tokens are got with, which may still be `pending`. */
  readonly poll: (
    send: SendOAuth,
    held: Fields,
  ) => Promise<'waiting' | 'seen' | 'over' | 'denied' | TokenRequestFields>
}

export interface BegunDevice {
  /** The text of the QR code. */
  readonly qr: string
  /** A page where it is confirmed as well. */
  readonly page?: string
  /** The code to type on that page. */
  readonly code?: string
  /** The fields to poll with later; they are sealed. */
  readonly held: Fields
  readonly everyMs: number
}

export interface TokenRequestFields {
  readonly fields: Fields
  /** `tokenUrl` without it. */
  readonly url?: string
  /** Whether neither client id nor secret is sent. */
  readonly isBare?: boolean
}

export const formOf = (fields: Fields): string => new URLSearchParams(fields).toString()

export const formRequest = (url: string, fields: Fields): OAuthRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: formOf(fields),
})

export const jsonRequest = (url: string, fields: unknown): OAuthRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify(fields),
})

export const queryRequest = (url: string, fields: Fields): OAuthRequest => ({
  url: `${url}?${formOf(fields)}`,
  method: 'GET',
  headers: { accept: 'application/json' },
})
