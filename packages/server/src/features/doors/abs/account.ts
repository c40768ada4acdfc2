/** Signing in and out, and what the apps get to know of the person, the server and its library. */
import { timingSafeEqual } from 'node:crypto'
import { Credentials } from '@koedana/contract/credentials.ts'
import type { SignedIn, User } from '@koedana/contract/session.ts'
import * as v from 'valibot'
import type { Bytes, Context, Person } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type AuthSources, callerOf, personOf } from '../../auth/auth-sources.ts'
import { about } from '../../system/about.ts'
import type { Entrance } from '../door-access.ts'
import { folderId, libraryId } from './item.rules.ts'
import type { PlaylistsHere } from './playlists.ts'
import { listAllProgress, listMarked, type OwnSources } from './progress.ts'
import { protocolVersion } from './session.rules.ts'

export type AccountSources = OwnSources & PlaylistsHere & AuthSources

/** Its apps send the password of the account as it is, so that one opens it as well. */
export const entrance: Entrance = { name: 'abs', takesAccountPassword: true }

/** Apps look at the status alone. */
export const done: Bytes = {
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from('OK'),
}

/** GET /status, before anybody signs in. */
export const status = {
  app: 'audiobookshelf',
  serverVersion: protocolVersion,
  isInit: true,
  language: 'en-us',
  authMethods: ['local'],
  authFormData: { authLoginCustomMessage: null },
}

const serverSettings = {
  id: 'server-settings',
  version: protocolVersion,
  buildNumber: 1,
  language: 'en-us',
  dateFormat: 'yyyy-MM-dd',
  timeFormat: 'HH:mm',
  chromecastEnabled: false,
  sortingIgnorePrefix: false,
  sortingPrefixes: [],
  homeBookshelfView: 1,
  bookshelfView: 1,
  authActiveAuthMethods: ['local'],
}

/** There is one library: the works that can be heard here. */
export const library = {
  id: libraryId,
  name: about.name,
  folders: [{ id: folderId, fullPath: '/', libraryId, addedAt: 0 }],
  displayOrder: 1,
  icon: 'audiobookshelf',
  mediaType: 'book',
  provider: 'none',
  settings: { coverAspectRatio: 1, disableWatcher: true, skipMatchingMediaWithAsin: false },
  lastScan: null,
  lastScanVersion: null,
  createdAt: 0,
  lastUpdate: 0,
}

/** POST /login. Throws what `signIn` throws, and `malformed`. */
export async function signIn(sources: AccountSources, body: unknown, context: Context) {
  const parsed = v.safeParse(Credentials, body)
  if (!parsed.success) throw new AppError('malformed')
  const credential = { kind: 'password', ...parsed.output } as const
  return entered(sources, await sources.access.signIn(entrance, credential, callerOf(context)), context)
}

/** POST /auth/refresh: the session goes on under other tokens. Throws `unauthenticated` for one that is over. */
export async function refresh(sources: AccountSources, context: Context) {
  const sessionId = refreshedSession(sources, context)
  if (sessionId === undefined) throw new AppError('unauthenticated')
  return entered(sources, await sources.access.renew(entrance, sessionId, callerOf(context)), context)
}

async function entered(sources: AccountSources, { token }: SignedIn, context: Context) {
  const person = await sources.access.bearer(entrance, token)
  const wantsBoth = context.headers['x-return-tokens'] === 'true' || hasRefreshToken(context)
  const refreshToken = wantsBoth ? refreshTokenOf(sources, person.sessionId) : null
  return loginOf(sources, { token, refreshToken }, { ...context, person })
}

interface Tokens {
  readonly token: string
  readonly refreshToken?: string | null
}

async function loginOf(sources: AccountSources, tokens: Tokens, context: Context) {
  return {
    user: { ...(await readUser(sources, tokens.token, context)), ...tokens, accessToken: tokens.token },
    userDefaultLibraryId: libraryId,
    serverSettings,
    ereaderDevices: [],
    Source: about.name,
  }
}

/** POST /api/authorize, which apps call as they start: a session that is used goes on. */
export async function authorize(sources: AccountSources, context: Context) {
  await sources.access.prolong(personOf(context))
  return loginOf(sources, { token: bearerOf(context) ?? '' }, context)
}

/** GET /api/me. */
export const readMe = (sources: AccountSources, context: Context) =>
  readUser(sources, bearerOf(context) ?? '', context)

async function readUser(sources: AccountSources, token: string, context: Context) {
  const { user } = personOf(context)
  return {
    ...shownUser(user),
    token,
    mediaProgress: await listAllProgress(sources, context),
    bookmarks: await listMarked(sources, undefined, context),
  }
}

/** Nobody administers this server by these apps. */
const shownUser = ({ id, username, createdAt, lastLoginAt }: User) => ({
  id,
  username,
  email: null,
  type: 'user',
  isOldToken: false,
  seriesHideFromContinueListening: [],
  isActive: true,
  isLocked: false,
  lastSeen: lastLoginAt === null ? null : Date.parse(lastLoginAt),
  createdAt: Date.parse(createdAt),
  permissions: {
    download: true,
    update: false,
    delete: false,
    upload: false,
    createEreader: false,
    accessAllLibraries: true,
    accessAllTags: true,
    accessExplicitContent: true,
    selectedTagsNotAccessible: false,
  },
  librariesAccessible: [],
  itemTagsSelected: [],
  hasOpenIDLink: false,
})

/** POST /logout, by a bearer or by a token to refresh one. Whoever is out already is out. */
export async function signOut(sources: AccountSources, context: Context) {
  const person = await leaving(sources, context)
  if (person) await sources.access.signOut(person)
  return { redirect_url: null }
}

async function leaving(sources: AccountSources, context: Context): Promise<Person | undefined> {
  const sessionId = refreshedSession(sources, context)
  const token = bearerOf(context)
  const found =
    sessionId === undefined
      ? token && (await sources.access.bearer(entrance, token).catch(() => undefined))
      : await sources.sessions.find(sessionId)
  return found && found.door?.name === entrance.name ? found : undefined
}

export const tokenIn = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\w-]{1,100})$/i.exec(authorization ?? '')?.[1]

const bearerOf = ({ headers }: Context) => tokenIn(headers.authorization)

const refreshHeader = 'x-refresh-token'
const hasRefreshToken = ({ headers }: Context) => headers[refreshHeader] !== undefined

/** It names a session, and is sent to nobody but who opened that. */
const refreshTokenOf = ({ vault }: AccountSources, sessionId: string): string =>
  `${sessionId}.${vault.digest(sessionId, 'absRefresh')}`

/** Returns the session that a token of the request was given for; undefined for none, and for one that nobody was given. */
function refreshedSession(sources: AccountSources, { headers }: Context): string | undefined {
  const given = headers[refreshHeader]
  if (typeof given !== 'string' || !/^[\w-]{1,64}\.[\w-]{1,128}$/.test(given)) return undefined
  const [sessionId = ''] = given.split('.')
  const [one, other] = [Buffer.from(given), Buffer.from(refreshTokenOf(sources, sessionId))]
  return one.length === other.length && timingSafeEqual(one, other) ? sessionId : undefined
}
