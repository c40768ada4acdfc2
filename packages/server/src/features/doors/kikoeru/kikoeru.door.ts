/**
 * The compatibility API for kikoeru apps, below `/kikoeru` and, if an administrator enables it, at the root: every request that these
 * apps make.
 */
import { Credentials, NewCredentials } from '@koedana/contract/credentials.ts'
import type { User } from '@koedana/contract/session.ts'
import { type EntityKind, roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import type { Bytes, Context } from '../../../http/context.ts'
import type { Door, DoorRequest, DoorRoute } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { registerAccount } from '../../auth/auth.api.ts'
import { type AuthSources, callerOf, requirePerson } from '../../auth/auth-sources.ts'
import { about } from '../../system/about.ts'
import type { LoginPolicy } from '../door-access.ts'
import { type HistorySources, historyRoutes } from './history.ts'
import { findLyrics, listFiles, matchLyrics, openCover, openFile, passwordBasePath } from './media.ts'
import { parseBodyQuery } from './query.rules.ts'
import { deleteReview, listReviews, saveReview } from './reviews.ts'
import { createNameLists, listWorks, listWorksOf, readName, readWork, searchWorks } from './works.ts'

export type KikoeruSources = HistorySources & AuthSources

/** These apps send the account password in plain text, so it is accepted as well. */
const entrance: LoginPolicy = { name: 'kikoeru', takesAccountPassword: true }

const doorBelow = (sources: KikoeruSources): Door => ({
  base: '/kikoeru',
  isForOtherOrigins: true,
  isOpen: () => sources.access.isOpen(entrance.name),
  authenticate: async ({ authorization, query }) => {
    const token = authorization === undefined ? query.token : /^Bearer (.+)$/i.exec(authorization)?.[1]
    if (token === undefined || !/^[\w-]{1,100}$/.test(token)) throw new AppError('unauthenticated')
    return sources.access.bearer(entrance, token)
  },
  refuse: ({ code, status, sentence }) => ({
    // kikoeru servers use this status for a wrong password, and the apps display the message.
    ...json({ error: sentence }),
    status: code === 'wrongCredentials' ? 401 : status,
  }),
  routes: [
    ...accountRoutes(sources),
    ...workRoutes(sources),
    ...reviewRoutes(sources),
    ...historyRoutes(sources),
    ...mediaRoutes(sources),
  ],
})

/**
 * Returns the same API at three base paths: some apps only accept a server address without a path, and one app cannot log in. Its
 * routes must not collide with those of our own API.
 */
export function kikoeruDoors(sources: KikoeruSources): readonly Door[] {
  const door = doorBelow(sources)
  const isOpen = () => door.isOpen() && sources.site.current().kikoeruAtRoot
  return [door, { ...door, base: '', isOpen }, doorWithPassword(sources, door)]
}

/** The API with an app password in the URL, as in that of a feed (ADR 0056). It only has the routes that read. */
const doorWithPassword = (sources: KikoeruSources, door: Door): Door => ({
  ...door,
  base: `${passwordBasePath}/:secret`,
  authenticate: ({ params: { secret = '' }, caller }) =>
    sources.access.admit(entrance, { kind: 'secret', secret }, caller),
  routes: [healthRoute, ...workRoutes(sources), ...mediaRoutes(sources)].filter(
    ({ method }) => method === 'GET',
  ),
})

const json = (value: object): Bytes => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from(JSON.stringify(value)),
})

const reading = { method: 'GET', access: 'user', rate: 'read' } as const

function accountRoutes(sources: KikoeruSources): readonly DoorRoute[] {
  const { access } = sources
  const entering = { method: 'POST', access: 'public', rate: 'credential' } as const
  return [
    healthRoute,
    { ...entering, path: '/api/auth/me', handle: ({ body }, context) => signIn(sources, body, context) },
    { ...entering, path: '/api/auth/reg', handle: ({ body }, context) => register(sources, body, context) },
    {
      ...reading,
      path: '/api/auth/me',
      handle: (_request, context) => ({ user: shownUser(requirePerson(context).user), auth: true }),
    },
    { ...reading, path: '/api/version', handle: () => versionShown },
    { ...reading, path: '/api/config/shared', handle: () => ({ sharedConfig }) },
    {
      ...reading,
      method: 'POST',
      rate: 'write',
      path: '/api/auth/logout',
      handle: (_request, context) => access.signOut(requirePerson(context)),
    },
  ]
}

/**
 * Web clients ask at each load whether a newer server exists, and show a warning while `lockFileExists`. The names are those of
 * kikoeru-express (routes/version.js). Updates of this server are not announced here.
 */
const versionShown = {
  current: about.version,
  latest_stable: about.version,
  latest_release: about.version,
  update_available: false,
  notifyUser: false,
  lockFileExists: false,
  lockReason: null,
}

/** Seconds that the seek buttons of web clients jump: the defaults of kikoeru-express (config.js). */
const sharedConfig = { rewindSeekTime: 5, forwardSeekTime: 30 }

