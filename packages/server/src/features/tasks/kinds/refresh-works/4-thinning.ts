/** Old rows of the history give way to fewer. */
import type { Database } from '../../../../db/open.ts'
import { dayOf } from '../../../../lib/instants.rules.ts'
import { thinStats } from '../../../stats/stats.store.ts'
import type { Phase } from '../phases.ts'

export const thinning = (database: Database): Phase => ({
  name: 'thinning',
  run: async ({ job }) => {
    const thinned = await thinStats(database, dayOf(job.now().toISOString()))
    if (thinned > 0) job.note('info', `${thinned} old rows of the history gave way.`)
  },
})
