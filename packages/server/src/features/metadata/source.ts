/**
 * Sources of metadata. In one works are looked up, another delivers them; tasks know these two interfaces alone, and
 * what they can return.
 */
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { TaskReason } from '@koedana/contract/tasks.ts'
import type { Source } from '@koedana/contract/values.ts'
import { CodedError } from '../../lib/messages/coded-error.ts'
import type { Message } from '../../lib/messages/messages.rules.ts'

/** Each call rejects with the signal's reason once it is aborted, and never otherwise. Ids are canonical. */
export interface LookupSource {
  readonly name: Source
  /** Master data in Japanese; a translation already has maker, series and cover of its original. */
  readonly readRecord: (id: string, signal?: AbortSignal) => Promise<LookupResult<SourceRecord>>
  readonly readNames: (
    id: string,
    locale: NamedLocale,
    signal?: AbortSignal,
  ) => Promise<LookupResult<SourceNames>>
  /** Sends batches; every id has a result. */
  readonly readNumbers: (
    ids: readonly string[],
    signal?: AbortSignal,
  ) => Promise<ReadonlyMap<string, LookupResult<SourceNumbers>>>
  /** Pages are counted from 1; how many there are, each page says. */
  readonly readPage: (
    wanted: ListWanted,
    page: number,
    signal?: AbortSignal,
  ) => Promise<LookupResult<ListPage>>
  /** Reads a picture from the address that a record gave. One that stands in for a picture is absent. */
  readonly readPicture: (url: string, signal?: AbortSignal) => Promise<LookupResult<Picture>>
}

/** It fails with a `SourceFault` if something cannot be read, or not to its end; what was given before stands. */
export interface FeedSource {
  readonly name: Source
  /** Names of all that lies here, in their order. */
  readonly list: () => Promise<readonly string[]>
  /** Returns a stamp of its contents: equal ones on two servers are the same delivery. */
  readonly stampOf: (delivery: string) => Promise<string>
  readonly read: (delivery: string, wanted: DeliveryWanted) => AsyncIterable<DeliveredBatch>
}

export interface DeliveryWanted {
  /** Lines that are through already. */
  readonly through: number
  readonly worksPerBatch: number
}

/** No work is in it twice: a second record meets what the first one stored. */
export interface DeliveredBatch {
  readonly works: readonly DeliveredWork[]
  readonly refused: readonly { readonly line: number; readonly reason: Message }[]
  /** Lines that are through with it. */
  readonly lines: number
}

export interface DeliveredWork {
  readonly key: number
  readonly work: FeedWork
  /** The hash of the record: an equal one changes nothing. */
  readonly hash: string
}

/** What is wrong with a delivery as a whole. */
export class SourceFault extends CodedError {}

/**
 * `absent`: it responded, and there is no such thing (as seen from here). `fault`: it did not respond, or not so that it
 * can be understood: nothing is known, and what is stored stays.
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
  /** The record has no sales, wishes and reviews; fields that the source lacks are absent. */
  readonly work: FeedWork
  /** Whole address of the picture; undefined if there is none. */
  readonly coverUrl: string | undefined
  /** Where the picture should be if the record names none; it may not exist. */
  readonly guessedCoverUrl: string | undefined
  /** The work that this is a translator's edition of: it is shown under its maker, series and cover. */
  readonly original: string | undefined
  /** The root of its family of language editions; undefined if it is the root or has no family. */
  readonly root: string | undefined
  /** Translators' editions. */
  readonly childIds: readonly string[]
}

/** Live numbers of one work. */
export interface SourceNumbers {
  /** Fields that the source does not say are not there: lay it over the record's. */
  readonly work: FeedWork
  /** Moves when the record is to be read again: with title, price or options, never with sales. */
  readonly hash: string
}

/** Locales besides the Japanese of the record. */
export const namedLocales = ['en-US', 'zh-CN', 'zh-TW', 'ko-KR'] as const
export type NamedLocale = (typeof namedLocales)[number]

export interface SourceNames {
  readonly locale: NamedLocale
  readonly name: string | undefined
  /** Genre id → its name. */
  readonly genres: ReadonlyMap<string, string>
}

export interface Picture {
  readonly bytes: Buffer
  /** The address that it came from in the end. */
  readonly url: string
}

export const absent: Absent = { kind: 'absent' }
export const found = <T>(value: T): Found<T> => ({ kind: 'found', value })
export const fault = (reason: TaskReason): Fault => ({ kind: 'fault', reason })

/**
 * Sections of the marketplace: `home` has works for all ages, `maniax` those for adults. Works for women are in sections of
 * their own, and audio dramas of publishers in two more.
 */
export const floors = ['home', 'maniax', 'girls', 'girls-drama', 'bl', 'bl-drama'] as const
export type Floor = (typeof floors)[number]

export type ListWanted =
  /** Works released on a day in Japan, `2026-08-22`. */
  | { readonly kind: 'released'; readonly floor: Floor; readonly day: string }
  | { readonly kind: 'maker'; readonly floor: Floor; readonly id: string }
  | { readonly kind: 'series'; readonly floor: Floor; readonly id: string }
  /** The list of an artist goes by the name as it is credited: the marketplace has no list by id. */
  | { readonly kind: 'artist'; readonly floor: Floor; readonly name: string }

export interface ListPage {
  /** The works as their rows say; without series, genres and most else. */
  readonly works: readonly FeedWork[]
  /** How many works the whole list has; undefined if the page does not say. */
  readonly total: number | undefined
  /** Number of the page after this one; undefined on the last. */
  readonly next: number | undefined
}
