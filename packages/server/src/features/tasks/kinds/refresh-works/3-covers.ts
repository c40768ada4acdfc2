/** Covers that are wanted: of all works, or of those this run is about. */
import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { Phase } from '../course.ts'
import { type CoverSources, takeCovers } from '../take-covers.ts'
import { namedWorks } from './choose-due.ts'

export const covers = (sources: CoverSources): Phase => ({
  name: 'covers',
  run: async (stage) => {
    const { only } = stage.job
    const ids = only ? only.map(({ item }) => item) : namedWorks(stage.job)
    await takeCovers(sources, stage, ids && new Set(ids.map(workKeyOf)))
  },
})
