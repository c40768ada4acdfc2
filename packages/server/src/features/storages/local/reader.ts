/** Lists folders and looks at files below a root, and never outside it. */
import type { Dirent, Stats } from 'node:fs'
import { andThen, type MaybePromise } from '../maybe-promise.ts'
import { isSafeName, joinPath, lastPart, parentOf } from '../path.rules.ts'
import type { Entry, Page, Ref, Stat } from '../storage.ts'
import { factsOf } from './facts.ts'
import { type FileSystem, isThere } from './file-system.ts'
import { above, resolveInside } from './inside.ts'

interface Place {
  readonly root: string
  /** Refuses what is no path. */
  readonly pathOf: (ref: Ref) => string
  /** Whether a folder that lay inside once is believed to lie there still. */
  readonly remembers: boolean
}

interface Reader {
  readonly list: (folder: Ref) => MaybePromise<Page>
  readonly stat: (ref: Ref) => MaybePromise<Stat>
}

export function createReader(files: FileSystem, { root, pathOf, remembers }: Place): Reader {
  /** Folders that lie inside, so that what is no link lies inside with them. */
  const known = new Set<Ref>()
  const prefix = above(root)
  const isInKnown = (ref: Ref) =>
    known.has(parentOf(ref)) && isSafeName(lastPart(ref)) && !ref.startsWith('/')

  const pageOf = (folder: Ref, dirents: readonly Dirent[]): MaybePromise<Page> => {
    const entries = dirents.map((dirent) => entryOf(folder, dirent))
    if (remembers) {
      known.add(folder)
      for (const { ref, kind } of entries) if (kind === 'folder') known.add(ref)
    }
    const isInvalid = (entry: Entry) => andThen(isThere(files, pathOf(entry.ref)), (is) => !is)
    return andThen(markInvalid(entries, isInvalid), (marked) => ({ entries: marked, next: undefined }))
  }
  const follow = (path: string): MaybePromise<Stat> =>
    andThen(resolveInside(files, root, path), (real) =>
      andThen(files.stat(real.path), (stats) => statOf(real.ref, stats)),
    )
  return {
    list: (folder) => {
      const path = pathOf(folder)
      const real = known.has(folder) ? path : andThen(resolveInside(files, root, path), (place) => place.path)
      return andThen(real, (at) => andThen(files.entries(at), (dirents) => pageOf(folder, dirents)))
    },
    stat: (ref) => {
      if (!isInKnown(ref)) return follow(pathOf(ref))
      const path = prefix + ref
      return andThen(files.lstat(path), (stats) =>
        stats.isSymbolicLink() ? follow(path) : statOf(ref, stats),
      )
    },
  }
}

const entryOf = (folder: Ref, dirent: Dirent): Entry => ({
  ref: joinPath(folder, dirent.name),
  name: dirent.name,
  kind: kindOf(dirent),
})

function kindOf(entry: Dirent): Entry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'special'
}

/** Node shows bytes that are no UTF-8 as U+FFFD; a name that truly holds that character can be opened. */
function markInvalid(
  entries: readonly Entry[],
  isInvalid: (entry: Entry) => MaybePromise<boolean>,
): MaybePromise<readonly Entry[]> {
  let marked: MaybePromise<readonly Entry[]> = entries
  for (const entry of entries) {
    if (!entry.name.includes('\ufffd')) continue
    marked = andThen(marked, (all) =>
      andThen(isInvalid(entry), (is) =>
        is ? all.map((one) => (one === entry ? { ...one, kind: 'invalidName' as const } : one)) : all,
      ),
    )
  }
  return marked
}

const statOf = (ref: Ref, stats: Stats): Stat => ({
  ref,
  kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'special',
  facts: factsOf(stats),
})
