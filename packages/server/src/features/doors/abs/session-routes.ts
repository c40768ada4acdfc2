/** The routes by which apps start playback and report it, live or later. */
import * as v from 'valibot'
import type { Bytes, Context } from '../../../http/context.ts'
import type { DoorRequest, DoorRoute } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { okResponse } from './account.ts'
import { audioTracksOf, expandedItemOf, type ShownItem } from './item.rules.ts'
import { readItem } from './library.ts'
import type { OpenPlay } from './open-play.ts'
import { type PlaybackSessions, type PlaySources, saveLocalSessions } from './plays.ts'
import { findItemProgress } from './progress.ts'
import { deviceOf, localSessionOf, PlayBody, sessionOf, syncOf } from './session.rules.ts'

/** Enough for some weeks offline. */
const maxBatchBytes = 1024 * 1024
const maxSessions = 200

export function sessionRoutes(sources: PlaySources, plays: PlaybackSessions): readonly DoorRoute[] {
  const post = { method: 'POST', access: 'user', rate: 'write' } as const
  return [
    {
      ...post,
      path: '/api/items/:id/play',
      handle: (request, context) => start(sources, { plays, request }, context),
    },
    {
      ...post,
      path: '/api/session/local',
      bodyBytes: maxBatchBytes,
      handle: ({ body }, context) => saveOne(sources, body, context),
    },
    {
      ...post,
      path: '/api/session/local-all',
      bodyBytes: maxBatchBytes,
      handle: ({ body }, context) => saveAll(sources, body, context),
    },
    {
      ...post,
      method: 'GET',
      rate: 'read',
      path: '/api/session/:id',
      handle: async ({ params }, context) => {
        const { item, open } = await plays.get(params.id ?? '', context)
        return openSession(item, open, context)
      },
    },
    { ...post, path: '/api/session/:id/sync', handle: (request, context) => sync(plays, request, context) },
    { ...post, path: '/api/session/:id/close', handle: (request, context) => close(plays, request, context) },
  ]
}

const openSession = (item: ShownItem, open: OpenPlay, context: Context) => ({
  ...sessionOf(item, { ...open, updatedMs: open.atMs }, requirePerson(context).user.id),
  audioTracks: audioTracksOf(item),
  libraryItem: expandedItemOf(item),
})

interface Started {
  readonly plays: PlaybackSessions
  readonly request: DoorRequest
}

/** POST /items/:id/play. A finished work starts from the beginning. */
async function start(sources: PlaySources, { plays, request }: Started, context: Context) {
  const item = await readItem(sources, request.params.id ?? '', context)
  const heard = await findItemProgress(sources, item, context)
  const timeMs = heard && !heard.isFinished ? heard.timeMs : 0
  const device = deviceOf(v.parse(PlayBody, request.body))
  return openSession(item, await plays.start(item, { device, timeMs }, context), context)
}

async function sync(
  plays: PlaybackSessions,
  { params, body }: DoorRequest,
  context: Context,
): Promise<Bytes> {
  const said = syncOf(body)
  if (!said) throw new AppError('malformed')
  await plays.sync(params.id ?? '', { ...said, isOver: false }, context)
  return okResponse
}

/** POST /session/:id/close, with or without a last report. */
async function close(
  plays: PlaybackSessions,
  { params, body }: DoorRequest,
  context: Context,
): Promise<Bytes> {
  const said = syncOf(body)
  if (said) await plays.sync(params.id ?? '', { ...said, isOver: true }, context)
  else await plays.end(params.id ?? '', context)
  return okResponse
}

/** POST /session/local. */
async function saveOne(sources: PlaySources, body: unknown, context: Context): Promise<Bytes> {
  const session = localSessionOf(body, sources.now().getTime())
  const [refused] = (await saveLocalSessions(sources, [session], context)).values()
  if (refused) throw refused
  return okResponse
}

const Batch = v.looseObject({
  sessions: v.pipe(v.array(v.unknown()), v.maxLength(maxSessions)),
  deviceInfo: v.optional(v.unknown()),
})
const Named = v.fallback(v.looseObject({ id: v.string() }), { id: '' })

/** POST /session/local-all. Each session gets its own result; a rejected one does not stop the others. */
async function saveAll(sources: PlaySources, body: unknown, context: Context) {
  const said = v.safeParse(Batch, body)
  if (!said.success) throw new AppError('malformed')
  const nowMs = sources.now().getTime()
  const { sessions, deviceInfo } = said.output
  const kept = sessions.map((one) =>
    localSessionOf(typeof one === 'object' && one !== null ? { deviceInfo, ...one } : one, nowMs),
  )
  const refused = await saveLocalSessions(sources, kept, context)
  return {
    results: sessions.map((one, at) => {
      const { id } = v.parse(Named, one)
      const error = refused.get(at)?.code
      return error === undefined ? { id, success: true, progressSynced: true } : { id, success: false, error }
    }),
  }
}
