/**
 * Reads and writes positions in works in the form of kikoeru servers: a queue of audio files, the index of the current one, and seconds
 * into it. It is the same position that all apps of a user share (ADR 0035).
 */
import { workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { ProgressTable } from '../../../db/tables/progress.ts'
import type { Context } from '../../../http/context.ts'
import type { DoorRequest, DoorRoute } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { collectInSteps } from '../../../lib/steps.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { saveMark } from '../../marks/marks.use-cases.ts'
import { listLatestProgress } from '../../progress/progress.store.ts'
import { getProgress, type ProgressSources } from '../../progress/progress.use-cases.ts'
import { createPlayReporter, type PlayReporter } from '../door-plays.ts'
import { type DoorWork, readDoorWorks } from '../door-works.ts'
import { workNumberOf } from './ids.rules.ts'
import type { KikoeruMediaSources } from './media.ts'
import { pageOf } from './query.rules.ts'
import { workIdFor, worksOf } from './works.ts'

export type HistorySources = KikoeruMediaSources & ProgressSources

/** Enough for a queue of the largest works, in which each audio file has names and URLs. */
const maxBytes = 1024 * 1024

export function historyRoutes(sources: HistorySources): readonly DoorRoute[] {
  const plays = createPlayReporter(sources)
  const writing = { access: 'user', rate: 'write', path: '/api/histroy', bodyBytes: maxBytes } as const
  return [
    {
      ...writing,
      method: 'GET',
      rate: 'read',
      handle: (request, context) => listHistory(sources, request, context),
    },
    {
      ...writing,
      method: 'PUT',
      handle: ({ body }, context) => savePlace(sources, { plays, body }, context),
    },
    {
      ...writing,
      method: 'DELETE',
      handle: ({ body }, context) => putOff(sources, { plays, body }, context),
    },
  ]
}

/** Older entries are not listed. */
const maxHistory = 500

/** GET /histroy: played works, most recent first. */
async function listHistory(sources: HistorySources, { query }: DoorRequest, context: Context) {
  const { userKey } = requirePerson(context)
  const { page, pageSize } = pageOf(query)
  const heard = await listLatestProgress(sources.db, userKey, maxHistory)
  const works = new Map((await readHere(sources, heard, context)).map((work) => [work.key, work]))
  const there = heard.filter(({ work_key }) => works.has(work_key))
  const sorted = query.sort === 'asc' ? there.toReversed() : there
  const places = new Map(
    sorted.slice((page - 1) * pageSize, page * pageSize).map((place) => [place.work_key, place]),
  )
  const cards = [...places.keys()].flatMap((key) => works.get(key)?.card ?? [])
  const shown = await worksOf(sources, cards, context)
  return {
    works: shown.map((work) => {
      const key = workKeyOf(work.source_id)
      const [place, here] = [places.get(key), works.get(key)]
      return { ...work, ...(place && here && placeIn(here, place)) }
    }),
    pagination: { currentPage: page, page, pageSize, totalCount: there.length },
  }
}

/** Works read per step; other requests are served between two steps. */
const step = 10

const readHere = (
  sources: HistorySources,
  heard: readonly ProgressTable[],
  context: Context,
): Promise<DoorWork[]> => {
  const showsCatalogue = requirePerson(context).door?.showsCatalogue === true
  const keys = heard.map(({ work_key }) => work_key)
  return collectInSteps(keys, step, (some) => readDoorWorks(sources, { keys: some, showsCatalogue }, context))
}

/** Returns the queue and the position in it. If the current file is missing, the queue starts at its beginning. */
function placeIn({ card, tracks }: DoorWork, { track_id, position_ms, updated_ms }: ProgressTable) {
  const preferred = tracks.filter((track) => track.preferred)
  const current = tracks.find(({ id }) => id === track_id)
  const queue = current && !preferred.includes(current) ? [current] : preferred
  const index = current ? queue.indexOf(current) : 0
  return {
    state: {
      queue: queue.map((track) => nodeOf(card, track)),
      index,
      seconds: current ? Number(position_ms) / 1000 : 0,
    },
    play_updated_at: new Date(Number(updated_ms)).toISOString(),
  }
}

function nodeOf({ id, title: workTitle }: DoorWork['card'], track: DoorWork['tracks'][number]) {
  const hash = `${workNumberOf(id)}/${track.id}`
  return {
    type: 'audio',
    hash,
    title: `${track.title}.${track.format}`,
    subtitle: track.folder,
    workTitle,
    mediaStreamUrl: `/api/media/stream/${hash}`,
    mediaDownloadUrl: `/api/media/download/${hash}`,
    duration: track.duration ?? 0,
  }
}

const Named = v.object({ work_id: v.union([v.number(), v.string()]) })
const State = v.object({
  queue: v.pipe(v.array(v.unknown()), v.minLength(1)),
  index: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  seconds: v.optional(v.pipe(v.number(), v.finite()), 0),
})
/** Some apps send the state as JSON text, as their database stores it. */
const Place = v.object({
  ...Named.entries,
  state: v.union([State, v.pipe(v.string(), v.parseJson(), State)]),
})
const Node = v.object({ hash: v.pipe(v.string(), v.regex(/^[^/]+\/[^/]+$/)) })

interface ReportedProgress {
  readonly plays: PlayReporter
  readonly body: unknown
}

/** PUT /histroy, sent every minute and on changes, so the position was not explicitly chosen. */
async function savePlace(sources: HistorySources, { plays, body }: ReportedProgress, context: Context) {
  const said = v.safeParse(Place, body)
  if (!said.success) throw new AppError('malformed')
  const { work_id, state } = said.output
  const node = v.safeParse(Node, state.queue[state.index])
  if (!node.success) throw new AppError('malformed')
  const id = await workIdFor(sources, String(work_id), context)
  const [work] = await readDoorWorks(
    sources,
    { keys: [sources.dictionary.findKey('works', id) ?? 0], showsCatalogue: false },
    context,
  )
  const track = work?.tracks.find((one) => one.id === node.output.hash.split('/')[1])
  if (!work || !track) throw new AppError('notFound')
  const position = Math.max(0, state.seconds)
  const client = context.headers['user-agent'] ?? ''
  await plays.report({ song: { work, track }, position, kind: 'beat', isChosen: false, client }, context)
  return { message: 'OK' }
}

/** DELETE /histroy: keeps the position. The work is put on hold, and returns with its next report. */
async function putOff(sources: HistorySources, { plays, body }: ReportedProgress, context: Context) {
  const said = v.safeParse(Named, body)
  if (!said.success) throw new AppError('malformed')
  const id = await workIdFor(sources, String(said.output.work_id), context)
  const { progress } = await getProgress(sources, id, context)
  if (progress && !progress.finished) {
    await saveMark(sources, { id, progress: 'postponed' }, context)
    const [work] = await readDoorWorks(
      sources,
      { keys: [sources.dictionary.findKey('works', id) ?? 0], showsCatalogue: true },
      context,
    )
    // An earlier play must not count as resuming the work.
    if (work) plays.forget(work, context)
  }
  return { message: 'OK' }
}
