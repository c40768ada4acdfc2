/** Scan phase 2, second half: merges folders of the same work. */
import type { OtherFolder, WorkFolder } from './group.rules.ts'
import { readFolderName } from './names.rules.ts'

/** Returns works with several folders. Their known files decide which folder is the main one. */
export function contestedWorks(works: readonly WorkFolder[]): WorkFolder[] {
  const groups = Map.groupBy(works, ({ id }) => id)
  return works.filter(({ id }) => id !== undefined && (groups.get(id)?.length ?? 0) > 1)
}

/**
 * Merges the folders of each work: the main folder is the one already known, otherwise the first in natural order. Folders in other
 * storages are not merged here.
 */
export function claimWorks(works: readonly WorkFolder[], isKnown: (path: string) => boolean): WorkFolder[] {
  const groups = Map.groupBy(works, ({ id }) => id)
  const hasKnownFile = (work: WorkFolder) => work.paths().some(isKnown)
  return works.flatMap((work) => {
    if (work.id === undefined) return [work]
    const group = groups.get(work.id) ?? []
    const mainFolder = group.length > 1 ? (group.find(hasKnownFile) ?? group[0]) : work
    return work === mainFolder ? [mergeFolders(work, group)] : []
  })
}

function mergeFolders(work: WorkFolder, group: readonly WorkFolder[]): WorkFolder {
  const others = group.filter((one) => one !== work)
  if (others.length === 0) return work
  const title = readFolderName(work.name).title
  return {
    ...work,
    others: others.map((other) => toOtherFolder(other, title)),
    paths: () => [...work.paths(), ...others.flatMap(({ paths }) => paths())],
  }
}

function toOtherFolder({ folder, name }: WorkFolder, title: string): OtherFolder {
  const other = readFolderName(name).title
  return { folder, label: other === title ? '' : other.replaceAll('/', ' ') }
}
