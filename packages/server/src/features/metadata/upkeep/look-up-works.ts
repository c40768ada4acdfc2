/**
 * Asks for a few works whole: numbers, record, and names in further locales where they may be new. Waits politely
 * while the marketplace is silent, and gives up once that has gone on for long.
 */

import { setTimeout } from 'node:timers/promises'
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { TaskReason } from '@koedana/contract/tasks.ts'
import { withNames } from '../marketplace/parse/genre-names.rules.ts'
import type {
  LookupResult,
  LookupSource,
  NamedLocale,
  SourceNames,
  SourceNumbers,
  SourceRecord,
} from '../source.ts'

/** A work that is to be looked up. */
export interface WorkLookup {
  readonly id: string
  /** The name in an earlier record; names are looked up if it is another. Null before. */
  readonly knownName: string | null
}

/** `absent`: there is no record of it; there may be numbers all the same. A fault of any part is one of the whole. */
export type WorkResult =
  | {
      readonly kind: 'record'
      readonly id: string
      readonly work: FeedWork
      readonly coverUrl: string | undefined
      readonly numbers: SourceNumbers | undefined
      /** The root of its family of language editions, if that is another work. */
      readonly root: string | undefined
    }
  | { readonly kind: 'absent'; readonly id: string; readonly numbers: SourceNumbers | undefined }
  /** The lookup was for numbers alone. */
  | { readonly kind: 'numbers'; readonly id: string; readonly numbers: SourceNumbers }
  | { readonly kind: 'fault'; readonly id: string; readonly reason: TaskReason }

/** Called with the number of further works that are looked up. */
type OnProgress = (works: number) => void

/** Returns results in the order of the lookups. */
export async function lookUpWorks(
  calls: Calls,
  lookups: readonly WorkLookup[],
  onProgress?: OnProgress,
): Promise<WorkResult[]> {
  const results = await calls.numbers(lookups.map(({ id }) => id))
  return inParallel(calls.atOnce, lookups, async (lookup): Promise<WorkResult> => {
    const result = await lookUpOne(calls, lookup, results.get(lookup.id) ?? { kind: 'absent' })
    onProgress?.(1)
    return result
  })
}

async function lookUpOne(
  calls: Calls,
  lookup: WorkLookup,
  numbers: LookupResult<SourceNumbers>,
): Promise<WorkResult> {
  if (numbers.kind === 'fault') return { ...numbers, id: lookup.id }
  return lookUpRecord(calls, lookup, numbers.kind === 'found' ? numbers.value : undefined)
}

async function lookUpRecord(
  calls: Calls,
  { id, knownName }: WorkLookup,
  numbers: SourceNumbers | undefined,
): Promise<WorkResult> {
  const record = await calls.record(id)
  if (record.kind === 'fault') return { ...record, id }
  if (record.kind === 'absent') return { kind: 'absent', id, numbers }
  const { work: raw, coverUrl, guessedCoverUrl, root } = record.value
  const results = await inParallel(calls.atOnce, raw.name === knownName ? [] : nameLocales, (locale) =>
    calls.names(id, locale),
  )
  for (const result of results) if (result.kind === 'fault') return { ...result, id }
  const named = withNames(raw, results.flatMap(valuesIn))
  const editionOf = raw.editionOf ?? numbers?.work.editionOf
  const work = { ...named, ...numbers?.work, ...(editionOf ? { editionOf } : {}) }
  return { kind: 'record', id, work, coverUrl: coverUrl ?? guessedCoverUrl, numbers, root }
}

const nameLocales = ['en-US', 'zh-CN'] as const

const valuesIn = <T>(result: LookupResult<T>): T[] => (result.kind === 'found' ? [result.value] : [])

/** The calls that records, numbers and covers are made of. They reject only once they are to end. */
export interface Calls {
  /** A translation already has maker, series and cover of its original. */
  readonly record: (id: string) => Promise<LookupResult<SourceRecord>>
  readonly names: (id: string, locale: NamedLocale) => Promise<LookupResult<SourceNames>>
  /** The number of calls that may wait for a response at a time. */
  readonly atOnce: number
  /** Returns a result for every id. */
  readonly numbers: (ids: readonly string[]) => Promise<ReadonlyMap<string, LookupResult<SourceNumbers>>>
}

