/** The listening progress of one person, for all APIs, under the same visibility rules as files. */
import type { Continued, Progress, ProgressReport, TrackProgress } from '@koedana/contract/progress.ts'
import { defaultPageSize, type Locale, type ViewerFilters, workIdOf } from '@koedana/contract/values.ts'
import type { Db } from '../../db/schema.ts'
import type { ProgressTable } from '../../db/tables/progress.ts'
import { clampPosition } from '../../domain/position.rules.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { requirePerson } from '../auth/auth-sources.ts'
import type { VisibleWorks } from '../library/media/links.ts'
import { arrangeTracks } from '../library/media/preferred.rules.ts'
import { listTracksOf, type TrackRow } from '../library/media/tracks.store.ts'
import type { Cards } from '../works/cards.ts'
import type { WorkSources } from '../works/viewers.ts'
import { isFinished, minResumableMs } from './progress.rules.ts'
import {
  listLatestProgress,
  listPlays,
  listProgress,
  listTrackOrder,
  listTrackProgress,
  type TrackOrder,
} from './progress.store.ts'
import type { LocatedReport, ProgressWriter } from './progress-writer.ts'

export interface ProgressSources {
  readonly db: Db
  readonly progressWriter: ProgressWriter
  readonly visibleWorks: VisibleWorks
  readonly dictionary: WorkSources['dictionary']
  readonly cards: Cards
  readonly viewers: WorkSources['viewers']
  readonly findPersonalSets: WorkSources['findPersonalSets']
  readonly now: () => Date
}

export interface SaveProgressInput {
  readonly deviceNow: string
  readonly device: { readonly id: string; readonly name: string }
  readonly reports: readonly ProgressReport[]
}

/** Saves reports. Reports of unknown or hidden files are ignored; the others are committed when this resolves. */
export async function saveProgress(
  { db, progressWriter, visibleWorks, now }: ProgressSources,
  { deviceNow, device, reports }: SaveProgressInput,
  context: Context,
): Promise<Progress[]> {
  const { userKey } = requirePerson(context)
  const arrivalMs = now().getTime()
  const fileIds = new Set(reports.flatMap(({ fileId, play }) => [fileId, play.fileId]))
  // PostgreSQL rejects NUL, and no ID contains it.
  const tracks = await listTrackOrder(
    db,
    [...fileIds].filter((id) => !id.includes('\0')),
  )
  const visible = await visibleWorks([...new Set(tracks.map(({ work_key }) => work_key))], context)
  const known = new Map(tracks.filter((one) => visible.has(one.work_key)).map((one) => [one.id, one]))
  const located = reports.flatMap((report) => locate(report, known))
  if (located.length === 0) return []
  const deviceNowMs = Date.parse(deviceNow)
  const rows = await progressWriter.save({ userKey, device, deviceNowMs, arrivalMs, reports: located })
  return progressIn(db, userKey, rows)
}

function locate(report: ProgressReport, known: ReadonlyMap<string, TrackOrder>): LocatedReport[] {
  const track = known.get(report.fileId)
  if (!track) return []
  const { n, kind, at, listened, play } = report
  const started = known.get(play.fileId)
  const begun = started?.work_key === track.work_key ? { track: started, at: play.position } : undefined
  const position = positionIn(track, report.position)
  return [
    {
      n,
      kind,
      position,
      listenedMs: msOf(listened),
      workKey: track.work_key,
      deviceAtMs: Date.parse(at),
      play: {
        id: report.playId,
        basedOn: play.basedOn,
        isChosen: play.chosen,
        deviceStartedMs: Date.parse(play.startedAt),
        start: begun ? positionIn(begun.track, begun.at) : position,
      },
    },
  ]
}

const positionIn = ({ id, position, duration_seconds }: TrackOrder, seconds: number) => ({
  trackId: id,
  order: position,
  ms: clampPosition(msOf(seconds), duration_seconds),
})

const msOf = (seconds: number): number => Math.round(seconds * 1000)

export async function getProgress(
  { db, dictionary, visibleWorks }: ProgressSources,
  workId: string,
  context: Context,
): Promise<{ progress: Progress | null; tracks: TrackProgress[] }> {
  const { userKey } = requirePerson(context)
  const key = dictionary.findKey('works', workId)
  if (key === undefined || !(await visibleWorks([key], context)).has(key)) throw new AppError('notFound')
  const [progress = null] = await progressIn(db, userKey, await listProgress(db, [userKey], [key]))
  const tracks = await listTrackProgress(db, userKey, key)
  return {
    progress,
    tracks: tracks.map((row) => ({
      fileId: row.track_id,
      position: row.position_ms / 1000,
      finished: row.is_finished === 1,
    })),
  }
}

async function progressIn(db: Db, userKey: number, rows: readonly ProgressTable[]): Promise<Progress[]> {
  const ids = rows.flatMap(({ play_id, rival_play_id }) => (rival_play_id ? [play_id, rival_play_id] : []))
  const plays = new Map((await listPlays(db, [userKey], ids)).map((row) => [row.id, row]))
  const otherOf = ({ play_id, rival_play_id }: ProgressTable): Progress['other'] => {
    const [current, rival] = [plays.get(play_id), plays.get(rival_play_id ?? '')]
    if (!current || !rival) return null
    if (Math.min(current.listened_ms, rival.listened_ms) < minResumableMs) return null
    return {
      fileId: rival.track_id,
      position: rival.position_ms / 1000,
      device: rival.device_name,
      at: new Date(rival.last_ms).toISOString(),
    }
  }
  return rows.map((row) => ({
    workId: workIdOf(row.work_key),
    fileId: row.track_id,
    position: row.position_ms / 1000,
    revision: row.revision,
    finished: isOver(row),
    device: row.device_name,
    updatedAt: new Date(row.updated_ms).toISOString(),
    other: otherOf(row),
  }))
}

