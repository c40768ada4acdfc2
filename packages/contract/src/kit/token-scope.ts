/**
 * Decides which endpoints an API token may call. Access is denied by default: an endpoint whose path matches no line of `openPaths` rejects
 * every token until someone adds it here.
 */
import type { Endpoint, Method } from './endpoint.ts'

export const tokenScopes = ['read', 'write', 'admin'] as const
export type TokenScope = (typeof tokenScopes)[number]

interface OpenPath {
  readonly path: RegExp
  /** All methods if absent. */
  readonly methods?: readonly Method[]
}

const readOnly = ['GET'] as const

/**
 * Not listed, and so closed to tokens: passwords, passkeys, app passwords, API tokens, identities, sessions, fresh proofs, login and setup,
 * creating shared links, access keys, creating and changing users, importing another server, and everything that stores or uses sealed
 * secrets (storage settings, drives, the login provider, the link secret, site settings).
 */
const openPaths: readonly OpenPath[] = [
  { path: /^\/(about|health\/(live|ready)|openapi\.json|auth\/me)$/, methods: readOnly },
  { path: /^\/(works|:kind|entity-covers|entity-letters|tracks|lyrics|home|announcements)(\/|$)/ },
  { path: /^\/media\/sign$/ },
  { path: /^\/(progress|history|statistics|bookmarks|favorites|marks|tags|views|follows|playlists)(\/|$)/ },
  { path: /^\/account$/, methods: readOnly },
  { path: /^\/account\/(settings|data|data\.csv)$/ },
  { path: /^\/account\/shares(\/|$)/, methods: ['GET', 'DELETE'] },
  {
    path: /^\/admin\/(announcements|audit|demo|index|schedules|shares|system|tasks|trash|unsettled-folders)(\/|$)/,
  },
  { path: /^\/admin\/settings$/, methods: readOnly },
  { path: /^\/admin\/users(\/:id)?$/, methods: ['GET', 'DELETE'] },
  { path: /^\/admin\/storages(\/:id|\/folders)?$/, methods: ['GET', 'DELETE'] },
  { path: /^\/admin\/storages\/:id\/(scan|test)$/ },
]

/** The fields of an endpoint that decide. A call of a compatibility API has neither method nor path. */
export type ScopedEndpoint = Pick<Endpoint, 'access' | 'rate'> & Partial<Pick<Endpoint, 'method' | 'path'>>

/** Returns the smallest scope that may call an endpoint; undefined if no token may. */
export function scopeNeeded({ access, rate, method, path }: ScopedEndpoint): TokenScope | undefined {
  if (method === undefined || path === undefined || rate === 'credential' || access === 'signed')
    return undefined
  const isOpen = openPaths.some((open) => open.path.test(path) && (open.methods?.includes(method) ?? true))
  if (!isOpen) return undefined
  if (access === 'admin') return 'admin'
  return method === 'GET' ? 'read' : 'write'
}

/** Returns whether the scope of a token allows calling an endpoint. */
export function isWithinScope(scope: TokenScope, endpoint: ScopedEndpoint): boolean {
  const needed = scopeNeeded(endpoint)
  return needed !== undefined && tokenScopes.indexOf(needed) <= tokenScopes.indexOf(scope)
}
