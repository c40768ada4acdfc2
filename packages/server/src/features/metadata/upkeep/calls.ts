/** The calls that records, numbers and covers are made of. They reject only once they are to end. */
import type { Answer, NamedLocale, SourceNames, SourceNumbers, SourceRecord } from '../answers.ts'
import type { AskedSource } from '../source.ts'
import { type AskThroughOutages, isSilent } from './outage-retry.ts'

export interface Calls {
  /** A translation already has maker, series and cover of its original. */
  readonly record: (id: string) => Promise<Answer<SourceRecord>>
  readonly names: (id: string, locale: NamedLocale) => Promise<Answer<SourceNames>>
  /** How many calls may wait for an answer at a time. */
  readonly atOnce: number
  /** Every id has an answer. */
  readonly numbers: (ids: readonly string[]) => Promise<ReadonlyMap<string, Answer<SourceNumbers>>>
}

/** As a task asks: it waits out a silence. */
export function patientCalls(
  marketplace: AskedSource,
  askThroughOutages: AskThroughOutages,
  { signal, atOnce }: { readonly signal: AbortSignal; readonly atOnce: number },
): Calls {
  return {
    atOnce,
    record: (id) => askThroughOutages(() => marketplace.readRecord(id, signal), isSilent),
    names: (id, locale) => askThroughOutages(() => marketplace.readNames(id, locale, signal), isSilent),
    numbers: (ids) =>
      askThroughOutages(
        () => marketplace.readNumbers(ids, signal),
        (answers) => [...answers.values()].some(isSilent),
      ),
  }
}

/** As a person asks, who is told at once where nothing answers. */
export const plainCalls = (marketplace: AskedSource, signal: AbortSignal): Calls => ({
  atOnce: 1,
  record: (id) => marketplace.readRecord(id, signal),
  names: (id, locale) => marketplace.readNames(id, locale, signal),
  numbers: (ids) => marketplace.readNumbers(ids, signal),
})
