/** The calls that records, numbers and covers are made of. They reject only once they are to end. */
import type { LookupResult, NamedLocale, SourceNames, SourceNumbers, SourceRecord } from '../lookup-result.ts'
import type { LookupSource } from '../source.ts'
import { isSilent, type RetryThroughOutages } from './outage-retry.ts'

export interface Calls {
  /** A translation already has maker, series and cover of its original. */
  readonly record: (id: string) => Promise<LookupResult<SourceRecord>>
  readonly names: (id: string, locale: NamedLocale) => Promise<LookupResult<SourceNames>>
  /** How many calls may wait for an answer at a time. */
  readonly atOnce: number
  /** Every id has an answer. */
  readonly numbers: (ids: readonly string[]) => Promise<ReadonlyMap<string, LookupResult<SourceNumbers>>>
}

/** The calls of a task, which wait out an outage. */
export function patientCalls(
  marketplace: LookupSource,
  retryThroughOutages: RetryThroughOutages,
  { signal, atOnce }: { readonly signal: AbortSignal; readonly atOnce: number },
): Calls {
  return {
    atOnce,
    record: (id) => retryThroughOutages(() => marketplace.readRecord(id, signal), isSilent),
    names: (id, locale) => retryThroughOutages(() => marketplace.readNames(id, locale, signal), isSilent),
    numbers: (ids) =>
      retryThroughOutages(
        () => marketplace.readNumbers(ids, signal),
        (results) => [...results.values()].some(isSilent),
      ),
  }
}

/** The calls of a person, who gets an error at once where nothing responds. */
export const plainCalls = (marketplace: LookupSource, signal: AbortSignal): Calls => ({
  atOnce: 1,
  record: (id) => marketplace.readRecord(id, signal),
  names: (id, locale) => marketplace.readNames(id, locale, signal),
  numbers: (ids) => marketplace.readNumbers(ids, signal),
})
