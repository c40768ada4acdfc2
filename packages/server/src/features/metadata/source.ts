/**
 * Sources of metadata. One is asked for works, another delivers them; tasks know these two interfaces alone, and the server's
 * start says who stands behind them.
 */
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { Source } from '@koedana/contract/values.ts'
import type {
  ListPage,
  ListWanted,
  LookupResult,
  NamedLocale,
  Picture,
  SourceNames,
  SourceNumbers,
  SourceRecord,
} from './lookup-result.ts'

/** Each question rejects with the signal's reason once it is aborted, and never otherwise. Ids are canonical. */
export interface LookupSource {
  readonly name: Source
  /** Master data in Japanese; a translation already has maker, series and cover of its original. */
  readonly readRecord: (id: string, signal?: AbortSignal) => Promise<LookupResult<SourceRecord>>
  readonly readNames: (
    id: string,
    locale: NamedLocale,
    signal?: AbortSignal,
  ) => Promise<LookupResult<SourceNames>>
  /** Asks in batches; every id has an answer. */
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

/** It fails with a `SourceFault` where something cannot be read, or not to its end; what was given before stands. */
export interface FeedSource {
  readonly name: Source
  /** Names of all that lies here, in their order. */
  readonly list: () => Promise<readonly string[]>
  /** A stamp of its contents: equal ones on two servers are the same delivery. */
  readonly stampOf: (delivery: string) => Promise<string>
  readonly read: (delivery: string, wanted: DeliveryWanted) => AsyncIterable<DeliveredBatch>
}

export interface DeliveryWanted {
  /** Lines that are through already. */
  readonly through: number
  readonly worksPerBatch: number
}

/** No work is in it twice: a second telling speaks to what the first one stored. */
export interface DeliveredBatch {
  readonly works: readonly DeliveredWork[]
  readonly refused: readonly { readonly line: number; readonly reason: string }[]
  /** Lines that are through with it. */
  readonly lines: number
}

export interface DeliveredWork {
  readonly key: number
  readonly work: FeedWork
  /** An equal telling changes nothing. */
  readonly hash: string
}

/** The message says what is wrong, to follow the name of the delivery. */
export class SourceFault extends Error {}
