/** Implements `refresh_works`: looks up known works again. */

import { RefreshOptions } from '@koedana/contract/tasks.ts'
import { normalizeWorkId, workIdOf, workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Database } from '../../../../db/open.ts'
import type { Db } from '../../../../db/schema.ts'
import { chunksOf } from '../../../../db/statements.ts'
import { dayOf } from '../../../../lib/dates.rules.ts'
import { ingestResults } from '../../../metadata/upkeep/ingest-results.ts'
import { lookUpNumbers, type WorkResult } from '../../../metadata/upkeep/look-up-works.ts'
import { thinStats } from '../../../stats/stats.store.ts'
import type { Job, ReportedItem, RunKind } from '../../run/job.ts'
import { type CoverSources, downloadCovers } from '../download-covers.ts'
import { type Phase, type PhaseContext, prefetchOne, runPhases } from '../phases.ts'
import {
  enablePhaseIf,
  type MarketplaceSources,
  openMarketplaceWork,
  type RecordSources,
  readRecords,
  worksPerStep,
} from '../read-records.ts'
import { canLookUp, isDue, topSalesOf } from './due.rules.ts'
import { listRefreshed, listStale, pagesOfRefreshed, type RefreshedWork } from './refreshed-works.store.ts'

export function createRefreshWorks(sources: MarketplaceSources): RunKind {
  return async (job) => {
    const work = openMarketplaceWork(sources, job)
    const phases = [numbers(work), records(work), covers(work)]
    await runPhases(job, [
      ...phases.map((phase) => enablePhaseIf(work.isOn, phase)),
      thinning(sources.database),
    ])
  }
}

/** Downloads wanted covers of all works, or of the works of this run. */
const covers = (sources: CoverSources): Phase => ({
  name: 'covers',
  run: async (context) => {
    const { only } = context.job
    const ids = only ? only.map(({ item }) => item) : namedWorks(context.job)
    await downloadCovers(sources, context, ids && new Set(ids.map(workKeyOf)))
  },
})

const dayMs = 86_400_000
const staleDays = 30
/** A few hours at the default pace. After the import of a catalog file, records must not delay the next day's numbers. */
const recordsPerRun = 5_000

/** Reads full records of works that changed, were never read, or were read long ago. */
const records = (sources: RecordSources): Phase => ({
  name: 'records',
  run: async (context) => readRecords(sources, context, await chooseRecords(sources, context.job)),
})

async function chooseRecords({ database }: RecordSources, job: Job): Promise<number[]> {
  const now = job.now()
  const stale = () =>
    listStale(database.read, {
      now: now.toISOString(),
      before: new Date(now.getTime() - staleDays * dayMs).toISOString(),
      limit: recordsPerRun,
    })
  if (job.only) return chooseAgain(job.only, new Set(await stale()))
  const named = namedWorks(job)
  if (named) return keysOf(await listRefreshed(database.read, named.map(workKeyOf)))
  const keys = await stale()
  if (keys.length === recordsPerRun)
    job.note('info', { code: 'refresh.limited', values: { max: recordsPerRun } })
  return keys.sort((a, b) => a - b)
}

/** Returns works whose record failed, and works whose numbers failed if their record is stale. */
function chooseAgain(only: NonNullable<Job['only']>, stale: ReadonlySet<number>): number[] {
  const keys = only.flatMap(({ phase, item }) => {
    const key = phase === 'records' || phase === 'numbers' ? workKeyOf(item) : undefined
    return key !== undefined && (phase === 'records' || stale.has(key)) ? [key] : []
  })
  return [...new Set(keys)].sort((a, b) => a - b)
}

const keysOf = (works: readonly { readonly key: number }[]) => works.map(({ key }) => key)

/** Reads live numbers of due works, starting with those that have none. */
const numbers = (sources: RecordSources): Phase => ({
  name: 'numbers',
  run: async (context) => {
    const chosen = await chooseDue(sources.database.read, context.job, stateOf(context))
    if (context.state === null) await begin(context, chosen)
    for (const [pass, keys] of [chosen.unread, chosen.read].entries()) {
      const rest = pass === 0 ? chosen.read.length : 0
      await readNumbers(sources, context, { keys, pass, rest, startedAt: chosen.startedAt })
    }
  },
})

/** `after` is the largest finished key in pass 0 (works without numbers) or pass 1 (the others). */
export const State = v.object({ startedAt: v.string(), pass: v.number(), after: v.number() })
export type State = v.InferOutput<typeof State>

const stateOf = ({ state }: PhaseContext): State | undefined => (v.is(State, state) ? state : undefined)

/** Reports requested works that do not exist at the start. */
async function begin(
  context: PhaseContext,
  { startedAt, unread, read, strangers }: RefreshSelection,
): Promise<void> {
  const items = strangers.map((item): ReportedItem => ({ item, outcome: 'skipped', reason: 'workGone' }))
  const state: State = { startedAt, pass: 0, after: -1 }
  await context.step(async () => ({ state, left: unread.length + read.length, items }))
}

