/** Looks up and ingests full records of works, fifty per step. */

import type { MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import { workIdOf, workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Database } from '../../../db/open.ts'
import type { Message } from '../../../lib/messages/messages.rules.ts'
import type { LookupSource } from '../../metadata/source.ts'
import { ingestResults } from '../../metadata/upkeep/ingest-results.ts'
import {
  createOutageRetry,
  createRetryingCalls,
  lookUpWorks,
  type MarketplaceCalls,
  type OutageReason,
  reasonOf,
  type WorkLookup,
  type WorkResult,
} from '../../metadata/upkeep/look-up-works.ts'
import { findRecords } from '../../metadata/upkeep/records.store.ts'
import { findNames } from '../../metadata/upkeep/work-names.store.ts'
import { type Job, JobFailed } from '../run/job.ts'
import type { CoverSources } from './download-covers.ts'
import { type Phase, type PhaseContext, prefetchOne } from './phases.ts'
import type { FetchList } from './sync-works/fetch-list.ts'

export interface RecordSources {
  readonly database: Database
  readonly calls: MarketplaceCalls
}

export const worksPerStep = 50

/** Largest key that is done. */
const State = v.object({ after: v.number() })

/** `keys` must be sorted. Also reads originals of translations that were never read. */
export async function readRecords(
  sources: RecordSources,
  context: PhaseContext,
  keys: readonly number[],
): Promise<void> {
  const { database } = sources
  const after = v.is(State, context.state) ? context.state.after : -1
  const left = new Set(keys.filter((key) => key > after))
  // Shows the total to watchers before the first batch.
  await context.step(async () => ({ state: { after }, left: left.size, items: [] }))
  for await (const { results, state, left: rest } of prefetchOne(
    lookUpInBatches(sources, context, { left, after }),
  )) {
    await context.step(async (tx) => {
      const items = await ingestResults(database, tx, { results, now: context.job.now().toISOString() })
      return { state, left: rest, items }
    })
  }
}

interface Batch {
  readonly results: readonly WorkResult[]
  readonly state: v.InferOutput<typeof State>
  readonly left: number
}

async function* lookUpInBatches(
  sources: RecordSources,
  { job }: PhaseContext,
  given: { readonly left: Set<number>; readonly after: number },
): AsyncGenerator<Batch> {
  const { left } = given
  // Results of the previous batch may not be stored yet, so the database does not know.
  const requested = new Set<number>()
  let after = given.after
  while (left.size > 0) {
    const keys = takeFirst(left, worksPerStep)
    for (const key of keys) requested.add(key)
    job.at(workIdOf(keys[0] ?? 0))
    const results = await lookUpWorks(sources.calls, await lookupsOf(sources, keys), job.advance)
    const originals = await unreadOriginals(sources, results, job.now().toISOString())
    const further = originals.filter((id) => !requested.has(workKeyOf(id)))
    if (further.length > 0) {
      for (const id of further) {
        requested.add(workKeyOf(id))
        left.delete(workKeyOf(id))
      }
      const lookups = further.map((id) => ({ id, knownName: null }))
      yield {
        results: await lookUpWorks(sources.calls, lookups, job.advance),
        state: { after },
        left: left.size + keys.length,
      }
    }
    after = keys.at(-1) ?? after
    yield { results, state: { after }, left: left.size }
  }
}

function takeFirst(left: Set<number>, count: number): number[] {
  const taken: number[] = []
  for (const key of left) {
    if (taken.length === count) break
    taken.push(key)
    left.delete(key)
  }
  return taken
}

async function lookupsOf({ database }: RecordSources, keys: readonly number[]): Promise<WorkLookup[]> {
  const [records, names] = [await findRecords(database.read, keys), await findNames(database.read, keys)]
  return keys.map((key) => ({
    id: workIdOf(key),
    knownName: records.get(key)?.record_at ? (names.get(key) ?? null) : null,
  }))
}

async function unreadOriginals(
  { database }: RecordSources,
  results: readonly WorkResult[],
  now: string,
): Promise<string[]> {
  const ids = new Set(results.flatMap((one) => (one.kind === 'record' && one.root ? [one.root] : [])))
  const records = await findRecords(database.read, [...ids].map(workKeyOf))
  return [...ids].filter((id) => {
    const row = records.get(workKeyOf(id))
    return !row || (row.record_at === null && (row.retry_at === null || row.retry_at <= now))
  })
}

export interface MarketplaceSources {
  readonly database: Database
  readonly coversFolder: string
  readonly marketplace: LookupSource
  readonly settings: () => MarketplaceSettings
  /** Limits for waiting during outages. Tests use shorter ones. */
  readonly outageRetry?: { readonly pollMs: number; readonly maxMs: number }
}

export interface MarketplaceWork extends RecordSources, CoverSources {
  readonly isOn: boolean
  readonly fetchList: FetchList
}

const usual = { pollMs: 5_000, maxMs: 45 * 60_000 }

/** Wraps the marketplace for a task: calls wait during outages and are aborted with the task. */
export function openMarketplaceWork(sources: MarketplaceSources, job: Job): MarketplaceWork {
  const { database, coversFolder, marketplace, settings, outageRetry = usual } = sources
  const isOn = settings().enabled
  const { signal } = job
  const retryThroughOutages = createOutageRetry({
    ...outageRetry,
    signal,
    onSilence: (isSilent) =>
      isSilent
        ? job.note('warn', { code: 'marketplace.waiting', values: {} })
        : job.note('info', { code: 'marketplace.responding', values: {} }),
    giveUp: (reason) => new JobFailed(messageOf(reason, outageRetry.maxMs)),
  })
  if (!isOn) job.note('warn', { code: 'marketplace.skipped', values: {} })
  return {
    database,
    coversFolder,
    isOn,
    calls: createRetryingCalls(marketplace, retryThroughOutages, {
      signal,
      atOnce: settings().gapMs === 0 ? unpacedCalls : 1,
    }),
    picture: (url) => retryThroughOutages(() => marketplace.readPicture(url, signal), reasonOf),
    fetchList: (wanted, page) =>
      retryThroughOutages(() => marketplace.readPage(wanted, page, signal), reasonOf),
  }
}

/**
 * With a pace, a task sends one call at a time, so that a user's lookup is next in the queue. Without one, it sends this many
 * concurrently.
 */
const unpacedCalls = 8

function messageOf(reason: OutageReason, maxMs: number): Message {
  if (reason === 'marketplaceSilent')
    return { code: 'marketplace.silent', values: { minutes: Math.round(maxMs / 60_000) } }
  const code = reason === 'marketplaceOff' ? 'marketplace.switchedOff' : 'marketplace.blocked'
  return { code, values: {} }
}

/** Returns the phase, or an empty one of the same name. */
export const enablePhaseIf = (isWanted: boolean, phase: Phase): Phase =>
  isWanted ? phase : { name: phase.name, run: async () => {} }
