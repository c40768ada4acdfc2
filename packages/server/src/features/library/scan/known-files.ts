/** Provides the known files of a storage, so that unchanged files are not read and moved files keep their ID. */
import { createHash } from 'node:crypto'
import type { Db } from '../../../db/schema.ts'
import { chunksOf } from '../../../db/statements.ts'
import type { TrackRow } from '../media/tracks.store.ts'
import {
  countStorageTracks,
  findStorageTracks,
  findTracksAt,
  findTracksOf,
  listLostElsewhere,
  listTrackPaths,
  maxListLength,
} from './scan.store.ts'

export interface KnownFiles {
  /** Returns the rows of files by path. `workKeys` are works to which the files probably belong. */
  readonly rowsOf: (
    paths: readonly string[],
    workKeys: readonly number[],
  ) => Promise<ReadonlyMap<string, TrackRow>>
  /** Returns, at most once, a file with this fingerprint that is missing from its path in this storage, or is missing in another one. */
  readonly takeMoved: (fingerprint: string) => Promise<TrackRow | undefined>
  /** Returns the ID for a new file, derived from storage and path, and unused by any other file. */
  readonly newId: (path: string) => Promise<string>
  /** Returns rows of files that were neither found nor moved. Call after all found files were requested. */
  readonly gone: () => Promise<readonly TrackRow[]>
  readonly countFound: (files: number) => void
  readonly known: number
}

export interface KnownFilesSources {
  readonly db: Db
  readonly storageKey: number
  /** Returns whether a path was found, or must be assumed present because it could not be read. */
  readonly isHere: (path: string) => boolean
}

/** Rows are read in batches: those of all files together would need more memory than the rest of the scan. */
export async function indexKnownFiles({ db, storageKey, isHere }: KnownFilesSources): Promise<KnownFiles> {
  const known = await countStorageTracks(db, storageKey)
  let found = 0
  let loading: Promise<AbsentFiles> | undefined
  const moved = new Set<TrackRow>()
  const lost = createLostElsewhere(db, storageKey)
  // Never loaded if no file is new or missing.
  const absent = () => {
    loading ??= loadAbsent({ db, storageKey, isHere })
    return loading
  }

  return {
    rowsOf: async (paths, workKeys) => {
      const likely = await findLikelyRows(db, storageKey, workKeys)
      const others = paths.filter((path) => !likely.has(path))
      const rows = await findRowsAt(db, storageKey, others)
      for (const path of paths) {
        const row = likely.get(path)
        if (row) rows.set(path, row)
      }
      for (const { missing_at } of rows.values()) if (missing_at === null) found += 1
      return rows
    },
    takeMoved: async (fingerprint) => {
      const row = (await absent()).byFingerprint.get(fingerprint)?.shift()
      if (row) moved.add(row)
      return row ?? lost.take(fingerprint)
    },
    newId: async (path) => {
      const { ids } = await absent()
      let id = hashId([storageKey, path])
      // Each path is requested once, so only IDs of existing rows can collide.
      for (let again = 1; ids.has(id); again += 1) id = hashId([storageKey, path, again])
      return id
    },
    gone: async () => {
      if (found === known) return []
      const { rows } = await absent()
      return rows.filter((row) => row.missing_at === null && !moved.has(row))
    },
    countFound: (files) => {
      found += files
    },
    known,
  }
}

/** Files missing in other storages. They are few, unless a storage was removed, so their rows are read one by one. */
function createLostElsewhere(db: Db, storageKey: number) {
  let loading: Promise<Map<string, string[]>> | undefined
  const load = async () => {
    const ids = new Map<string, string[]>()
    for (const { id, fingerprint } of await listLostElsewhere(db, storageKey))
      ids.set(fingerprint, [...(ids.get(fingerprint) ?? []), id])
    return ids
  }
  return {
    take: async (fingerprint: string): Promise<TrackRow | undefined> => {
      loading ??= load()
      const id = (await loading).get(fingerprint)?.shift()
      return id === undefined ? undefined : (await findStorageTracks(db, [id]))[0]
    },
  }
}

interface AbsentFiles {
  readonly rows: readonly TrackRow[]
  readonly byFingerprint: Map<string, TrackRow[]>
  /** IDs of all files of the storage, missing ones too. */
  readonly ids: ReadonlySet<string>
}

async function loadAbsent({ db, storageKey, isHere }: KnownFilesSources): Promise<AbsentFiles> {
  const paths = await listTrackPaths(db, storageKey)
  const away = paths.filter(({ path }) => !isHere(path))
  // The path of a missing file may be in use again.
  const reused = paths.filter(({ path, missing_at }) => missing_at !== null && isHere(path))
  const used = await findRowsAt(
    db,
    storageKey,
    reused.map(({ path }) => path),
  )
  const replaced = reused.filter(({ id, path }) => used.get(path)?.id !== id)
  const rows: TrackRow[] = []
  for (const some of chunksOf([...away, ...replaced], maxListLength)) {
    const ids = some.map(({ id }) => id)
    rows.push(...(await findStorageTracks(db, ids)))
  }
  const byFingerprint = Map.groupBy(rows, ({ fingerprint }) => fingerprint)
  return { rows, byFingerprint, ids: new Set(paths.map(({ id }) => id)) }
}

async function findLikelyRows(
  db: Db,
  storageKey: number,
  workKeys: readonly number[],
): Promise<Map<string, TrackRow>> {
  if (workKeys.length === 0) return new Map()
  const rows = await findTracksOf(db, workKeys)
  const here = rows.filter((row) => row.storage_key === storageKey && row.missing_at === null)
  return new Map(here.map((row) => [row.path, row]))
}

/** If a path has several rows, prefers the one that is not missing. */
async function findRowsAt(
  db: Db,
  storageKey: number,
  paths: readonly string[],
): Promise<Map<string, TrackRow>> {
  const rows = new Map<string, TrackRow>()
  for (const some of chunksOf(paths, maxListLength)) {
    for (const row of await findTracksAt(db, storageKey, some)) {
      if (row.missing_at === null || !rows.has(row.path)) rows.set(row.path, row)
    }
  }
  return rows
}

/** Returns a 128-bit hash of the parts as base64url. */
export function hashId(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}
