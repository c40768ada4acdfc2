/**
 * Looks up a few works completely: numbers, record, and names in further locales if they may be new. Tasks wait during outages of the
 * marketplace, up to a limit.
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

export interface WorkLookup {
  readonly id: string
  /** Name in an earlier record, or null without one. Names in further locales are looked up only if it has changed. */
  readonly knownName: string | null
}

/** `absent`: there is no record, but there may be numbers. A fault of any part makes the whole result a fault. */
export type WorkResult =
  | {
      readonly kind: 'record'
      readonly id: string
      readonly work: FeedWork
      readonly coverUrl: string | undefined
      readonly numbers: SourceNumbers | undefined
      /** Root of the family of language editions, if that is another work. */
      readonly root: string | undefined
    }
  | { readonly kind: 'absent'; readonly id: string; readonly numbers: SourceNumbers | undefined }
  /** The lookup was for numbers only. */
  | { readonly kind: 'numbers'; readonly id: string; readonly numbers: SourceNumbers }
  | { readonly kind: 'fault'; readonly id: string; readonly reason: TaskReason }

/** Called with the number of works looked up since the last call. */
type OnProgress = (works: number) => void

/** Returns results in the order of the lookups. */
export async function lookUpWorks(
  calls: MarketplaceCalls,
  lookups: readonly WorkLookup[],
  onProgress?: OnProgress,
): Promise<WorkResult[]> {
  const results = await calls.numbers(lookups.map(({ id }) => id))
  return mapConcurrently(calls.atOnce, lookups, async (lookup): Promise<WorkResult> => {
    const result = await lookUpOne(calls, lookup, results.get(lookup.id) ?? { kind: 'absent' })
    onProgress?.(1)
    return result
  })
}

async function lookUpOne(
  calls: MarketplaceCalls,
  lookup: WorkLookup,
  numbers: LookupResult<SourceNumbers>,
): Promise<WorkResult> {
  if (numbers.kind === 'fault') return { ...numbers, id: lookup.id }
  return lookUpRecord(calls, lookup, numbers.kind === 'found' ? numbers.value : undefined)
}

async function lookUpRecord(
  calls: MarketplaceCalls,
  { id, knownName }: WorkLookup,
  numbers: SourceNumbers | undefined,
): Promise<WorkResult> {
  const record = await calls.record(id)
  if (record.kind === 'fault') return { ...record, id }
  if (record.kind === 'absent') return { kind: 'absent', id, numbers }
  const { work: raw, coverUrl, guessedCoverUrl, root } = record.value
  const results = await mapConcurrently(calls.atOnce, raw.name === knownName ? [] : nameLocales, (locale) =>
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

/** The calls that lookups use. They reject only if they are aborted or give up. */
export interface MarketplaceCalls {
  /** A translation already has the maker, series and cover of its original. */
  readonly record: (id: string) => Promise<LookupResult<SourceRecord>>
  readonly names: (id: string, locale: NamedLocale) => Promise<LookupResult<SourceNames>>
  /** Maximum number of concurrent calls. */
  readonly atOnce: number
  /** Returns a result for every ID. */
  readonly numbers: (ids: readonly string[]) => Promise<ReadonlyMap<string, LookupResult<SourceNumbers>>>
}

/** Returns the calls for a task, which wait during outages. */
export function createRetryingCalls(
  marketplace: LookupSource,
  retryThroughOutages: RetryThroughOutages,
  { signal, atOnce }: { readonly signal: AbortSignal; readonly atOnce: number },
): MarketplaceCalls {
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

/** Returns the calls for a user's request, which fail at once if the marketplace does not respond. */
export const createDirectCalls = (marketplace: LookupSource, signal: AbortSignal): MarketplaceCalls => ({
  atOnce: 1,
  record: (id) => marketplace.readRecord(id, signal),
  names: (id, locale) => marketplace.readNames(id, locale, signal),
  numbers: (ids) => marketplace.readNumbers(ids, signal),
})

/** Returns results in the order of the IDs. Works without numbers are looked up completely. */
export async function lookUpNumbers(
  calls: MarketplaceCalls,
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

/** Options of `createOutageRetry`. */
export interface OutageRetry {
  readonly signal: AbortSignal
  /** Milliseconds between two attempts during an outage. */
  readonly pollMs: number
  /** Maximum milliseconds to wait during an outage. */
  readonly maxMs: number
  /** Called once at the start of an outage and once at its end. */
  readonly onSilence: (isSilent: boolean) => void
  /** Creates the error that stops the task: after the longest outage, if the marketplace is switched off, or if it blocks this server. */
  readonly giveUp: (reason: OutageReason) => Error
}

/** Repeats a call until there is a response or a fault of this one call. */
type RetryThroughOutages = <T>(
  call: () => Promise<T>,
  reasonOf: (result: T) => TaskReason | undefined,
) => Promise<T>

/** Creates the retry function of a task. All its calls must share it, so that they see the same outage. */
export function createOutageRetry(outageRetry: OutageRetry): RetryThroughOutages {
  const { signal, pollMs, maxMs, onSilence, giveUp } = outageRetry
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
      if (performance.now() - silentSince >= maxMs) throw giveUp(reason)
      await setTimeout(pollMs, undefined, { signal })
    }
  }
}

/** Consecutive rejections that stop a task. A single one may be about one URL. */
const maxRefusals = 5

const outageReasons = ['marketplaceSilent', 'marketplaceOff', 'marketplaceBlocked'] as const
export type OutageReason = (typeof outageReasons)[number]
const isOutage = (reason: TaskReason | undefined): boolean => outageReasons.some((one) => one === reason)

export const reasonOf = (result: LookupResult<unknown>): TaskReason | undefined =>
  result.kind === 'fault' ? result.reason : undefined

/** Returns results in the order of the items. Rejects with the first error, but the other workers continue with the remaining items. */
export async function mapConcurrently<T, R>(
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