/** Returns the calls of a task, which wait out an outage. */
export function patientCalls(
  marketplace: LookupSource,
  retryThroughOutages: RetryThroughOutages,
  { signal, atOnce }: { readonly signal: AbortSignal; readonly atOnce: number },
): Calls {
  return {
    atOnce,
    record: (id) => retryThroughOutages(() => marketplace.readRecord(id, signal), reasonOf),
    names: (id, locale) => retryThroughOutages(() => marketplace.readNames(id, locale, signal), reasonOf),
    numbers: (ids) =>
      retryThroughOutages(
        () => marketplace.readNumbers(ids, signal),
        (results) => [...results.values()].map(reasonOf).find(isOutage),
      ),
  }
}

/** Returns the calls of a person, who gets an error at once if nothing responds. */
export const plainCalls = (marketplace: LookupSource, signal: AbortSignal): Calls => ({
  atOnce: 1,
  record: (id) => marketplace.readRecord(id, signal),
  names: (id, locale) => marketplace.readNames(id, locale, signal),
  numbers: (ids) => marketplace.readNumbers(ids, signal),
})

/** Returns results in the order of the ids. */
export async function lookUpNumbers(
  calls: Calls,
  ids: readonly string[],
  onProgress?: OnProgress,
): Promise<WorkResult[]> {
  const results = await calls.numbers(ids)
  const lost = ids.filter((id) => (results.get(id)?.kind ?? 'absent') === 'absent')
  onProgress?.(ids.length - lost.length)
  const lookedUp =
    lost.length > 0
      ? await lookUpWorks(
          calls,
          lost.map((id) => ({ id, knownName: null })),
          onProgress,
        )
      : []
  const byId = new Map(lookedUp.map((work) => [work.id, work]))
  return ids.map((id): WorkResult => {
    const result = results.get(id)
    if (result?.kind === 'found') return { kind: 'numbers', id, numbers: result.value }
    if (result?.kind === 'fault') return { ...result, id }
    return byId.get(id) ?? { kind: 'absent', id, numbers: undefined }
  })
}

/** Waits politely while the marketplace is silent, and gives up once that has gone on for long. */
export interface OutageRetry {
  readonly signal: AbortSignal
  /** Milliseconds between two looks whether it speaks again. */
  readonly pollMs: number
  /** The longest outage that is waited out, milliseconds. */
  readonly longestMs: number
  /** Called once as an outage begins, and once as it ends. */
  readonly onSilence: (isSilent: boolean) => void
  /** Makes the error that ends the task: after the longest silence, once switched off, or if it is refused. */
  readonly giveUp: (reason: OutageReason) => Error
}

/** Repeats a call until there is a response, or a fault of this one call alone. */
type RetryThroughOutages = <T>(
  call: () => Promise<T>,
  reasonOf: (result: T) => TaskReason | undefined,
) => Promise<T>

/** All calls of a task share one: what one of them learns is known to the others. */
export function createOutageRetry(outageRetry: OutageRetry): RetryThroughOutages {
  const { signal, pollMs, longestMs, onSilence, giveUp } = outageRetry
  let silentSince: number | undefined
  let refusals = 0
  return async (call, reasonOf) => {
    for (;;) {
      signal.throwIfAborted()
      const result = await call()
      const reason = reasonOf(result)
      refusals = reason === 'marketplaceBlocked' ? refusals + 1 : 0
      if (reason === 'marketplaceOff') throw giveUp(reason)
      if (reason === 'marketplaceBlocked' && refusals >= maxRefusals) throw giveUp(reason)
      if (reason !== 'marketplaceSilent') {
        if (silentSince !== undefined) onSilence(false)
        silentSince = undefined
        return result
      }
      if (silentSince === undefined) onSilence(true)
      silentSince ??= performance.now()
      if (performance.now() - silentSince >= longestMs) throw giveUp(reason)
      await setTimeout(pollMs, undefined, { signal })
    }
  }
}

/** Refusals in a row that end a task: one alone may be about a single address. */
const maxRefusals = 5

const outageReasons = ['marketplaceSilent', 'marketplaceOff', 'marketplaceBlocked'] as const
export type OutageReason = (typeof outageReasons)[number]
const isOutage = (reason: TaskReason | undefined): boolean => outageReasons.some((one) => one === reason)

export const reasonOf = (result: LookupResult<unknown>): TaskReason | undefined =>
  result.kind === 'fault' ? result.reason : undefined

/** Returns results in the order of what was given. The first that fails ends it. */
export async function inParallel<T, R>(
  atOnce: number,
  items: readonly T[],
  act: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Map<number, R>()
  const left = items.entries()
  const worker = async () => {
    for (const [i, item] of left) results.set(i, await act(item))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result)
}
