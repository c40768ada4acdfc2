/** Imports playback positions of works that the user may see. */
import type { OwnData, OwnProgress, OwnTrackProgress } from '@koedana/contract/own-data.ts'
import { lockProgress } from '../../db/progress-lock.ts'
import { chunksOf } from '../../db/statements.ts'
import type { ProgressTable, TrackProgressTable } from '../../db/tables/progress.ts'
import { listProgress, upsertProgress } from '../progress/progress.store.ts'
import type { ImportContext } from './import-listening.ts'
import { fileFinder, isLaterTrack, isSameProgress, mergeProgress } from './progress-merge.rules.ts'
import { listKnownFiles, listTrackProgressOf } from './progress-pages.store.ts'

/** A work may have thousands of files, so only a few works are processed at a time. */
const worksAtOnce = 50

export async function importProgress(
  importing: ImportContext,
  { progress = [], trackProgress = [] }: Pick<OwnData, 'progress' | 'trackProgress'>,
): Promise<void> {
  if (progress.length + trackProgress.length === 0) return
  const { tx, database } = importing
  // Must be the last step, because it blocks the progress reports of all users. SQLite has one writer at a time anyway.
  if (database.dialect.name === 'postgres') await lockProgress(tx)
  const works = byWork(importing, progress)
  for (const some of chunksOf([...works], worksAtOnce)) await importWorkPositions(importing, new Map(some))
  const tracks = byWork(importing, trackProgress)
  for (const some of chunksOf([...tracks], worksAtOnce)) await importTrackPositions(importing, new Map(some))
}

function byWork<T extends OwnProgress | OwnTrackProgress>(
  { find }: ImportContext,
  entries: readonly T[],
): Map<number, T[]> {
  const found = new Map<number, T[]>()
  for (const entry of entries) {
    const key = find(entry.workId)
    if (key === undefined) continue
    const others = found.get(key)
    if (others) others.push(entry)
    else found.set(key, [entry])
  }
  return found
}

async function filesOf({ tx }: ImportContext, workKeys: readonly number[]) {
  const files = Map.groupBy(await listKnownFiles(tx, workKeys), ({ work_key }) => work_key)
  return (workKey: number) => fileFinder(files.get(workKey) ?? [])
}

async function importWorkPositions(
  importing: ImportContext,
  works: ReadonlyMap<number, readonly OwnProgress[]>,
): Promise<void> {
  const { tx, userKey, database, report, nowMs } = importing
  const keys = [...works.keys()]
  const files = await filesOf(importing, keys)
  const rows = new Map((await listProgress(tx, [userKey], keys)).map((row) => [row.work_key, row]))
  const changed: ProgressTable[] = []
  for (const [workKey, entries] of works) {
    const before = rows.get(workKey)
    const findFile = files(workKey)
    let after = before
    for (const entry of entries) {
      const trackId = findFile(entry)
      if (trackId === undefined) report.miss(`${entry.workId}/${entry.fileId}`)
      after = mergeProgress(after, entry, { userKey, workKey, trackId, nowMs })
    }
    if (!after) continue
    const isChanged = !isSameProgress(before, after)
    if (isChanged) changed.push(after)
    report.count(isChanged ? 1 : 0, isChanged ? 0 : 1)
  }
  await upsertProgress(database, tx, { progress: changed, plays: [], tracks: [] })
}

async function importTrackPositions(
  importing: ImportContext,
  works: ReadonlyMap<number, readonly OwnTrackProgress[]>,
): Promise<void> {
  const { tx, userKey, database, report, nowMs } = importing
  const keys = [...works.keys()]
  const files = await filesOf(importing, keys)
  const nameOf = ({ work_key, track_id }: Pick<TrackProgressTable, 'work_key' | 'track_id'>) =>
    `${work_key} ${track_id}`
  const rows = await listTrackProgressOf(tx, userKey, keys)
  const known = new Map(rows.map((row) => [nameOf(row), row]))
  const changed = new Map<string, TrackProgressTable>()
  for (const [workKey, entries] of works) {
    const findFile = files(workKey)
    for (const entry of entries) {
      const trackId = findFile(entry)
      if (trackId === undefined) {
        report.miss(`${entry.workId}/${entry.fileId}`)
        continue
      }
      const brought = trackRow(entry, { userKey, workKey, trackId, nowMs })
      const name = nameOf(brought)
      const isLater = isLaterTrack(known.get(name), brought)
      report.count(isLater ? 1 : 0, isLater ? 0 : 1)
      if (!isLater) continue
      known.set(name, brought)
      changed.set(name, brought)
    }
  }
  await upsertProgress(database, tx, { progress: [], plays: [], tracks: [...changed.values()] })
}

const trackRow = (
  { position, finished, at }: OwnTrackProgress,
  {
    userKey,
    workKey,
    trackId,
    nowMs,
  }: { readonly userKey: number; readonly workKey: number; readonly trackId: string; readonly nowMs: number },
): TrackProgressTable => ({
  user_key: userKey,
  work_key: workKey,
  track_id: trackId,
  position_ms: Math.round(position * 1000),
  is_finished: finished ? 1 : 0,
  updated_ms: Math.min(nowMs, Date.parse(at)),
})
