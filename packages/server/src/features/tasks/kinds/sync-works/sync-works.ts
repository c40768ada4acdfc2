/** The work of `sync_works`: what is new comes in, from the disks, from feeds and from the marketplace. */
import { SyncOptions, syncSources } from '@koedana/contract/tasks.ts'
import * as v from 'valibot'
import type { BackgroundScans } from '../../../library/scan/background-scans.ts'
import type { FeedSource } from '../../../metadata/source.ts'
import type { RunKind } from '../../job.ts'
import { type MarketplaceSources, onlyWhere, openMarketplaceWork } from '../marketplace-work.ts'
import { runPhases } from '../phases.ts'
import { storages } from './1-storages.ts'
import { feeds } from './2-feeds.ts'
import { newReleases } from './3-new-releases.ts'
import { follows } from './4-follows.ts'
import { records } from './5-records.ts'
import { covers } from './6-covers.ts'

export interface SyncSources extends MarketplaceSources {
  readonly scans: BackgroundScans
  readonly feeds: FeedSource
}

export function createSyncWorks(sources: SyncSources): RunKind {
  return async (job) => {
    const { sources: chosenSources = syncSources, localOnly = false } = v.parse(SyncOptions, job.options)
    const wanted: ReadonlySet<string> = new Set(chosenSources)
    const work = openMarketplaceWork(sources, job)
    const isAsking = work.isOn && !localOnly
    const chosen = [storages(sources), feeds(sources), newReleases(work), follows(work)]
    const isHome = (name: string) => name === 'storages' || name === 'feeds'
    await runPhases(job, [
      ...chosen.map((phase) => onlyWhere(wanted.has(phase.name) && (isAsking || isHome(phase.name)), phase)),
      onlyWhere(isAsking, records(work)),
      onlyWhere(isAsking, covers(work)),
    ])
  }
}
