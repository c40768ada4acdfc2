/** Declares what a handler receives and returns: plain values and bytes, so that features do not depend on the web framework. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { CompatibilityApiName } from '@koedana/contract/app-passwords.ts'
import type { Endpoint, ParsedRequest, ResponseBody } from '@koedana/contract/kit/endpoint.ts'
import type { TokenScope } from '@koedana/contract/kit/token-scope.ts'
import type { User } from '@koedana/contract/session.ts'
import type { AgeCategory, Locale, ViewerFilters } from '@koedana/contract/values.ts'

export interface Context {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly locale: Locale
  readonly person: Person | undefined
  readonly lent?: ShareAccess | undefined
  /** The address of the caller, as reported by trusted proxies. */
  readonly address: string
  /** The remote address of the connection: the caller or a proxy. */
  readonly peer: string
  /** The URL of this server as the caller sees it, without a trailing slash. */
  readonly origin: string
  /** The base path of all routes, such as `/koedana`; `''` without one. */
  readonly subPath: string
  /** Such as `1.1`. */
  readonly httpVersion: string
  /** Aborted when the caller disconnects before the response. For work that only matters to the caller. */
  readonly signal?: () => AbortSignal
  readonly isGone?: () => boolean
}

/** Bytes with their own status and headers, for media, covers and pre-serialized JSON. */
export interface Bytes {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Readable | Uint8Array
  /** A known checksum of a cached body, if it is cheaper than reading the body again. */
  readonly checksum?: number
}

export type Handler<E extends Endpoint> = (
  request: ParsedRequest<E>,
  context: Context,
) => Promise<ResponseBody<E> | Bytes> | ResponseBody<E> | Bytes

/** Defines what may be cached of an endpoint's responses. The handler must depend only on the request and the locale. */
export interface CachePolicy {
  /**
   * Returns the version of the sources of a response. It must change before newer data is read, and again when all data that is
   * read is new.
   */
  readonly version: () => string
  /** Returns a key, without spaces, of all callers who get the same responses; undefined for a caller whose responses are not shared. */
  readonly audience: (context: Context) => string | undefined
  /** Returns whether the request is for the caller's own data. Such responses are never stored. */
  readonly isPersonal?: (query: Readonly<Record<string, unknown>>) => boolean
  /** Whether personal responses get an ETag too. They are still computed for each request. */
  readonly hasOwnTags?: boolean
}

/** Returns whether the response is bytes; all other values are sent as JSON. */
export const isBytes = (response: unknown): response is Bytes =>
  typeof response === 'object' && response !== null && 'status' in response && 'headers' in response

/** The authenticated person as handlers see them. Visitors are undefined instead. */
export interface Person {
  readonly userKey: number
  /** 0 for an API token. No session has this key, so a token never counts as recent authentication. */
  readonly sessionKey: number
  readonly sessionId: string
  readonly user: User
  /** End of the session or API token, in milliseconds since 1970. */
  readonly expiresAt: number
  /** The highest age category this person may see. Guests have that of visitors. */
  readonly ceiling: AgeCategory
  readonly choices: ViewerFilters
  /** A key, without spaces, of all viewers who see the same. */
  readonly audience: string
  /** The compatibility API that was used; undefined for this server's own API. */
  readonly door: DoorSession | undefined
  readonly apiToken?: UsedApiToken
}

export interface UsedApiToken {
  readonly name: string
  readonly scope: TokenScope
}

/** What a visitor may see through a share link. The member who made it must still be allowed to see it. */
export interface ShareAccess {
  readonly shareId: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly ceiling: AgeCategory
  readonly choices: ViewerFilters
  readonly mayListen: boolean
  /** Returns which of these works are shared and visible through the link. */
  readonly holds: (workKeys: readonly number[], locale: Locale) => Promise<ReadonlySet<number>>
}

/** A session of a compatibility API is valid only for that API. */
export interface DoorSession {
  readonly name: CompatibilityApiName
  /** Whether works without files are included, as chosen for the app password. */
  readonly showsCatalogue: boolean
}

/**
 * Returns the person of a bearer token; undefined without a header. Throws `unauthenticated` for an invalid token, so that an
 * expired one is never treated as a visitor. Wrong API tokens are counted by address.
 */
export type Authenticate = (
  authorization: string | undefined,
  address: string,
) => Person | undefined | Promise<Person | undefined>

/** Responses are private and must be revalidated, because each viewer sees different data. */
export const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Accept-Language, Accept-Encoding',
} as const

/** For personal data and tokens, which must not be stored anywhere. */
export const noStoreHeaders = { ...jsonHeaders, 'cache-control': 'no-store' } as const

export const jsonBytes = (body: Uint8Array): Bytes => ({ status: 200, headers: jsonHeaders, body })

/** Returns a handler's response as JSON bytes; undefined for other bytes, and for no response. */
export function jsonOf(response: unknown): Uint8Array | undefined {
  if (response === undefined) return undefined
  if (!isBytes(response)) return Buffer.from(JSON.stringify(response))
  return response.headers === jsonHeaders && response.body instanceof Uint8Array ? response.body : undefined
}

/** Concatenates serialized items into a JSON array between two texts, without parsing them. */
export function joinItems(before: string, items: readonly Uint8Array[], after: string): Buffer {
  let length = before.length * maxBytes + after.length * maxBytes + items.length
  for (const item of items) length += item.length
  const joined = Buffer.allocUnsafe(length)
  const start = joined.write(before)
  let at = start
  for (const item of items) {
    if (at > start) joined[at++] = comma
    joined.set(item, at)
    at += item.length
  }
  at += joined.write(after, at)
  return joined.subarray(0, at)
}

/** Maximum UTF-8 bytes per UTF-16 code unit. */
const maxBytes = 3
const comma = 0x2c

/** Prepares the audit entry of an administrator's action. The returned function records it; call it after the action succeeded. */
export type RecordAction = (
  endpoint: Endpoint,
  request: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
  by: { readonly person: Person | undefined; readonly address: string },
) => Promise<(() => void) | undefined>
