/** The door for apps of audiobookshelf, below `/abs`: every call that they make, each answered from what our own API knows. */
import type { Context } from '../../../http/context.ts'
import type { Door, DoorRequest, DoorRoute } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import {
  type AccountSources,
  authorize,
  done,
  entrance,
  readMe,
  refresh,
  signIn,
  signOut,
  status,
  tokenIn,
} from './account.ts'
import { libraryRoutes } from './library-routes.ts'
import { createDownload, openCover, openFile, openTrack } from './media.ts'
import { ownRoutes } from './own-routes.ts'
import { createPlays, type Plays } from './plays.ts'
import { sessionRoutes } from './session-routes.ts'

export function absDoor(sources: AccountSources): Door {
  const plays = createPlays(sources)
  return {
    base: '/abs',
    isOpen: () => sources.access.isOpen(entrance.name),
    authenticate: async ({ authorization, query, params }) => {
      const token = authorization === undefined ? query.token : tokenIn(authorization)
      if (token === undefined && params.play !== undefined) return plays.listenerOf(params.play)
      if (token === undefined || !/^[\w-]{1,100}$/.test(token)) throw new AppError('unauthenticated')
      return sources.access.bearer(entrance, token)
    },
    refuse: ({ code, status: usual, sentence }) => ({
      status: code === 'wrongCredentials' ? 401 : usual,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      body: Buffer.from(JSON.stringify({ error: sentence })),
    }),
    routes: [
      ...accountRoutes(sources),
      ...libraryRoutes(sources),
      ...mediaRoutes(sources, plays),
      ...sessionRoutes(sources, plays),
      ...ownRoutes(sources),
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
    { ...open, path: '/healthcheck', handle: () => done },
    { ...entering, path: '/login', handle: ({ body }, context) => signIn(sources, body, context) },
    { ...entering, path: '/auth/refresh', handle: (_asked, context) => refresh(sources, context) },
    { ...entering, path: '/logout', handle: (_asked, context) => signOut(sources, context) },
    {
      ...reading,
      method: 'POST',
      path: '/api/authorize',
      handle: (_asked, context) => authorize(sources, context),
    },
    { ...reading, method: 'GET', path: '/api/me', handle: (_asked, context) => readMe(sources, context) },
  ]
}

function mediaRoutes(sources: AccountSources, plays: Plays): readonly DoorRoute[] {
  const playing = { method: 'GET', access: 'user', rate: 'media', isForPlayers: true } as const
  const download = createDownload(sources)
  const file = (asked: DoorRequest, context: Context) => openFile(sources, asked, context)
  return [
    {
      ...playing,
      path: '/api/items/:id/cover',
      handle: (asked, context) => openCover(sources, asked, context),
    },
    { ...playing, path: '/api/items/:id/file/:ino', handle: file },
    { ...playing, path: '/api/items/:id/file/:ino/download', handle: file },
    { ...playing, path: '/api/items/:id/download', handle: download },
    {
      ...playing,
      path: '/public/session/:play/track/:index',
      handle: (asked, context) => openTrack(sources, { plays, asked }, context),
    },
  ]
}
