/** Defines the two kinds of metadata sources: one looks up works, the other delivers them. Tasks use only these interfaces. */
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { TaskReason } from '@koedana/contract/tasks.ts'
import type { Source } from '@koedana/contract/values.ts'
import { CodedError } from '../../lib/messages/coded-error.ts'
import type { Message } from '../../lib/messages/messages.rules.ts'

/** Each call rejects only with the signal's reason after an abort. IDs must be canonical. */
export interface LookupSource {
  readonly name: Source
  /** Returns master data in Japanese. A translation already has the maker, series and cover of its original. */
  readonly readRecord: (id: string, signal?: AbortSignal) => Promise<LookupResult<SourceRecord>>
  readonly readNames: (
    id: string,
    locale: NamedLocale,
    signal?: AbortSignal,
  ) => Promise<LookupResult<SourceNames>>
  /** Sends the IDs in batches. Every ID has a result. */
  readonly readNumbers: (
    ids: readonly string[],
    signal?: AbortSignal,
  ) => Promise<ReadonlyMap<string, LookupResult<SourceNumbers>>>
  /** Pages are counted from 1. Each page tells whether there is another. */
  readonly readPage: (
    wanted: ListRequest,
    page: number,
    signal?: AbortSignal,
  ) => Promise<LookupResult<ListPage>>
  /** Reads a picture from the URL of a record. Placeholders count as absent. */
  readonly readPicture: (url: string, signal?: AbortSignal) => Promise<LookupResult<Picture>>
}

/** Calls fail with a `SourceFault` if something cannot be read to its end. Batches yielded before that are valid. */
export interface FeedSource {
  readonly name: Source
  /** Returns the names of all deliveries, sorted. */
  readonly list: () => Promise<readonly string[]>
  /** Returns a hash of the content: equal ones on two servers are the same delivery. */
  readonly stampOf: (delivery: string) => Promise<string>
  readonly read: (delivery: string, wanted: DeliveryRequest) => AsyncIterable<DeliveredBatch>
}

export interface DeliveryRequest {
  /** Number of lines that are already processed. */
  readonly through: number
  readonly worksPerBatch: number
}

/** Contains each work at most once: a second record must be merged into what the first one stored. */
export interface DeliveredBatch {
  readonly works: readonly DeliveredWork[]
  readonly refused: readonly { readonly line: number; readonly reason: Message }[]
  /** Lines that are through with it. */
  readonly lines: number
}

export interface DeliveredWork {
  readonly key: number
  readonly work: FeedWork
  /** Hash of the record. A record with the stored hash changes nothing. */
  readonly hash: string
}

/** A fault of a delivery as a whole. */
export class SourceFault extends CodedError {}

/**
 * `absent`: the source responded that the work does not exist or is not visible to this server. `fault`: the source did not respond, or
 * not in a usable way, so what is stored stays.
 */
export type LookupResult<T> = Found<T> | Absent | Fault

export interface Found<T> {
  readonly kind: 'found'
  readonly value: T
}

export interface Absent {
  readonly kind: 'absent'
}

export interface Fault {
  readonly kind: 'fault'
  readonly reason: TaskReason
}

/** Master data of one work. */
export interface SourceRecord {
  /** Does not contain sales, wishlist count and review count. Fields that the source lacks are absent. */
  readonly work: FeedWork
  /** Absolute URL of the picture. Undefined if there is none. */
  readonly coverUrl: string | undefined
  /** Likely URL of the picture if the record names none. The picture may not exist. */
  readonly guessedCoverUrl: string | undefined
  /** ID of the original, if this is a translator's edition. It shares the maker, series and cover of the original. */
  readonly original: string | undefined
  /** Root of the family of language editions. Undefined if the work is the root or has no family. */
  readonly root: string | undefined
  /** IDs of translators' editions. */
  readonly childIds: readonly string[]
}

/** Live numbers of one work. */
export interface SourceNumbers {
  /** Fields that the source does not report are absent, so it can be merged over the record. */
  readonly work: FeedWork
  /** Changes if the record must be read again: with the title, price or options, never with sales. */
  readonly hash: string
}

/** Locales besides the Japanese of the record. */
export const namedLocales = ['en-US', 'zh-CN', 'zh-TW', 'ko-KR'] as const
export type NamedLocale = (typeof namedLocales)[number]

export interface SourceNames {
  readonly locale: NamedLocale
  readonly name: string | undefined
  /** Genre names by ID. */
  readonly genres: ReadonlyMap<string, string>
}

export interface Picture {
  readonly bytes: Buffer
  /** The URL after redirects. */
  readonly url: string
}

export const absent: Absent = { kind: 'absent' }
export const found = <T>(value: T): Found<T> => ({ kind: 'found', value })
export const fault = (reason: TaskReason): Fault => ({ kind: 'fault', reason })

/**
 * Sections of the marketplace: `home` has works for all ages, `maniax` those for adults. Works for women have their own sections, and
 * audio dramas of publishers two more.
 */
export const floors = ['home', 'maniax', 'girls', 'girls-drama', 'bl', 'bl-drama'] as const
export type Floor = (typeof floors)[number]

export type ListRequest =
  /** Works released on a day in Japan, such as `2026-08-22`. */
  | { readonly kind: 'released'; readonly floor: Floor; readonly day: string }
  | { readonly kind: 'maker'; readonly floor: Floor; readonly id: string }
  | { readonly kind: 'series'; readonly floor: Floor; readonly id: string }
  /** Lists of artists use the credited name, since the marketplace has no list by ID. */
  | { readonly kind: 'artist'; readonly floor: Floor; readonly name: string }

export interface ListPage {
  /** Works with the fields of their rows. Series, genres and most other fields are absent. */
  readonly works: readonly FeedWork[]
  /** Number of works in the whole list. Undefined if the page does not tell. */
  readonly total: number | undefined
  /** Number of the next page. Undefined on the last one. */
  readonly next: number | undefined
}
