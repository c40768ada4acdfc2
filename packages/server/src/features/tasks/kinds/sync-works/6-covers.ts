/** Covers that are wanted. */
import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { Phase } from '../phases.ts'
import { type CoverSources, takeCovers } from '../take-covers.ts'
import { isGathering } from './gathering.rules.ts'

export const covers = (sources: CoverSources): Phase => ({
  name: 'covers',
  run: async (context) => {
    const { only } = context.job
    const tried = only?.filter(({ phase }) => phase === 'covers' || phase === 'records') ?? []
    const again = isGathering(only) ? undefined : new Set(tried.map(({ item }) => workKeyOf(item)))
    await takeCovers(sources, context, again)
  },
})
