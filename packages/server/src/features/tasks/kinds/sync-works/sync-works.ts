/** Implements `sync_works`: adds new works from storages, catalog files and the marketplace. */
import { SyncOptions, syncSources } from '@koedana/contract/tasks.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Database } from '../../../../db/open.ts'
import { chunksOf } from '../../../../db/statements.ts'
import type { Message } from '../../../../lib/messages/messages.rules.ts'
import {
  type BackgroundScans,
  type StorageScanResult,
  scanStorages,
} from '../../../library/scan/background-scans.ts'
import { faultMessages } from '../../../library/scan/report-summary.ts'
import type { FeedSource } from '../../../metadata/source.ts'
import { listWantedRecords, wantRecords } from '../../../metadata/upkeep/records.store.ts'
import type { Counts, ReportedItem, RunKind } from '../../run/job.ts'
import { type CoverSources, downloadCovers } from '../download-covers.ts'
import { type Phase, type PhaseContext, runPhases } from '../phases.ts'
import {
  enablePhaseIf,
  type MarketplaceSources,
  openMarketplaceWork,
  type RecordSources,
  readRecords,
} from '../read-records.ts'
import { feedsPhase } from './2-feeds.ts'
import { newReleasesPhase } from './3-new-releases.ts'
import { followsPhase } from './4-follows.ts'
import { isFullScope } from './run-scope.rules.ts'
import {
  listLibraryWorksWithoutRecord,
  listNewFolderWorks,
  minMarketplaceKey,
  walkKeyRanges,
} from './sync-candidates.store.ts'

export interface SyncSources extends MarketplaceSources {
  readonly scans: BackgroundScans
  readonly feeds: FeedSource
}

export function createSyncWorks(sources: SyncSources): RunKind {
  return async (job) => {
    const options = v.parse(SyncOptions, job.options)
    const { sources: chosenSources = syncSources, localOnly = false } = options
    const wanted: ReadonlySet<string> = new Set(chosenSources)
    const work = openMarketplaceWork(sources, job)
    const looksUp = work.isOn && !localOnly
    const chosen = [
      storages(sources, options),
      feedsPhase(sources),
      newReleasesPhase(work),
      followsPhase(work),
    ]
    const isHome = (name: string) => name === 'storages' || name === 'feeds'
    await runPhases(job, [
      ...chosen.map((phase) =>
        enablePhaseIf(wanted.has(phase.name) && (looksUp || isHome(phase.name)), phase),
      ),
      enablePhaseIf(looksUp, records(work)),
      enablePhaseIf(looksUp, covers(work)),
    ])
  }
}

/** Reads full records of wanted works that may be requested now. */
const records = (sources: RecordSources): Phase => ({
  name: 'records',
  run: async (context) => {
    const { job, only } = context
    const wanted = await listWantedRecords(sources.database.read, job.now().toISOString())
    const again = isFullScope(job.only) ? undefined : new Set(only?.map(workKeyOf))
    await readRecords(sources, context, again ? wanted.filter((key) => again.has(key)) : wanted)
  },
})

const covers = (sources: CoverSources): Phase => ({
  name: 'covers',
  run: async (context) => {
    const { only } = context.job
    const tried = only?.filter(({ phase }) => phase === 'covers' || phase === 'records') ?? []
    const again = isFullScope(only) ? undefined : new Set(tried.map(({ item }) => workKeyOf(item)))
    await downloadCovers(sources, context, again)
  },
})

export interface StorageSources {
  readonly database: Database
  readonly scans: BackgroundScans
}

/** Scans every enabled storage, or only the requested ones. Library works without a lookup become wanted. */
const storages = (
  { database, scans }: StorageSources,
  { storages: ids, acceptLoss = false }: SyncOptions,
): Phase => ({
  name: 'storages',
  run: async (context) => {
    const { job } = context
    if (context.only?.length === 0) return
    let state: State = v.is(State, context.state) ? context.state : { after: -1, reported: -1 }
    const chosen = { only: ids?.map(Number), acceptsLoss: acceptLoss, after: state.after }
    const request = { ...chosen, database, scans, signal: job.signal, now: job.now() }
    for await (const storage of scanStorages({ ...request, onFolder: job.at, onWait: job.waitFor })) {
      state = { ...state, after: storage.key }
      job.note('info', resultOf(storage))
      for (const fault of faultMessages(storage)) job.note('warn', fault)
      await context.step(async () => ({ state, items: troubleOf(storage), counts: countsOf(storage) }))
    }
    job.signal.throwIfAborted()
    state = await reportNewWorks(database, context, state)
    for await (const range of walkKeyRanges(database.read, minMarketplaceKey - 1)) {
      for (const ids of chunksOf(await listLibraryWorksWithoutRecord(database.read, range), idsPerStep)) {
        await context.step(async (tx) => {
          await wantRecords(database, tx, ids)
          return { state }
        })
      }
    }
  },
})

/** `after` is the last finished storage, and `reported` is the last reported work. */
const State = v.object({ after: v.number(), reported: v.number() })
type State = v.InferOutput<typeof State>

/** A scan writes in its own transactions, so its new works are reported afterwards, even if it was interrupted and resumed. */
async function reportNewWorks(database: Database, context: PhaseContext, state: State): Promise<State> {
  const since = context.job.startedAt.toISOString()
  let at = state
  for await (const range of walkKeyRanges(database.read, state.reported)) {
    const added = await listNewFolderWorks(database.read, { ...range, since })
    for (const works of chunksOf(added, idsPerStep)) {
      at = { ...at, reported: works.at(-1)?.key ?? at.reported }
      const items = works.map(({ id, name }): ReportedItem => ({ item: id, name, outcome: 'added' }))
      await context.step(async () => ({ state: at, items }))
    }
  }
  return at
}

const idsPerStep = 500

/** Files are not items: a large storage has hundreds of thousands. */
function countsOf({ added, changed, moved, missing, works }: StorageScanResult): Counts {
  const counts = {
    'files.added': added,
    'files.updated': changed + moved,
    'files.missing': missing,
    missing: works.missing,
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

/** Storages are not items, unless they have trouble. */
function troubleOf({ root, state, held }: StorageScanResult): ReportedItem[] {
  const named = { item: root, thing: 'storages' } as const
  if (state === 'failed') return [{ ...named, outcome: 'failed', reason: 'folderUnreadable' }]
  if (state !== 'mounted') return [{ ...named, outcome: 'failed', reason: 'notMounted' }]
  return held > 0 ? [{ ...named, outcome: 'skipped', reason: 'massLoss' }] : []
}

function resultOf({ root, state, works, added, missing }: StorageScanResult): Message {
  if (state === 'lost') return { code: 'scan.disconnected', values: { root, newFiles: added } }
  if (state !== 'mounted') return { code: `scan.${state}`, values: { root } }
  const counts = { works: works.found, newWorks: works.added, newFiles: added, missing }
  return { code: 'scan.finished', values: { root, ...counts } }
}