interface Pass {
  readonly keys: readonly number[]
  readonly pass: number
  /** Number of works left for later passes. */
  readonly rest: number
  readonly startedAt: string
}

async function readNumbers(sources: RecordSources, context: PhaseContext, given: Pass): Promise<void> {
  const { database } = sources
  const { keys, pass, rest, startedAt } = given
  let left = keys.length + rest
  for await (const batch of prefetchOne(lookUpInBatches(sources, context, keys))) {
    left -= batch.keys.length
    const after = batch.keys.at(-1) ?? -1
    await context.step(async (tx) => {
      const items = await ingestResults(database, tx, {
        results: batch.results,
        now: context.job.now().toISOString(),
      })
      const state: State = { startedAt, pass, after }
      return { state, left, items, silent: ['unchanged', 'updated'] }
    })
  }
}

interface Batch {
  readonly keys: readonly number[]
  readonly results: readonly WorkResult[]
}

async function* lookUpInBatches(
  { calls }: RecordSources,
  { job }: PhaseContext,
  keys: readonly number[],
): AsyncGenerator<Batch> {
  for (const several of chunksOf(keys, worksPerStep * calls.atOnce)) {
    job.at(workIdOf(several[0] ?? 0))
    const batches = [...chunksOf(several, worksPerStep)].map(async (batch) => ({
      keys: batch,
      results: await lookUpNumbers(calls, batch.map(workIdOf), job.advance),
    }))
    // If one batch fails, the later ones must not cause unhandled rejections.
    for (const one of batches) one.catch(() => undefined)
    for (const one of batches) yield await one
  }
}

const thinning = (database: Database): Phase => ({
  name: 'thinning',
  run: async ({ job }) => {
    const thinned = await thinStats(database, dayOf(job.now().toISOString()))
    if (thinned > 0) job.note('info', { code: 'refresh.thinned', values: { count: thinned } })
  },
})

interface RefreshSelection {
  readonly startedAt: string
  /** Sorted keys of works without numbers. `read` has the other works. */
  readonly unread: readonly number[]
  readonly read: readonly number[]
  /** Requested IDs of works that do not exist. */
  readonly strangers: readonly string[]
}

/** How far the interrupted run got. */
export interface RefreshProgress {
  readonly startedAt: string
  readonly pass: number
  readonly after: number
}

/** Chooses the works of a refresh: due works, all works, or requested works. */
async function chooseDue(db: Db, job: Job, through: RefreshProgress | undefined): Promise<RefreshSelection> {
  const startedAt = through?.startedAt ?? job.now().toISOString()
  const named = namedWorks(job)
  const chosen = named ? await chooseNamed(db, named) : await chooseAmongAll(db, job, startedAt)
  const { pass, after } = through ?? { pass: 0, after: -1 }
  return {
    startedAt,
    unread: pass === 0 ? chosen.unread.filter((key) => key > after) : [],
    read: pass === 0 ? chosen.read : chosen.read.filter((key) => key > after),
    strangers: chosen.strangers,
  }
}

/** Returns the IDs of the works to refresh, or undefined if the run chooses them. */
function namedWorks({ options, only }: Job): readonly string[] | undefined {
  if (only) return only.filter(({ phase }) => phase === 'numbers').map(({ item }) => item)
  const { works } = v.parse(RefreshOptions, options)
  return works && [...new Set(works.map((id) => normalizeWorkId(id) ?? id))]
}

type Keys = Omit<RefreshSelection, 'startedAt'>

async function chooseNamed(db: Db, ids: readonly string[]): Promise<Keys> {
  const works = await listRefreshed(db, ids.map(workKeyOf))
  const found = new Set(works.map(({ key }) => workIdOf(key)))
  // Uses one pass, since a work would move from `unread` to `read` once its numbers are read.
  return { unread: [], read: works.map(({ key }) => key), strangers: ids.filter((id) => !found.has(id)) }
}

async function chooseAmongAll(db: Db, job: Job, startedAt: string): Promise<Keys> {
  const isChosen = await choice(db, job, startedAt)
  const [unread, read]: [number[], number[]] = [[], []]
  for await (const page of pagesOfRefreshed(db)) {
    for (const work of page) {
      if (isChosen(work)) (work.numbers_at === null ? unread : read).push(work.key)
    }
  }
  return { unread, read, strangers: [] }
}

async function choice(
  db: Db,
  { options }: Job,
  startedAt: string,
): Promise<(work: RefreshedWork) => boolean> {
  if (v.parse(RefreshOptions, options).scope === 'all') {
    return (work) => canLookUp(work, startedAt) && (work.numbers_at === null || work.numbers_at < startedAt)
  }
  const topSales = topSalesOf(await listSales(db))
  return (work) => isDue(work, { now: startedAt, topSales })
}

async function listSales(db: Db): Promise<number[]> {
  const all: number[] = []
  for await (const page of pagesOfRefreshed(db)) for (const { sales } of page) all.push(sales ?? 0)
  return all
}
