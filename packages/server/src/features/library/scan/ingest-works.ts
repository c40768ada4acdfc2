/** Scan phase 4: saves works and their files, a few works per transaction. */
import { findWorkId, workIdOf, workKeyOf } from '@koedana/contract/values.ts'
import { writeInTurn } from '../../../db/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { chunksOf } from '../../../db/statements.ts'
import { printableName, printablePath } from '../../../lib/printable.rules.ts'
import { listOldKeys } from '../../entities/work-aliases.store.ts'
import { restoreWorks } from '../../trash/trash.store.ts'
import { scanTexts, type WorkTexts } from '../lyrics/scan-texts.ts'
import type { TrackRow } from '../media/tracks.store.ts'
import { customIdCandidates } from './custom-id.rules.ts'
import { pathInWork, type WorkFolder } from './group.rules.ts'
import { beginWorks, type InspectedWork, inspectWork } from './inspect-work.ts'
import { changeFiles } from './library-state.ts'
import { copyChosenCovers, type MovedFile, movePersonalData } from './moved/move-personal-data.ts'
import { readFolderName } from './names.rules.ts'
import { readParents } from './parent-folders.rules.ts'
import {
  fillWork,
  findKnownKeys,
  findTracksOf,
  insertWork,
  maxListLength,
  type NewWork,
  saveTouched,
  writeTracks,
} from './scan.store.ts'
import { assertNotRemoved, type Scan } from './scan.ts'
import { type FileChanges, findFiles, scanChapters, writeFiles } from './scan-files.ts'
import { createTrackRows, isSameTrack, type ScannedTrack } from './tracks.rules.ts'

export interface IngestedWork {
  readonly key: number
  readonly work: WorkFolder
  readonly isChanged: boolean
}

/** Works per transaction. Small enough that a running server never waits long for the database. */
const batchSize = 20

/** Returns the works that are now in the catalog, including `unchanged`, and the number of new ones. */
export async function ingestWorks(
  scan: Scan,
  works: readonly WorkFolder[],
  unchanged: readonly IngestedWork[],
): Promise<{ taken: IngestedWork[]; added: number }> {
  const taken: IngestedWork[] = []
  const claimed = new Set(unchanged.map(({ key }) => key))
  let added = 0
  const batches = [...chunksOf(works, batchSize)]
  let begunWorks = await beginWorks(scan, batches[0] ?? [])
  for (const at of batches.keys()) {
    const keyed: (InspectedWork & { readonly key: number })[] = []
    const faultsBefore = scan.faults.count()
    for (const one of begunWorks) {
      scan.onWork?.(printablePath(one.work.folder))
      const inspected = await inspectWork(scan, one)
      const key = await resolveWorkKey(scan, inspected, claimed)
      if (key === undefined) continue
      claimed.add(key)
      keyed.push({ ...inspected, key })
    }
    const batch = await addTexts(scan, keyed)
    // The storage may have disappeared if files could not be read.
    if (scan.faults.count() > faultsBefore) await scan.holdOn()
    begunWorks = await beginWorks(scan, batches[at + 1] ?? [])
    added += await saveBatch(scan, batch)
    await writeFiles(
      scan,
      batch.flatMap(({ files }) => files ?? []),
    )
    for (const { key, work, changed } of batch) taken.push({ key, work, isChanged: changed.length > 0 })
    if (works.length > batchSize) scan.report(`${taken.length} of ${works.length} works looked at`)
  }
  return { taken, added }
}

interface KeyedWork extends InspectedWork {
  readonly key: number
  readonly texts: WorkTexts | undefined
  readonly files: FileChanges | undefined
  readonly rows: readonly TrackRow[]
  readonly changed: readonly TrackRow[]
}

/** Returns the key of a work. A custom work keeps the ID of its files when its folder moves. Without a track there is no work. */
async function resolveWorkKey(
  { storageKey, database, takenFor }: Scan,
  { work, tracks, known }: InspectedWork,
  claimed: ReadonlySet<number>,
): Promise<number | undefined> {
  if (work.id !== undefined) return workKeyOf(work.id)
  if (tracks.length === 0) return undefined
  for (const { work_key } of known.values()) {
    if (workIdOf(work_key).startsWith('KD') && !claimed.has(work_key)) return work_key
  }
  const before = takenFor.get(work.folder)
  if (before !== undefined && workIdOf(before).startsWith('KD') && !claimed.has(before)) return before
  const former = await findFormerKey(database.write, known)
  if (former !== undefined && !claimed.has(former)) return former
  for (const id of customIdCandidates(storageKey, work.folder)) {
    const key = workKeyOf(id)
    if (!claimed.has(key) && (await findKnownKeys(database.write, [key])).size === 0) return key
  }
  return undefined
}

/** If a custom work was given an ID and all of its files lost it again, returns its former key. */
async function findFormerKey(db: Db, known: InspectedWork['known']): Promise<number | undefined> {
  const keys = new Set([...known.values()].map(({ work_key }) => work_key))
  for (const key of keys) {
    const [former] = (await listOldKeys(db, key)).filter((old) => workIdOf(old).startsWith('KD'))
    if (former === undefined) continue
    const others = await findTracksOf(db, [key])
    if (others.every(({ id, missing_at }) => missing_at !== null || known.has(id))) return former
  }
  return undefined
}