const isOver = ({ finished_ms, play_started_ms }: ProgressTable): boolean =>
  isFinished({ finishedMs: finished_ms ?? undefined, play: { startedMs: play_started_ms } })

/** Few people have more works in progress. Older ones are found on their own page. */
const maxLookedAt = 300

/** Returns works in progress that can be played now, newest first, each as JSON with its card. */
export async function listContinued(
  sources: ProgressSources,
  { pageSize = defaultPageSize }: { readonly pageSize?: number | undefined },
  context: Context,
): Promise<Buffer[]> {
  const { continued } = await findContinued(sources, { count: pageSize }, context)
  const found = await sources.cards.find(
    continued.map(({ workKey }) => workKey),
    sources.viewers.cardView(context),
  )
  return continued.flatMap((one, at) => {
    const card = found[at]
    return card ? [continuedJson(one, card)] : []
  })
}

export interface ContinuedWork {
  readonly workKey: number
  readonly rest: Omit<Continued, 'work'>
}

/** Serializes a work in progress with its card. */
export const continuedJson = ({ rest }: ContinuedWork, card: Buffer): Buffer =>
  Buffer.concat([Buffer.from('{"work":'), card, Buffer.from(`,${JSON.stringify(rest).slice(1)}`)])

export interface RecentProgress {
  readonly continued: readonly ContinuedWork[]
  /** Keys of works that were played to the end, newest first. */
  readonly finished: readonly number[]
}

/** Finds works in progress that are neither finished nor postponed, and finished works; only visible ones. */
export async function findContinued(
  { db, visibleWorks, findPersonalSets }: ProgressSources,
  { count, choices = {} }: { readonly count: number; readonly choices?: ViewerFilters },
  context: Context,
): Promise<RecentProgress> {
  const [rows, [putOff]] = await Promise.all([
    listLatestProgress(db, requirePerson(context).userKey, maxLookedAt),
    findPersonalSets({ progress: ['finished', 'postponed'] }, context),
  ])
  const visible = await visibleWorks(
    rows.map(({ work_key }) => work_key),
    context,
    choices,
  )
  const seen = rows.filter(({ work_key }) => visible.has(work_key))
  const begun = seen.filter((row) => !isOver(row) && !putOff?.keys.has(row.work_key))
  return {
    continued: (await findPlayable(db, begun, { count, locale: context.locale })).map(({ row, left }) => ({
      workKey: row.work_key,
      rest: {
        fileId: row.track_id,
        position: row.position_ms / 1000,
        ...left,
        updatedAt: new Date(row.updated_ms).toISOString(),
      },
    })),
    finished: seen.filter(isOver).map(({ work_key }) => work_key),
  }
}

interface ContinuedRow {
  readonly row: ProgressTable
  readonly left: Remaining
}

/** Returns the first `count` works whose file is available. Tracks are read page by page, because most files are available. */
async function findPlayable(
  db: Db,
  rows: readonly ProgressTable[],
  { count, locale }: { readonly count: number; readonly locale: Locale },
): Promise<ContinuedRow[]> {
  const shown: ContinuedRow[] = []
  for (let at = 0; at < rows.length && shown.length < count; at += count) {
    const some = rows.slice(at, at + count)
    const tracks = await listTracksOf(
      db,
      some.map(({ work_key }) => work_key),
    )
    const byWork = Map.groupBy(tracks, ({ work_key }) => work_key)
    for (const row of some) {
      const left = remainingOf(row, byWork.get(row.work_key) ?? [], locale)
      if (left) shown.push({ row, left })
    }
  }
  return shown.slice(0, count)
}

type Remaining = Pick<Continued, 'track' | 'left' | 'share'>

/** Returns the remaining time in the version that the file belongs to; undefined if the file is missing. */
function remainingOf(row: ProgressTable, tracks: readonly TrackRow[], locale: Locale): Remaining | undefined {
  const arranged = arrangeTracks(
    tracks.map((one) => ({ ...one, durationSeconds: one.duration_seconds })),
    locale,
  )
  const current = arranged.find(({ track }) => track.id === row.track_id)
  if (!current) return undefined
  const { set, isPreferred, track } = current
  const version = arranged.filter((one) =>
    isPreferred ? one.isPreferred : one.set === set && one.track.format === track.format,
  )
  const lengths = version.flatMap(({ track: { duration_seconds } }) => duration_seconds ?? [])
  const number = version.indexOf(current)
  const place = { track: { title: track.title, number: number + 1, count: version.length } }
  if (lengths.length < version.length) return { ...place, left: null, share: null }
  const total = lengths.reduce((sum, one) => sum + one, 0)
  const before = lengths.slice(0, number).reduce((sum, one) => sum + one, 0)
  const heard = Math.min(total, before + row.position_ms / 1000)
  if (total === 0) return { ...place, left: null, share: null }
  return { ...place, left: total - heard, share: heard / total }
}
