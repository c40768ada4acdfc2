/** The work of `sync_works`: what is new comes in, from the disks, from feeds and from the marketplace. */
import { SyncOptions, syncSources } from '@koedana/contract/tasks.ts'
import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import * as v from 'valibot'
import type { BackgroundScans } from '../../../library/scan/background-scans.ts'
import type { FeedSource } from '../../../metadata/source.ts'
import { listWanted } from '../../../metadata/upkeep/records.store.ts'
import type { RunKind } from '../../job.ts'
import { type Phase, runPhases } from '../phases.ts'
import {
  type MarketplaceSources,
  onlyWhere,
  openMarketplaceWork,
  type RecordSources,
  readRecords,
} from '../read-records.ts'
import { type CoverSources, takeCovers } from '../take-covers.ts'
import { storages } from './1-storages.ts'
import { feeds } from './2-feeds.ts'
import { newReleases } from './3-new-releases.ts'
import { follows } from './4-follows.ts'
import { isGathering } from './gathering.rules.ts'

export interface SyncSources extends MarketplaceSources {
  readonly scans: BackgroundScans
  readonly feeds: FeedSource
}

export function createSyncWorks(sources: SyncSources): RunKind {
  return async (job) => {
    const { sources: chosenSources = syncSources, localOnly = false } = v.parse(SyncOptions, job.options)
    const wanted: ReadonlySet<string> = new Set(chosenSources)
    const work = openMarketplaceWork(sources, job)
    const looksUp = work.isOn && !localOnly
    const chosen = [storages(sources), feeds(sources), newReleases(work), follows(work)]
    const isHome = (name: string) => name === 'storages' || name === 'feeds'
    await runPhases(job, [
      ...chosen.map((phase) => onlyWhere(wanted.has(phase.name) && (looksUp || isHome(phase.name)), phase)),
      onlyWhere(looksUp, records(work)),
      onlyWhere(looksUp, covers(work)),
    ])
  }
}

/** Full records of all that is wanted and may be asked for. */
const records = (sources: RecordSources): Phase => ({
  name: 'records',
  run: async (context) => {
    const { job, only } = context
    const wanted = await listWanted(sources.database.read, job.now().toISOString())
    const again = isGathering(job.only) ? undefined : new Set(only?.map(workKeyOf))
    await readRecords(sources, context, again ? wanted.filter((key) => again.has(key)) : wanted)
  },
})

/** Covers that are wanted. */
const covers = (sources: CoverSources): Phase => ({
  name: 'covers',
  run: async (context) => {
    const { only } = context.job
    const tried = only?.filter(({ phase }) => phase === 'covers' || phase === 'records') ?? []
    const again = isGathering(only) ? undefined : new Set(tried.map(({ item }) => workKeyOf(item)))
    await takeCovers(sources, context, again)
  },
})
