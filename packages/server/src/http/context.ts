/** What a handler receives and may answer: plain values, so that features never meet the web framework. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Answer, Endpoint, Parsed } from '@koedana/contract/kit/endpoint.ts'
import type { Locale } from '@koedana/contract/values.ts'
import type { Person } from './person.ts'

export interface Context {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly locale: Locale
  /** Who is signed in; undefined for a visitor. */
  readonly person: Person | undefined
  /** Of the caller, as far as trusted proxies say. */
  readonly address: string
  /** Of whoever is at the other end of the connection: the caller or a proxy. */
  readonly peer: string
  /** As `1.1`. */
  readonly httpVersion: string
}

/** Bytes with their own status and headers, for media, covers and ready-made JSON. */
export interface Bytes {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Readable | Uint8Array
}

export type Handler<E extends Endpoint> = (
  asked: Parsed<E>,
  context: Context,
) => Promise<Answer<E> | Bytes> | Answer<E> | Bytes

/** What may be kept of an endpoint's answers. Its handler goes by the question and the locale alone. */
export interface Cached<E extends Endpoint> {
  /**
   * Of all that answers are made from. It must change before anything that is newer is read, and once more when
   * everything that is read is new.
   */
  readonly version: () => string
  /** Names, without a space, all who get the same answers; undefined for one who shares with nobody. */
  readonly audience: (context: Context) => string | undefined
  /** Questions whose answer is for one person; none without it. */
  readonly isPersonal?: (asked: Parsed<E>) => boolean
}

/** Marks the answer as bytes; everything else is sent as JSON. */
export const isBytes = (answer: unknown): answer is Bytes =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'headers' in answer
