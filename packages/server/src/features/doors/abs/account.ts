/** Login and logout, and what apps learn about the user, the server and its library. */
import { timingSafeEqual } from 'node:crypto'
import { Credentials } from '@koedana/contract/credentials.ts'
import type { LoginResult, User } from '@koedana/contract/session.ts'
import * as v from 'valibot'
import type { Bytes, Context, Person } from '../../../http/context.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type AuthSources, callerOf, requirePerson } from '../../auth/auth-sources.ts'
import { about } from '../../system/about.ts'
import type { LoginPolicy } from '../door-access.ts'
import { folderId, libraryId } from './item.rules.ts'
import type { AbsPlaylistSources } from './playlists.ts'
import { listAllProgress, listItemBookmarks, type UserDataSources } from './progress.ts'
import { protocolVersion } from './session.rules.ts'

export type AccountSources = UserDataSources & AbsPlaylistSources & AuthSources

/** These apps send the account password in plain text, so it is accepted as well. */
export const absLoginPolicy: LoginPolicy = { name: 'abs', takesAccountPassword: true }

/** Apps only look at the status. */
export const okResponse: Bytes = {
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from('OK'),
}

/** GET /status, which apps request before login. */
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
  scannerFindCovers: false,
  scannerCoverProvider: 'none',
  scannerParseSubtitle: false,
  scannerPreferMatchedMetadata: false,
  scannerDisableWatcher: true,
  storeCoverWithItem: false,
  storeMetadataWithItem: false,
  metadataFileFormat: 'json',
  rateLimitLoginRequests: 10,
  rateLimitLoginWindow: 600_000,
  // audiobookshelf sends false without scheduled backups; Music Assistant requires a string.
  backupSchedule: '',
  backupsToKeep: 0,
  maxBackupSize: 0,
  loggerDailyLogsToKeep: 0,
  loggerScannerLogsToKeep: 0,
  logLevel: 2,
  dateFormat: 'yyyy-MM-dd',
  timeFormat: 'HH:mm',
  chromecastEnabled: false,
  sortingIgnorePrefix: false,
  sortingPrefixes: [],
  homeBookshelfView: 1,
  bookshelfView: 1,
  authActiveAuthMethods: ['local'],
}

/** The only library: the works that have files on this server. */
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
  return entered(sources, await sources.access.signIn(absLoginPolicy, credential, callerOf(context)), context)
}

/** POST /auth/refresh: replaces the session by one with new tokens. Throws `unauthenticated` if the session has ended. */
export async function refresh(sources: AccountSources, context: Context) {
  const sessionId = refreshedSession(sources, context)
  if (sessionId === undefined) throw new AppError('unauthenticated')
  return entered(sources, await sources.access.renew(absLoginPolicy, sessionId, callerOf(context)), context)
}

async function entered(sources: AccountSources, { token }: LoginResult, context: Context) {
  const person = await sources.access.bearer(absLoginPolicy, token)
  const wantsBoth = context.headers['x-return-tokens'] === 'true' || hasRefreshToken(context)
  const refreshToken = wantsBoth ? refreshTokenOf(sources, person.sessionId) : null
  const response = await loginOf(sources, { ...context, person })
  return { ...response, user: { ...response.user, refreshToken, accessToken: token } }
}

async function loginOf(sources: AccountSources, context: Context) {
  return {
    user: await readMe(sources, context),
    userDefaultLibraryId: libraryId,
    serverSettings,
    ereaderDevices: [],
    Source: about.name,
  }
}

/**
 * POST /api/authorize, which apps call at startup: extends the session. The response has no `accessToken` (advplyr/audiobookshelf,
 * server/controllers/MiscController.js `authorize`).
 */
export async function authorize(sources: AccountSources, context: Context) {
  await sources.access.prolong(requirePerson(context))
  return loginOf(sources, context)
}

/** GET /api/me. */
export async function readMe(sources: AccountSources, context: Context) {
  const { user, sessionId } = requirePerson(context)
  return {
    ...shownUser(user),
    token: sessionTokenOf(sources, sessionId),
    mediaProgress: await listAllProgress(sources, context),
    bookmarks: await listItemBookmarks(sources, undefined, context),
  }
}

/** The type is always `user`: these apps cannot administer this server. */
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

/** POST /logout, with a bearer or a refresh token. A session that has already ended is not an error. */
export async function signOut(sources: AccountSources, context: Context) {
  const person = await leaving(sources, context)
  if (person) await sources.access.signOut(person)
  return { redirect_url: null }
}

async function leaving(sources: AccountSources, context: Context): Promise<Person | undefined> {
  const sessionId = refreshedSession(sources, context)
  if (sessionId !== undefined) return findOwn(sources, sessionId)
  const token = tokenIn(context.headers.authorization)
  return token === undefined ? undefined : findBearer(sources, token).catch(() => undefined)
}

/** Returns the token of an `Authorization` header: an access token, or the second token of a session. */
export const tokenIn = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\w.-]{1,193})$/i.exec(authorization ?? '')?.[1]

/** Returns the person to whom an access token or the second token of a session belongs. Throws `unauthenticated`. */
export async function findBearer(sources: BearerSources, token: string): Promise<Person> {
  if (/^[\w-]{1,100}$/.test(token)) return sources.access.bearer(absLoginPolicy, token)
  const sessionId = sessionIn(sources, token, 'absToken')
  const person = sessionId === undefined ? undefined : await findOwn(sources, sessionId)
  if (!person) throw new AppError('unauthenticated')
  return person
}

export type BearerSources = Pick<AccountSources, 'access' | 'sessions' | 'vault'>

async function findOwn({ sessions }: BearerSources, sessionId: string): Promise<Person | undefined> {
  const person = await sessions.find(sessionId)
  return person?.door?.name === absLoginPolicy.name ? person : undefined
}

const refreshHeader = 'x-refresh-token'
const hasRefreshToken = ({ headers }: Context) => headers[refreshHeader] !== undefined

/** The refresh token names a session, and is only sent to the app that opened it. */
const refreshTokenOf = (sources: BearerSources, sessionId: string): string =>
  derivedToken(sources, sessionId, 'absRefresh')

/**
 * Returns the second token that authenticates a session. Their server sends an older form of the access token as
 * `user.token`; the official app signs out if it equals the token that it sent (advplyr/audiobookshelf-app,
 * layouts/default.vue `attemptConnection`).
 */
const sessionTokenOf = (sources: BearerSources, sessionId: string): string =>
  derivedToken(sources, sessionId, 'absToken')

type TokenPurpose = 'absRefresh' | 'absToken'

const derivedToken = ({ vault }: BearerSources, sessionId: string, purpose: TokenPurpose): string =>
  `${sessionId}.${vault.digest(sessionId, purpose)}`

/** Returns the session that the refresh token of the request names; undefined if the token is missing or forged. */
function refreshedSession(sources: BearerSources, { headers }: Context): string | undefined {
  const given = headers[refreshHeader]
  return typeof given === 'string' ? sessionIn(sources, given, 'absRefresh') : undefined
}

function sessionIn(sources: BearerSources, given: string, purpose: TokenPurpose): string | undefined {
  if (!/^[\w-]{1,64}\.[\w-]{1,128}$/.test(given)) return undefined
  const [sessionId = ''] = given.split('.')
  const [one, other] = [Buffer.from(given), Buffer.from(derivedToken(sources, sessionId, purpose))]
  return one.length === other.length && timingSafeEqual(one, other) ? sessionId : undefined
}
