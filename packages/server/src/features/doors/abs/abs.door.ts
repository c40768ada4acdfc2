/**
 * The compatibility API for audiobookshelf apps, below `/abs`, with audio files, covers and downloads. Access is checked for each
 * request, and again while a file is being sent.
 */
import { type CoverSize, coverSizes, workIdOf } from '@koedana/contract/values.ts'
import type { Bytes, Context } from '../../../http/context.ts'
import type { Door, DoorRequest, DoorRoute } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { createArchiveSender } from '../../library/media/archive.api.ts'
import { sendDoorCover, sendDoorFile } from '../door-media.ts'
import {
  type AccountSources,
  absLoginPolicy,
  authorize,
  findBearer,
  okResponse,
  readMe,
  refresh,
  signIn,
  signOut,
  status,
  tokenIn,
} from './account.ts'
import { sendOpenCover } from './cover-token.ts'
import { preferredOf } from './item.rules.ts'
import { readItem } from './library.ts'
import { libraryRoutes } from './library-routes.ts'
import type { LibrarySources } from './library-sources.ts'
import { createPlaybackSessions, type PlaybackSessions } from './plays.ts'
import { numberOf } from './query.rules.ts'
import { sessionRoutes } from './session-routes.ts'
import { createAbsSocket } from './socket/socket.ts'
import type { SocketSources } from './socket/sources.ts'
import { userRoutes } from './user-routes.ts'

export function absDoor(sources: SocketSources): Door {
  const plays = createPlaybackSessions(sources)
  return {
    base: '/abs',
    isForOtherOrigins: true,
    mergesSlashes: true,
    readsLooseBodies: true,
    isOpen: () => sources.access.isOpen(absLoginPolicy.name),
    authenticate: async ({ authorization, query, params }) => {
      const token = authorization === undefined ? query.token : tokenIn(authorization)
      if (token !== undefined) return findBearer(sources, token)
      if (authorization !== undefined) throw new AppError('unauthenticated')
      return params.play === undefined ? undefined : plays.listenerOf(params.play)
    },
    refuse: ({ code, status: usual, sentence }) => ({
      status: code === 'wrongCredentials' ? 401 : usual,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      body: Buffer.from(JSON.stringify({ error: sentence })),
    }),
    socket: (server) => createAbsSocket(sources, server),
    routes: [
      ...accountRoutes(sources),
      ...libraryRoutes(sources),
      ...mediaRoutes(sources, plays),
      ...sessionRoutes(sources, plays),
      ...userRoutes(sources),
    ],
  }
}

function accountRoutes(sources: AccountSources): readonly DoorRoute[] {
  const open = { method: 'GET', access: 'public', rate: 'read' } as const
  const entering = { method: 'POST', access: 'public', rate: 'credential' } as const
  const reading = { access: 'user', rate: 'read' } as const
  return [
    { ...open, path: '/status', handle: () => status },
    { ...open, path: '/ping', handle: () => ({ success: true }) },
    { ...open, path: '/healthcheck', handle: () => okResponse },
    { ...entering, path: '/login', handle: ({ body }, context) => signIn(sources, body, context) },
    { ...entering, path: '/auth/refresh', handle: (_request, context) => refresh(sources, context) },
    { ...entering, path: '/logout', handle: (_request, context) => signOut(sources, context) },
    {
      ...reading,
      method: 'POST',
      path: '/api/authorize',
      handle: (_request, context) => authorize(sources, context),
    },
    { ...reading, method: 'GET', path: '/api/me', handle: (_request, context) => readMe(sources, context) },
  ]
}

function mediaRoutes(sources: AccountSources, plays: PlaybackSessions): readonly DoorRoute[] {
  const playing = { method: 'GET', access: 'user', rate: 'media', isForPlayers: true } as const
  const download = createDownload(sources)
  const file = (request: DoorRequest, context: Context) => openFile(sources, request, context)
  return [
    {
      ...playing,
      access: 'public',
      isForVisitors: true,
      path: '/api/items/:id/cover',
      handle: (request, context) => openCover(sources, request, context),
    },
    { ...playing, path: '/api/items/:id/file/:ino', handle: file },
    { ...playing, path: '/api/items/:id/file/:ino/download', handle: file },
    { ...playing, path: '/api/items/:id/download', handle: download },
    {
      ...playing,
      path: '/public/session/:play/track/:index',
      handle: (request, context) => openTrack(sources, { plays, request }, context),
    },
  ]
}

/** GET /items/:id/cover?width=, for signed-in users, for holders of a token for this cover, and for visitors. */
async function openCover(
  sources: LibrarySources,
  { params: { id = '' }, query }: DoorRequest,
  context: Context,
): Promise<Bytes> {
  const wanted = numberOf(query.width) || coverSizes[2]
  const size: CoverSize = coverSizes.find((one) => one >= wanted) ?? coverSizes[2]
  const key = sources.dictionary.findKey('works', id)
  const workId = key === undefined ? id : workIdOf(key)
  if (!context.person) return sendOpenCover(sources, { workId, size, key, token: query.c }, context)
  const { card } = await readItem(sources, id, context)
  return sendDoorCover(sources, { workId: card.id, size }, context)
}

/** GET /items/:id/file/:ino. */
const openFile = (
  sources: LibrarySources,
  { params: { id = '', ino = '' } }: DoorRequest,
  context: Context,
): Promise<Bytes> => sendDoorFile(sources, { fileId: ino, workId: id }, context)

/** GET /public/session/:play/track/:index. The ID of the playback session identifies the listener. */
async function openTrack(
  sources: LibrarySources,
  { plays, request: { params } }: { readonly plays: PlaybackSessions; readonly request: DoorRequest },
  context: Context,
): Promise<Bytes> {
  const { play = '' } = params
  const workId = plays.workOf(play)
  const item = await readItem(sources, workId, context)
  const stretch = item.axis.stretches[(numberOf(params.index) ?? 0) - 1]
  if (!stretch) throw new AppError('notFound')
  const mayGoOn = () => plays.mayGoOn(play)
  return sendDoorFile(sources, { fileId: stretch.fileId, workId, mayGoOn }, context)
}

type Download = (request: DoorRequest, context: Context) => Promise<Bytes>

/** GET /items/:id/download: the file if the work has one, otherwise the preferred files as a ZIP. */
function createDownload(sources: LibrarySources): Download {
  const sendArchive = createArchiveSender(sources)
  return async ({ params: { id = '' } }, context) => {
    const item = await readItem(sources, id, context)
    const files = preferredOf(item)
    const [first] = files
    if (!first) throw new AppError('notFound')
    if (files.length === 1) return sendDoorFile(sources, { fileId: first.id, workId: item.card.id }, context)
    const { sessionId, door } = requirePerson(context)
    return sendArchive(
      {
        workKey: item.key,
        session: sessionId,
        only: new Set(files.map((file) => file.id)),
        mayGoOn: () => door !== undefined && sources.access.isOpen(door.name),
      },
      context,
    )
  }
}
