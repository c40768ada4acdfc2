/** Decides whether the disk of a storage is connected. An empty mount point must never count as an emptied folder. */
import * as v from 'valibot'

export const storageStates = ['mounted', 'notMounted', 'emptied'] as const
export type StorageState = (typeof storageStates)[number]

export interface RootInspection {
  /** Names at the top, without system files; undefined if the root is missing or unreadable. */
  readonly names: readonly string[] | undefined
  /** ID in the mark of the root; undefined without a mark. */
  readonly mark: string | undefined
}

/** `known` is the marker saved by the last completed scan; null before the first. */
export function determineStorageState({ names, mark }: RootInspection, known: string | null): StorageState {
  if (names === undefined) return 'notMounted'
  if (known === null) return names.length === 0 ? 'notMounted' : 'mounted'
  const remembered = rememberedNames(known)
  if (remembered) return isSameFolder(remembered, names) ? 'mounted' : 'notMounted'
  if (mark !== known) return 'notMounted'
  return names.length === 0 ? 'emptied' : 'mounted'
}

/** Enough names to recognize a folder. */
const maxRememberedNames = 64

/** Returns the marker of a root that cannot be written to: the names at its top. */
export function markerOfNames(names: readonly string[]): string {
  return JSON.stringify([...names].sort().slice(0, maxRememberedNames))
}

function rememberedNames(marker: string): string[] | undefined {
  const read = v.safeParse(Names, marker)
  return read.success ? read.output : undefined
}

const Names = v.pipe(v.string(), v.startsWith('['), v.parseJson(), v.array(v.string()))

/** Returns whether at least half of the remembered names are still present. */
function isSameFolder(remembered: readonly string[], names: readonly string[]): boolean {
  const present = new Set(names)
  const kept = remembered.filter((name) => present.has(name)).length
  return kept > 0 && kept * 2 >= remembered.length
}

export interface FileLoss {
  /** Files of a storage, or works of the catalog. */
  readonly lost: number
  readonly total: number
  readonly works: number
}

/**
 * Returns whether a disconnected disk is the likely cause: more than a tenth is missing. The loss of a single work counts as intended,
 * even in a small library.
 */
export const isMassLoss = ({ lost, total, works }: FileLoss): boolean => works > 1 && lost * 10 > total
