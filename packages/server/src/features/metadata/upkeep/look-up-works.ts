/** Asks for a few works whole: numbers, record, and names in further locales where they may be new. */
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { TaskReason } from '@koedana/contract/tasks.ts'
import type { LookupResult, SourceNumbers } from '../lookup-result.ts'
import { withNames } from '../marketplace/genre-names.rules.ts'
import type { Calls } from './calls.ts'
import { inParallel } from './in-parallel.ts'

/** A work that is to be asked for. */
export interface WorkLookup {
  readonly id: string
  /** The name in an earlier record; names are looked up where it is another. Null before. */
  readonly knownName: string | null
}

/** `absent`: there is no record of it; numbers may answer all the same. A fault of any part is one of the whole. */
export type WorkResult =
  | {
      readonly kind: 'record'
      readonly id: string
      readonly work: FeedWork
      readonly coverUrl: string | undefined
      readonly numbers: SourceNumbers | undefined
      /** The work that this is a translation of. */
      readonly original: string | undefined
    }
  | { readonly kind: 'absent'; readonly id: string; readonly numbers: SourceNumbers | undefined }
  /** Nothing but numbers was asked for. */
  | { readonly kind: 'numbers'; readonly id: string; readonly numbers: SourceNumbers }
  | { readonly kind: 'fault'; readonly id: string; readonly reason: TaskReason }

/** Called with how many more works are looked up. */
export type OnProgress = (works: number) => void

/** Answers in the order of the wishes. */
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
  const { work: raw, coverUrl, original } = record.value
  const results = await inParallel(calls.atOnce, raw.name === knownName ? [] : nameLocales, (locale) =>
    calls.names(id, locale),
  )
  for (const result of results) if (result.kind === 'fault') return { ...result, id }
  const work = { ...withNames(raw, results.flatMap(valuesIn)), ...numbers?.work }
  return { kind: 'record', id, work, coverUrl, numbers, original }
}

const nameLocales = ['en-US', 'zh-CN'] as const

const valuesIn = <T>(result: LookupResult<T>): T[] => (result.kind === 'found' ? [result.value] : [])
