/**
 * Whether the disk that a storage is known to lie on is there: an empty mount point must never pass for an emptied folder.
 */
import * as v from 'valibot'

export const storageStates = ['mounted', 'notMounted', 'emptied'] as const
export type StorageState = (typeof storageStates)[number]

export interface SeenRoot {
  /** The names at the top, without what systems leave behind; undefined for a root that is absent or cannot be read. */
  readonly names: readonly string[] | undefined
  /** The id in the mark of the root; undefined without one. */
  readonly mark: string | undefined
}

/** `known` is the marker of the last scan, null before the first one that came to its end. */
export function storageStateOf({ names, mark }: SeenRoot, known: string | null): StorageState {
  if (names === undefined) return 'notMounted'
  if (known === null) return names.length === 0 ? 'notMounted' : 'mounted'
  const remembered = rememberedNames(known)
  if (remembered) return isSameFolder(remembered, names) ? 'mounted' : 'notMounted'
  if (mark !== known) return 'notMounted'
  return names.length === 0 ? 'emptied' : 'mounted'
}

/** So many names are enough to recognize a folder. */
const namesRemembered = 64

/** Returns the marker of a root in which no mark can be written: the names at its top. */
export function markerOfNames(names: readonly string[]): string {
  return JSON.stringify([...names].sort().slice(0, namesRemembered))
}

/** Returns undefined for the id of a mark that was written. */
function rememberedNames(marker: string): string[] | undefined {
  const read = v.safeParse(Names, marker)
  return read.success ? read.output : undefined
}

const Names = v.pipe(v.string(), v.startsWith('['), v.parseJson(), v.array(v.string()))

/** The storage counts as intact while at least half of what lay there lies there still. */
function isSameFolder(remembered: readonly string[], names: readonly string[]): boolean {
  const present = new Set(names)
  const kept = remembered.filter((name) => present.has(name)).length
  return kept > 0 && kept * 2 >= remembered.length
}

/** When so much is gone at once that a disk is the likelier cause than somebody's wish. */
export interface Loss {
  /** Files of a storage, or works of the catalogue. */
  readonly lost: number
  readonly total: number
  /** Works they belong to. */
  readonly works: number
}

/** More than a tenth; a single work is somebody's wish in the smallest of libraries too. */
export const isMassLoss = ({ lost, total, works }: Loss): boolean => works > 1 && lost * 10 > total
