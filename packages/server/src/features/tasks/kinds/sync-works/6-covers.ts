/** Covers that are wanted. */
import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { Phase } from '../course.ts'
import { type CoverSources, takeCovers } from '../take-covers.ts'
import { isGathering } from './gathering.rules.ts'

export const covers = (sources: CoverSources): Phase => ({
  name: 'covers',
  run: async (stage) => {
    const { only } = stage.job
    const tried = only?.filter(({ phase }) => phase === 'covers' || phase === 'records') ?? []
    const again = isGathering(only) ? undefined : new Set(tried.map(({ item }) => workKeyOf(item)))
    await takeCovers(sources, stage, again)
  },
})
