/** Phase 2, second half: what lies in several folders is one work. */
import { workKeyOf } from '@koedana/contract/values.ts'
import type { FoundWork, OtherFolder } from './group.rules.ts'
import { readFolderName } from './names.rules.ts'
import type { Faults } from './scan.ts'

/** What decides whose folders are. */
export interface Claims {
  /** Whether a file of this path is already known as playable here. */
  readonly isKnown: (path: string) => boolean
  /** Works that are playable from another storage. */
  readonly elsewhere: ReadonlySet<number>
  readonly faults: Faults
}

/** Whose files must be known to tell whose they are: those of works that lie in several places. */
export function contestedWorks(
  works: readonly FoundWork[],
  { elsewhere }: Pick<Claims, 'elsewhere'>,
): FoundWork[] {
  const groups = Map.groupBy(works, ({ id }) => id)
  return works.filter(
    ({ id }) => id !== undefined && ((groups.get(id)?.length ?? 0) > 1 || elsewhere.has(workKeyOf(id))),
  )
}

/**
 * Where a work has several folders, the one already known is its own, else the first in natural order; the others
 * belong to it. A work that is playable from another storage alone stays there: its folders here are reported.
 */
export function claimWorks(works: readonly FoundWork[], { isKnown, elsewhere, faults }: Claims): FoundWork[] {
  const groups = Map.groupBy(works, ({ id }) => id)
  const isTaken = (work: FoundWork) => work.paths().some(isKnown)
  return works.flatMap((work) => {
    if (work.id === undefined) return [work]
    const group = groups.get(work.id) ?? []
    const isElsewhere = elsewhere.has(workKeyOf(work.id))
    const own = group.length > 1 || isElsewhere ? group.find(isTaken) : work
    if (!own && isElsewhere) {
      faults.add(work.folder, 'duplicate')
      return []
    }
    return work === (own ?? group[0]) ? [together(work, group)] : []
  })
}

function together(work: FoundWork, group: readonly FoundWork[]): FoundWork {
  const others = group.filter((one) => one !== work)
  if (others.length === 0) return work
  const title = readFolderName(work.name).title
  return {
    ...work,
    others: others.map((other) => otherFolder(other, title)),
    paths: () => [...work.paths(), ...others.flatMap(({ paths }) => paths())],
  }
}

function otherFolder({ folder, name }: FoundWork, title: string): OtherFolder {
  const other = readFolderName(name).title
  return { folder, label: other === title ? '' : other.replaceAll('/', ' ') }
}
