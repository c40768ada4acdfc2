/** The work of `refresh_works`: what is known of works is asked again. */
import type { RunKind } from '../../job.ts'
import { type MarketplaceSources, onlyWhere, openMarketplaceWork } from '../marketplace-work.ts'
import { runPhases } from '../phases.ts'
import { numbers } from './1-numbers.ts'
import { records } from './2-records.ts'
import { covers } from './3-covers.ts'
import { thinning } from './4-thinning.ts'

export function createRefreshWorks(sources: MarketplaceSources): RunKind {
  return async (job) => {
    const work = openMarketplaceWork(sources, job)
    const phases = [numbers(work), records(work), covers(work)]
    await runPhases(job, [...phases.map((phase) => onlyWhere(work.isOn, phase)), thinning(sources.database)])
  }
}