const health: Bytes = {
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from('OK'),
}

const healthRoute: DoorRoute = {
  method: 'GET',
  access: 'public',
  rate: 'read',
  path: '/api/health',
  handle: () => health,
}

const shownUser = ({ username, role }: User) => ({
  name: username,
  group: role === roleOf.admin ? 'administrator' : 'user',
})

const Named = v.pipe(
  v.looseObject({}),
  v.transform(({ name, ...others }) => ({ username: name, ...others })),
)

async function signIn({ access }: KikoeruSources, body: unknown, context: Context) {
  const parsed = v.safeParse(v.pipe(Named, Credentials), body)
  if (!parsed.success) throw new AppError('malformed')
  const credential = { kind: 'password', ...parsed.output } as const
  const { token, user } = await access.signIn(entrance, credential, callerOf(context))
  return { token, user: shownUser(user), auth: true }
}

/**
 * Registers an account if registration is open. Sites that require an access key are rejected, since these apps have no field for one.
 */
async function register(sources: KikoeruSources, body: unknown, context: Context) {
  if (sources.site.current().registration !== 'open') throw new AppError('registrationClosed')
  const parsed = v.safeParse(v.pipe(Named, NewCredentials), body)
  if (!parsed.success) throw new AppError('refused')
  await registerAccount(sources, parsed.output, context)
  return signIn(sources, body, context)
}

/** Newer apps send the query of a list in the request body. */
const queryInBodyRoute = { method: 'POST', access: 'user', rate: 'read' } as const

function queryInBody(body: unknown): DoorRequest['query'] {
  const query = parseBodyQuery(body)
  if (!query) throw new AppError('malformed')
  return query
}

const kinds: readonly (readonly [string, EntityKind])[] = [
  ['tags', 'genres'],
  ['vas', 'artists'],
  ['circles', 'makers'],
]

function workRoutes(sources: KikoeruSources): readonly DoorRoute[] {
  const listNames = createNameLists(sources)
  const search = (request: DoorRequest, context: Context) => searchWorks(sources, request, context)
  const read = ({ params }: DoorRequest, context: Context) => readWork(sources, params.id ?? '', context)
  return [
    {
      ...reading,
      path: '/api/works',
      handle: ({ query }, context) => listWorks(sources, { filter: {}, query }, context),
    },
    { ...reading, path: '/api/search', handle: search },
    { ...reading, path: '/api/search/*', handle: search },
    {
      ...queryInBodyRoute,
      path: '/api/works',
      handle: ({ body }, context) => listWorks(sources, { filter: {}, query: queryInBody(body) }, context),
    },
    {
      ...queryInBodyRoute,
      path: '/api/search/*',
      handle: (request, context) => search({ ...request, query: queryInBody(request.body) }, context),
    },
    { ...reading, path: '/api/work/:id', handle: read },
    { ...reading, path: '/api/workInfo/:id', handle: read },
    {
      ...reading,
      path: '/api/tracks/:id',
      handle: (request, context) => listFiles(sources, request, context),
    },
    ...kinds.flatMap(([path, kind]): DoorRoute[] => [
      { ...reading, path: `/api/${path}`, handle: (_request, context) => listNames(kind, context) },
      {
        ...reading,
        path: `/api/${path}/:id`,
        handle: ({ params }, context) => readName(sources, kind, params, context),
      },
      {
        ...reading,
        path: `/api/${path}/:id/works`,
        handle: (request, context) => listWorksOf(sources, kind, request, context),
      },
    ]),
  ]
}

function reviewRoutes(sources: KikoeruSources): readonly DoorRoute[] {
  const writing = { access: 'user', rate: 'write', path: '/api/review' } as const
  return [
    { ...reading, path: '/api/review', handle: (request, context) => listReviews(sources, request, context) },
    { ...writing, method: 'PUT', handle: (request, context) => saveReview(sources, request, context) },
    { ...writing, method: 'DELETE', handle: (request, context) => deleteReview(sources, request, context) },
  ]
}

function mediaRoutes(sources: KikoeruSources): readonly DoorRoute[] {
  const playing = { method: 'GET', access: 'user', rate: 'media', isForPlayers: true } as const
  const open = (request: DoorRequest, context: Context) => openFile(sources, request, context)
  const paths = ['stream', 'download'].flatMap((way) => [
    `/api/media/${way}/:id/:ref`,
    // Apps append the file name.
    `/api/media/${way}/:id/:ref/*`,
  ])
  return [
    ...paths.map((path) => ({ ...playing, path, handle: open })),
    {
      ...playing,
      path: '/api/media/check-lrc/:id/:ref',
      handle: (request, context) => findLyrics(sources, request, context),
    },
    {
      ...queryInBodyRoute,
      path: '/api/media/check-lrc-v2',
      handle: ({ body }, context) => matchLyrics(sources, body, context),
    },
    {
      ...playing,
      path: '/api/cover/:id',
      handle: (request, context) => openCover(sources, request, context),
    },
  ]
}
