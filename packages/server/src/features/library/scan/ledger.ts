/** What is already known of a storage's files, so that unchanged ones are not read and moved ones keep their id. */
import { createHash } from 'node:crypto'
import type { TrackRow } from '../media/tracks.store.ts'

export interface Ledger {
  readonly find: (path: string) => TrackRow | undefined
  /** Takes, once, a file with these bytes that is no longer where it was. */
  readonly takeMoved: (fingerprint: string) => TrackRow | undefined
  /** An id for a file that is new: stable for storage and path, and of no other file. */
  readonly newId: (path: string) => string
  /** Rows whose file is neither seen nor moved. */
  readonly gone: () => readonly TrackRow[]
  /** How many files were here before this scan. */
  readonly known: () => number
}

/** `isHere` tells whether a row's path was found, or must be taken as still there since it could not be looked at. */
export function createLedger(
  storageKey: number,
  rows: readonly TrackRow[],
  isHere: (path: string) => boolean,
): Ledger {
  const ids = new Set(rows.map(({ id }) => id))
  // A path may have been given up and used again: the row that is not missing counts.
  const byPath = new Map<string, TrackRow>()
  for (const row of rows) if (row.missing_at === null || !byPath.has(row.path)) byPath.set(row.path, row)
  const absent = rows.filter((row) => byPath.get(row.path) !== row || !isHere(row.path))
  const byFingerprint = Map.groupBy(absent, ({ fingerprint }) => fingerprint)
  const moved = new Set<TrackRow>()

  return {
    find: (path) => byPath.get(path),
    takeMoved: (fingerprint) => {
      const row = byFingerprint.get(fingerprint)?.shift()
      if (row) moved.add(row)
      return row
    },
    newId: (path) => {
      let id = idOf([storageKey, path])
      for (let again = 1; ids.has(id); again += 1) id = idOf([storageKey, path, again])
      ids.add(id)
      return id
    },
    gone: () => absent.filter((row) => !moved.has(row)),
    known: () => rows.filter(({ missing_at }) => missing_at === null).length,
  }
}

/** 128 bits as base64url. */
function idOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}
