/** Covers that are wanted: of all works, or of those this run is about. */
import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { Phase } from '../phases.ts'
import { type CoverSources, takeCovers } from '../take-covers.ts'
import { namedWorks } from './choose-due.ts'

export const covers = (sources: CoverSources): Phase => ({
  name: 'covers',
  run: async (context) => {
    const { only } = context.job
    const ids = only ? only.map(({ item }) => item) : namedWorks(context.job)
    await takeCovers(sources, context, ids && new Set(ids.map(workKeyOf)))
  },
})
