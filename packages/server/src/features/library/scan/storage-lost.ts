/** A storage that goes away while it is read. */
import { inspectRoot } from './storage-mark.ts'
import { markerOfNames, type SeenRoot, storageStateOf } from './storage-state.rules.ts'

/** Nothing that is not found any more may be taken for gone. */
export class StorageLost extends Error {}

/**
 * Throws `StorageLost` once the root is not what was seen of it at first: a mount that was lost leaves an empty folder in
 * its place, or whatever lay below.
 */
export function watchRoot(root: string, { names = [], mark }: SeenRoot): () => void {
  const marker = mark ?? markerOfNames(names)
  return () => {
    const now = inspectRoot(root)
    // One that was empty from the start has no names to be known by.
    const isThere =
      mark === undefined && names.length > 0
        ? storageStateOf(now, marker) === 'mounted'
        : now.names !== undefined && now.mark === mark
    if (!isThere) throw new StorageLost()
  }
}
