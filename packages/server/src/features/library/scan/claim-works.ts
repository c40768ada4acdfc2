/** Phase 2, second half: what lies in several folders is one work. */
import type { FoundWork, OtherFolder } from './group.rules.ts'
import { readFolderName } from './names.rules.ts'

/** Lists works whose files must be known to decide which of its folders is the first: works that lie in several. */
export function contestedWorks(works: readonly FoundWork[]): FoundWork[] {
  const groups = Map.groupBy(works, ({ id }) => id)
  return works.filter(({ id }) => id !== undefined && (groups.get(id)?.length ?? 0) > 1)
}

/**
 * If a work has several folders, the one already known is its own, else the first in natural order; the others
 * belong to it. What lies in another storage belongs to it as well, and is not requested here.
 */
export function claimWorks(
  works: readonly FoundWork[],
  /** Whether a file of this path is already known as playable here. */
  isKnown: (path: string) => boolean,
): FoundWork[] {
  const groups = Map.groupBy(works, ({ id }) => id)
  const isTaken = (work: FoundWork) => work.paths().some(isKnown)
  return works.flatMap((work) => {
    if (work.id === undefined) return [work]
    const group = groups.get(work.id) ?? []
    const own = group.length > 1 ? (group.find(isTaken) ?? group[0]) : work
    return work === own ? [together(work, group)] : []
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
