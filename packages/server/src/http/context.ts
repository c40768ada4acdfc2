/**
 * Declares what a handler receives and may return: plain values and bytes, so that features never meet the web framework.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { DoorName } from '@koedana/contract/doors.ts'
import type { Endpoint, Parsed, ResponseBody } from '@koedana/contract/kit/endpoint.ts'
import type { TokenScope } from '@koedana/contract/kit/token-scope.ts'
import type { User } from '@koedana/contract/session.ts'
import type { AgeCategory, Choices, Locale } from '@koedana/contract/values.ts'

export interface Context {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly locale: Locale
  /** The person who is signed in; undefined for a visitor. */
  readonly person: Person | undefined
  /** The share by which a visitor reads; absent for everybody else. */
  readonly lent?: Lent | undefined
  /** The address of the caller, as far as trusted proxies say. */
  readonly address: string
  /** The address of the other end of the connection: the caller or a proxy. */
  readonly peer: string
  /** The address of this server as the caller has it, without a slash behind it. */
  readonly origin: string
  /** The path that everything here lies below, as `/koedana`; `''` without one. */
  readonly subPath: string
  /** The version, as `1.1`. */
  readonly httpVersion: string
  /** Aborted when the caller has gone before the response; for work that is only worth its while for them. */
  readonly signal?: () => AbortSignal
  /** Returns whether the caller has gone by now. */
  readonly isGone?: () => boolean
}

/** Bytes with their own status and headers, for media, covers and ready-made JSON. */
export interface Bytes {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Readable | Uint8Array
  /** Of a body that is kept: a checksum of its own, if there is one that costs less than to read the body again. */
  readonly checksum?: number
}

export type Handler<E extends Endpoint> = (
  request: Parsed<E>,
  context: Context,
) => Promise<ResponseBody<E> | Bytes> | ResponseBody<E> | Bytes

/** Says what may be cached of an endpoint's responses. Its handler goes by the request and the locale alone. */
export interface Cached {
  /**
   * Returns a version of all that responses are made from. It must change before anything that is newer is read, and once
   * more when everything that is read is new.
   */
  readonly version: () => string
  /** Names, without a space, all who get the same responses; undefined for one who shares with nobody. */
  readonly audience: (context: Context) => string | undefined
  /** Returns whether a request is for what is the caller's own: its response is never kept. */
  readonly isPersonal?: (query: Readonly<Record<string, unknown>>) => boolean
  /** Whether a response for one person has an ETag too. It is made for each request all the same. */
  readonly hasOwnTags?: boolean
}

/** Returns whether the response is bytes; everything else is sent as JSON. */
export const isBytes = (response: unknown): response is Bytes =>
  typeof response === 'object' && response !== null && 'status' in response && 'headers' in response

/** The person who is signed in, as every handler may know them; undefined stands for a visitor. */
export interface Person {
  readonly userKey: number
  /** 0, which no session has, for an API token: it never counts as a fresh proof. */
  readonly sessionKey: number
  /** The public ID of the session or API token. */
  readonly sessionId: string
  readonly user: User
  /** Hard end of the session, in milliseconds since 1970. */
  readonly expiresAt: number
  /** The highest age category this person may see; a guest has the visitors'. */
  readonly ceiling: AgeCategory
  readonly choices: Choices
  /** Names, without a space, all who see the same. */
  readonly audience: string
  /** The door by which they came in; undefined for our own API. */
  readonly door: EnteredDoor | undefined
  /** The API token of the request; absent for a session. */
  readonly apiToken?: UsedApiToken
}

export interface UsedApiToken {
  readonly name: string
  readonly scope: TokenScope
}

/** Names what somebody without an account may see by the link of a member, who may see it as well at this moment. */
export interface Lent {
  readonly shareId: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** Those of the member. */
  readonly ceiling: AgeCategory
  readonly choices: Choices
  /** Whether the link is for listening too. */
  readonly mayListen: boolean
  /** Returns those of these works that are shared, and visible by the link. */
  readonly holds: (workKeys: readonly number[], locale: Locale) => Promise<ReadonlySet<number>>
}

/** A session of a door is good at that door alone. */
export interface EnteredDoor {
  readonly name: DoorName
  /** Whether works without files are shown too, as the owner of the app password chose. */
  readonly showsCatalogue: boolean
}

/**
 * Finds the person whose bearer this is. Undefined without a header; throws `unauthenticated` for a header that is no
 * valid bearer, so that a stale one is never taken for a visitor. Wrong API tokens are counted by address.
 */
export type Authenticate = (
  authorization: string | undefined,
  address: string,
) => Person | undefined | Promise<Person | undefined>

/** Responses are private and requested again each time: what one viewer is sent says nothing about another. */
export const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Accept-Language, Accept-Encoding',
} as const

/** What is one person's own, or a token, stays nowhere. */
export const ownHeaders = { ...jsonHeaders, 'cache-control': 'no-store' } as const

export const jsonBytes = (body: Uint8Array): Bytes => ({ status: 200, headers: jsonHeaders, body })

/** Returns a handler's response as JSON text; undefined for other bytes, and for no response. */
export function jsonOf(response: unknown): Uint8Array | undefined {
  if (response === undefined) return undefined
  if (!isBytes(response)) return Buffer.from(JSON.stringify(response))
  return response.headers === jsonHeaders && response.body instanceof Uint8Array ? response.body : undefined
}

/** A JSON array of ready items between two texts, put together once: nothing is parsed or written twice. */
export function joinItems(before: string, items: readonly Uint8Array[], after: string): Buffer {
  let length = before.length * mostBytes + after.length * mostBytes + items.length
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

/** The most bytes of one UTF-16 unit in UTF-8. */
const mostBytes = 3
const comma = 0x2c

export type RecordAct = (
  endpoint: Endpoint,
  request: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
  by: { readonly person: Person | undefined; readonly address: string },
) => Promise<(() => void) | undefined>
