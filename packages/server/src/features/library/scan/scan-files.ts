/** The files of works that are no sounds, as a scan finds them: only their facts are looked at. */
import { createHash } from 'node:crypto'
import { writeTogether } from '../../../db/changes.ts'
import { printableName } from '../../../lib/printable.rules.ts'
import { parentOf } from '../../storages/path.rules.ts'
import type { FileFacts } from '../../storages/storage.ts'
import { audioFormatOf } from '../media/formats.rules.ts'
import { deleteFiles, listKnownFiles, saveFiles, type WorkFileRow } from '../media/work-files.store.ts'
import { type FoundWork, pathInWork } from './group.rules.ts'
import type { Scan } from './scan.ts'
import type { SeenTrack } from './tracks.rules.ts'

interface ScannedWork {
  readonly key: number
  readonly work: FoundWork
  readonly tracks: readonly SeenTrack[]
}

/** More than any work has: a folder of everything somebody owns is none. */
const mostFiles = 5_000

/** Makes the files known of these works those that are there. A work without a sound has none (`deleteStrayFiles`). */
export async function scanFiles(scan: Scan, works: readonly ScannedWork[]): Promise<void> {
  const { database, storageKey } = scan
  const heard = works.filter(({ tracks }) => tracks.length > 0)
  const keys = heard.map(({ key }) => key)
  const known = new Map((await listKnownFiles(database.write, storageKey, keys)).map((row) => [row.id, row]))
  const changed: WorkFileRow[] = []
  for (const one of heard) {
    for (const row of await rowsOf(scan, one)) {
      if (!isSame(known.get(row.id), row)) changed.push(row)
      known.delete(row.id)
    }
  }
  const gone = [...known.values()].filter(({ path }) => !scan.isUnreadable(path))
  if (changed.length === 0 && gone.length === 0) return
  await writeTogether(database.write, async (tx) => {
    await saveFiles(tx, changed)
    await deleteFiles(tx, gone)
  })
}

async function rowsOf(scan: Scan, { key, work }: ScannedWork): Promise<WorkFileRow[]> {
  const rows: WorkFileRow[] = []
  const paths = work.paths().filter((path) => audioFormatOf(path) === undefined)
  for (const path of paths.slice(0, mostFiles)) {
    const facts = await scan.factsOf(path)
    if (facts) rows.push(rowOf(scan, { key, work, path, facts, position: rows.length }))
  }
  return rows
}

interface SeenFile {
  readonly key: number
  readonly work: FoundWork
  readonly path: string
  readonly facts: FileFacts
  readonly position: number
}

function rowOf({ storageKey }: Scan, { key, work, path, facts, position }: SeenFile): WorkFileRow {
  return {
    id: idOf(storageKey, path),
    work_key: key,
    storage_key: storageKey,
    path,
    folder: printableName(parentOf(pathInWork(work, path))),
    position,
    size_bytes: facts.sizeBytes,
    modified_at: facts.modifiedAt,
    changed_ms: facts.changedMs,
  }
}

/** 128 bits as base64url, of other texts than the ids of sounds. */
const idOf = (storageKey: number, path: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['file', storageKey, path]))
    .digest('base64url')
    .slice(0, 22)

/** When anything of a file was touched is nothing that anybody is shown. */
const isSame = (known: WorkFileRow | undefined, row: WorkFileRow): boolean =>
  known !== undefined &&
  known.work_key === row.work_key &&
  known.folder === row.folder &&
  known.position === row.position &&
  known.size_bytes === row.size_bytes &&
  known.modified_at === row.modified_at