async function addTexts(
  scan: Scan,
  works: readonly (InspectedWork & { readonly key: number })[],
): Promise<KeyedWork[]> {
  const found = await scanTexts(scan, works)
  const files = await findFiles(scan, works)
  const facts = await scanChapters(
    scan,
    works.map(({ key, tracks }) => ({ tracks, files: files.get(key) })),
  )
  return works.map((one) => {
    const { key, work, tracks, known, storagesBefore } = one
    const texts = found.get(key)
    const inWork = (path: string) => pathInWork(work, path)
    const factsOf = (track: ScannedTrack) => facts.get(track.id) ?? track.facts
    const lyricsOf = texts?.pathOf ?? noPath
    const context = { workKey: key, storageKey: scan.storageKey, inWork, lyricsOf, factsOf }
    const rows = createTrackRows(tracks, { ...context, storagesBefore })
    return { ...one, texts, files: files.get(key), rows, changed: changedRows(rows, known) }
  })
}

const noPath = () => undefined

function changedRows(rows: readonly TrackRow[], known: ReadonlyMap<string, TrackRow>): TrackRow[] {
  return rows.filter((row) => {
    const before = known.get(row.id)
    return !before || !isSameTrack(before, row)
  })
}

async function saveTouchedFiles({ database }: Scan, batch: readonly KeyedWork[]): Promise<void> {
  const touched = batch.flatMap(({ rows, known }) =>
    rows.filter((row) => {
      const before = known.get(row.id)
      return before && (before.changed_ms !== row.changed_ms || before.hash !== row.hash)
    }),
  )
  for (const some of chunksOf(touched, maxListLength))
    await writeInTurn(database.write, (tx) => saveTouched(tx, some))
}

/** Saves works with changes, and returns the number of new works. Writes nothing if nothing changed. */
async function saveBatch(scan: Scan, batch: readonly KeyedWork[]): Promise<number> {
  await saveTouchedFiles(scan, batch)
  const fresh = await filterNew(scan.database.write, batch)
  const changed = batch.filter((one) => one.changed.length > 0)
  const withChangedTexts = batch.filter(({ texts }) => texts?.isChanged)
  const keys = new Set([...fresh, ...changed, ...withChangedTexts].map(({ key }) => key))
  for (const { key, known } of changed) {
    for (const { work_key } of known.values()) {
      keys.add(work_key)
      if (work_key !== key) scan.forsaken.add(work_key)
    }
  }
  if (keys.size === 0) return 0
  const now = scan.now()
  const moved = movedFiles(changed)
  await copyChosenCovers(scan, moved)
  let added = 0
  const write = async (tx: Db) => {
    await assertNotRemoved(tx, scan)
    // A work may have been added or permanently deleted in the meantime. The next scan adds a deleted one again.
    const before = await findKnownKeys(tx, [...keys])
    const isFresh = new Set((await filterNew(tx, fresh)).map(({ key }) => key))
    const isThere = ({ key }: KeyedWork) => before.has(key) || isFresh.has(key)
    added = isFresh.size
    for (const one of fresh) if (isFresh.has(one.key)) await insertWork(tx, createNewWork(scan, one), now)
    for (const one of changed.filter(isThere)) {
      await writeTracks(tx, one.changed)
      if (!isFresh.has(one.key)) await fillWork(tx, createNewWork(scan, one), now)
    }
    for (const { texts } of withChangedTexts.filter(isThere)) await texts?.save(tx)
    // New and returned files restore their work from the trash; unchanged files do not.
    const keysOfChanged = changed.map(({ key }) => key)
    await restoreWorks(tx, keysOfChanged, now.toISOString())
    await movePersonalData(tx, movedFiles(changed.filter(isThere)), now.toISOString())
  }
  await changeFiles(scan.database.write, { keys: [...keys], now, write })
  return added
}

/** Returns the files that now belong to another work. */
const movedFiles = (works: readonly KeyedWork[]): MovedFile[] =>
  works.flatMap(({ key, known }) =>
    [...known.values()].flatMap(({ id, work_key }) =>
      work_key === key ? [] : [{ trackId: id, from: work_key, into: key }],
    ),
  )

/** Returns works that are not in the catalog. A work with known files was in it. */
async function filterNew(db: Db, works: readonly KeyedWork[]): Promise<KeyedWork[]> {
  const unsure = works.filter(({ key, known }) => [...known.values()].every((row) => row.work_key !== key))
  const knownKeys = await findKnownKeys(
    db,
    unsure.map(({ key }) => key),
  )
  return unsure.filter(({ key }) => !knownKeys.has(key))
}

function createNewWork({ unknownAge }: Scan, { key, work, album, artists }: KeyedWork): NewWork {
  const named = readFolderName(work.name)
  const { title } = named
  // The folder around a single file does not describe the work.
  const { maker, series } = work.isFolder ? readParents(work.folder, named) : { ...named, series: undefined }
  const id = workIdOf(key)
  const albumTitle = album === undefined || findWorkId(album) ? undefined : printableName(album)
  return {
    key,
    id,
    name: work.title ?? (title || albumTitle || id),
    ageCategory: unknownAge,
    maker,
    series,
    artists: artists.map(printableName),
  }
}
