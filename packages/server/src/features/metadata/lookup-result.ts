/** What a source of metadata can answer, and what became of asking it. */
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { TaskReason } from '@koedana/contract/tasks.ts'

/**
 * `absent`: it answered, and there is no such thing (as seen from here). `fault`: it did not answer, or not so that it
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
  /** Whole address of the picture; undefined where there is none. */
  readonly coverUrl: string | undefined
  /** The work that this is a translation of; undefined for originals. */
  readonly original: string | undefined
  /** Translators' editions. */
  readonly childIds: readonly string[]
}

/** Live numbers of one work. */
export interface SourceNumbers {
  /** Fields that are not told are not there: lay it over the record's. */
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
  /** Where it came from in the end. */
  readonly url: string
}

export const absent: Absent = { kind: 'absent' }
export const found = <T>(value: T): Found<T> => ({ kind: 'found', value })
export const fault = (reason: TaskReason): Fault => ({ kind: 'fault', reason })

/** Sections of the marketplace: `home` has what is for all ages, each of the others what is for adults besides. */
export const floors = ['home', 'maniax', 'girls', 'bl'] as const
export type Floor = (typeof floors)[number]

export type ListWanted =
  /** Works released on a day in Japan, `2026-08-22`. */
  | { readonly kind: 'released'; readonly floor: Floor; readonly day: string }
  | { readonly kind: 'maker'; readonly floor: Floor; readonly id: string }
  | { readonly kind: 'series'; readonly floor: Floor; readonly id: string }
  /** The list of an artist goes by the name as it is credited: the marketplace has no list by id. */
  | { readonly kind: 'artist'; readonly floor: Floor; readonly name: string }

export interface ListPage {
  /** What a row tells of each work; without series, genres and most else. */
  readonly works: readonly FeedWork[]
  /** How many works the whole list has; undefined where the page does not say. */
  readonly total: number | undefined
  /** Number of the page after this one; undefined on the last. */
  readonly next: number | undefined
}
