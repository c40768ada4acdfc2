/** Scan phase 6: makes new and changed covers of the works. */

import { StorageError } from '../../storages/storage.ts'
import { isPicture, rankCovers } from '../covers/choose-cover.rules.ts'
import { type CoverRow, findCovers, findLockedCovers, saveCovers } from '../covers/covers.store.ts'
import {
  type CoverOrigin,
  findOriginSync,
  hashPicture,
  isDiskFault,
  isSameOrigin,
  type MadeCover,
  makeCover,
  maxPictureBytes,
  saveOrigin,
} from '../covers/make-cover.ts'
import { isCoverMissing } from '../covers/missing-covers.ts'
import { audioFormatOf } from '../media/formats.rules.ts'
import { pathInWork } from './group.rules.ts'
import type { IngestedWork } from './ingest-works.ts'
import { maxListLength } from './scan.store.ts'
import type { Scan } from './scan.ts'

const batchSize = 4

export async function ingestCovers(scan: Scan, works: readonly IngestedWork[]): Promise<number> {
  const { database, now } = scan
  const rows = await listRows(scan, works)
  let count = 0
  for (let start = 0; start < works.length; start += batchSize) {
    const made = await Promise.all(
      works.slice(start, start + batchSize).map(async (taken) => {
        const row = rows.get(taken.key)
        const cover = row && (await makeWorkCover(scan, taken, row))
        return cover ? [{ key: taken.key, cover, isNew: cover.version !== row.cover_version }] : []
      }),
    )
    // Recreating a lost cover does not change the work.
    const changed = made.flat().filter(({ isNew }) => isNew)
    await saveCovers(database.write, changed, { source: 'folder', now: now() })
    count += made.flat().length
  }
  return count
}

async function listRows({ database }: Scan, works: readonly IngestedWork[]): Promise<Map<number, CoverRow>> {
  const rows = new Map<number, CoverRow>()
  for (let start = 0; start < works.length; start += maxListLength) {
    const keys = works.slice(start, start + maxListLength).map(({ key }) => key)
    const locked = await findLockedCovers(database.write, keys)
    for (const row of await findCovers(database.write, keys)) if (!locked.has(row.key)) rows.set(row.key, row)
  }
  return rows
}

/**
 * Makes the cover of a work, if needed. An unreadable picture neither removes an existing cover nor keeps the next picture from being
 * tried if there is none.
 */
async function makeWorkCover(scan: Scan, taken: IngestedWork, row: CoverRow): Promise<MadeCover | undefined> {
  const isLost = row.cover_version !== null && isCoverMissing(scan.coversFolder, row.id, row.cover_version)
  const current = { ...row, isLost }
  for await (const found of listCandidates(scan, taken, current)) {
    const made = await makeFrom(scan, found, current)
    if (made !== 'broken') return made
    if (row.cover_version !== null && !isLost) return undefined
  }
  return undefined
}

async function makeFrom(
  { faults, coversFolder }: Scan,
  found: CoverCandidate,
  { id: workId, cover_version: version, isLost }: CurrentCover,
): Promise<MadeCover | undefined | 'broken'> {
  const isBroken = (cause: unknown) => {
    faults.add(found.path, cause instanceof StorageError ? 'unreadable' : 'brokenPicture')
    return 'broken' as const
  }
  const picture = await found.read().catch(isBroken)
  if (picture === 'broken') return picture
  try {
    const job = { coversFolder, workId, picture, origin: found.origin }
    if (version === null || isLost || hashPicture(picture) !== version) return await makeCover(job)
    await saveOrigin(job, version)
    return undefined
  } catch (error) {
    if (isDiskFault(error)) throw error
    return isBroken(error)
  }
}

interface CoverCandidate {
  readonly path: string
  readonly origin: CoverOrigin
  readonly read: () => Promise<Uint8Array>
}

/** If the first few pictures are unreadable, the others probably are too. */
const maxPicturesTried = 3
/** If the first few tracks have no embedded picture, the others probably have none. */
const maxTracksSearched = 3

interface CurrentCover extends CoverRow {
  /** Whether the cover files are missing, for example after restoring a backup without covers. */
  readonly isLost: boolean
}

/** Yields pictures from the folder, the best first; then those embedded in tracks, if the work has no cover yet. */
async function* listCandidates(
  scan: Scan,
  { work, isChanged }: IngestedWork,
  row: CurrentCover,
): AsyncGenerator<CoverCandidate, void, void> {
  const paths = work.paths()
  const pictures = new Map(paths.filter(isPicture).map((path) => [pathInWork(work, path), path]))
  for (const name of rankCovers([...pictures.keys()]).slice(0, maxPicturesTried)) {
    const picture = await locatePicture(scan, pictures.get(name) ?? '', 'storage')
    if (!picture || !mayReplace(scan, row, picture.origin)) return
    yield picture
  }
  if (!row.isLost && (!isChanged || row.cover_version !== null)) return
  for (const sound of paths.filter(audioFormatOf).slice(0, maxTracksSearched)) {
    const embedded = await scan.sounds.picture(sound)
    const picture = embedded && (await locatePicture(scan, sound, 'tags'))
    if (picture) yield { ...picture, read: async () => embedded }
  }
}

async function locatePicture(
  scan: Scan,
  path: string,
  kind: 'storage' | 'tags',
): Promise<CoverCandidate | undefined> {
  const facts = await scan.factsOf(path)
  if (!facts) return undefined
  const { sizeBytes, modifiedAt, changedMs } = facts
  return {
    path,
    origin: {
      path: `${kind}:${scan.storageKey}/${path}`,
      sizeBytes,
      modifiedAt,
      changedMs: changedMs ?? undefined,
    },
    read: () => readPicture(scan, path),
  }
}

async function readPicture({ storage, refOf }: Scan, path: string): Promise<Uint8Array> {
  const file = await storage.open(refOf(path))
  try {
    if (file.sizeBytes > maxPictureBytes) throw new Error('larger than any cover')
    return await file.read({ start: 0, end: file.sizeBytes - 1 })
  } finally {
    await file.close()
  }
}

/** A folder picture only replaces covers from folders or people. An imported cover stays while its files exist. */
function mayReplace({ coversFolder }: Scan, row: CurrentCover, origin: CoverOrigin): boolean {
  if (row.cover_version === null || row.isLost) return true
  const current = findOriginSync(coversFolder, row.id, row.cover_version)
  return current !== undefined && /^(storage|tags|edit):/.test(current.path) && !isSameOrigin(current, origin)
}
