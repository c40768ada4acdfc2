/** Phase 2, second half: one folder a work. */
import { workKeyOf } from '@koedana/contract/work-id.rules.ts'
import type { Faults } from './faults.ts'
import type { FoundWork } from './group.rules.ts'

/** What decides between two folders of the same work. */
export interface Claims {
  /** Whether a file of this path is already known as playable here. */
  readonly isKnown: (path: string) => boolean
  /** Works that are playable from another storage. */
  readonly elsewhere: ReadonlySet<number>
  readonly faults: Faults
}

/** A folder already taken in wins over a newcomer, else the first in natural order; the others are told. */
export function claimWorks(works: readonly FoundWork[], { isKnown, elsewhere, faults }: Claims): FoundWork[] {
  const groups = Map.groupBy(works, ({ id }) => id)
  const isTaken = (work: FoundWork) => work.paths.some(isKnown)
  return works.filter((work) => {
    if (work.id === undefined) return true
    const group = groups.get(work.id) ?? []
    const winner = group.find(isTaken) ?? group[0]
    const isOurs = work === winner && (isTaken(work) || !elsewhere.has(workKeyOf(work.id)))
    if (!isOurs) faults.add(work.folder, 'duplicate')
    return isOurs
  })
}
