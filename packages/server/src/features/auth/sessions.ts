/**
 * Sessions: the token is sent once, only its hash is stored, and ending a session applies everywhere at once. Active sessions are
 * cached, so a call needs no query. Any change of the account clears its cache entries.
 */

import { apiTokenPrefix } from '@koedana/contract/api-tokens.ts'
import type { CompatibilityApiName } from '@koedana/contract/app-passwords.ts'
import type { LoginResult } from '@koedana/contract/session.ts'
import { type AgeCategory, roleOf } from '@koedana/contract/values.ts'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { toUser, type UserRow } from '../../domain/user.rules.ts'
import type { Authenticate, Person } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { hashOfToken, newId, newToken } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import { isIdle, personOfSession } from './person.rules.ts'
import { type CredentialKey, PersonCache } from './person-cache.ts'
import {
  deleteIdleSurplus,
  deleteSessions,
  extendSession,
  findSession,
  insertSession,
  passkeyExists,
  recordLogin,
  type SessionSelector,
  touchSession,
} from './session.store.ts'
import { createTokenCache, type TokenSources } from './token-cache.ts'

export interface Sessions {
  readonly authenticate: Authenticate
  /** Does the same for a token of a compatibility API. Throws `unauthenticated` for tokens of other APIs. */
  readonly authenticateDoor: (door: CompatibilityApiName, token: string) => Promise<Person>
  /** Opens a session and records the login. Throws `conflict` if the account changed since it was read, or if its passkey was removed. */
  readonly open: (user: UserRow, caller: Caller, by?: LoginMethod) => Promise<LoginResult>
  /** Extends a session of an app password to its full length, at most once a day. */
  readonly prolong: (person: Person) => Promise<void>
  readonly end: (userKey: number, ending: SessionSelector) => Promise<number>
  readonly forget: (userKeys: readonly number[] | 'all') => void
  /** Calls the listener after each `forget`, to close streams that are no longer allowed. Returns a function that stops it. */
  readonly onForgotten: (listener: () => void) => () => void
  /** Returns the person whose session or API token has this public ID while it is valid. Signed links contain this ID. */
  readonly find: (sessionId: string) => Promise<Person | undefined>
}

/** How a person logged in other than by username and password at this server's own API. */
export interface LoginMethod {
  /** The session is valid only for this compatibility API. */
  readonly door?: CompatibilityApiName
  /** The session ends when this app password is revoked. */
  readonly appPasswordId?: string | undefined
  readonly identityId?: string
  readonly passkeyId?: string
}

export interface Caller {
  readonly address: string
  readonly userAgent: string
  /** Returns whether the client has disconnected, so that its password need not be checked. */
  readonly isGone?: (() => boolean) | undefined
}

export function createSessions(sources: SessionSources & TokenSources): Sessions {
  const { write } = sources
  const known = createSessionCache(sources)
  const tokens = createTokenCache(sources)
  const listeners = new Set<() => void>()

  const forget: Sessions['forget'] = (userKeys) => {
    known.forget(userKeys)
    tokens.forget(userKeys)
    for (const notify of listeners) notify()
  }

  return {
    authenticate: (authorization, address) => {
      if (authorization === undefined) return undefined
      const token = /^Bearer ([\w-]{1,100})$/i.exec(authorization)?.[1]
      if (token === undefined) throw new AppError('unauthenticated')
      if (token.startsWith(apiTokenPrefix)) return tokens.authenticate(token, address)
      const person = known.get({ column: 'token_hash', value: hashOfToken(token) })
      return person instanceof Promise ? person.then(requireOwnApi) : requireOwnApi(person)
    },
    authenticateDoor: async (door, token) => {
      const person = await known.get({ column: 'token_hash', value: hashOfToken(token) })
      if (person?.door?.name !== door) throw new AppError('unauthenticated')
      return person
    },
    find: async (id) => (await known.get({ column: 'id', value: id })) ?? tokens.find(id),
    open: async (user, caller, by) => {
      const { signedIn, ended } = await openSession(sources, user, { ...caller, by })
      if (ended > 0) forget([user.key])
      return signedIn
    },
    prolong: async ({ userKey, sessionKey, expiresAt }) => {
      const [at, until] = [sources.now(), endOfSession(sources.now())]
      if (until.getTime() - expiresAt < dayMs) return
      await writeInTurn(write, async (tx) => {
        await appendChanges(tx, 'user', [userKey])
        // The session is read again next, and its last use may not be stored yet: it must not be found idle.
        await extendSession(tx, { sessionKey, at: at.toISOString(), expiresAt: until.toISOString() })
      })
      forget([userKey])
    },
    end: async (userKey, ending) => {
      const ended = await writeInTurn(write, async (tx) => {
        await appendChanges(tx, 'user', [userKey])
        return deleteSessions(tx, userKey, ending)
      })
      forget([userKey])
      return ended
    },
    forget,
    onForgotten: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const dayMs = 86_400_000
/** Long enough to avoid weekly logins, short enough that a lost device is logged out. */
const sessionDays = 30
const endOfSession = (begun: Date): Date => new Date(begun.getTime() + sessionDays * dayMs)
/** A guest cannot log in again, so the session ends only by being idle. */
const guestSessionDays = 400
const maxUserAgentLength = 300
/** Maximum sessions per account: far more than the devices of a person. A script that keeps logging in ends its own sessions. */
export const maxSessions = 100

/** Rejects tokens of compatibility APIs: they are stored on phones and in cover URLs, so they must not open this server's own API. */
function requireOwnApi(person: Person | undefined): Person {
  if (!person || person.door) throw new AppError('unauthenticated')
  return person
}

async function openSession(
  { write, now }: SessionSources,
  user: UserRow,
  { address, userAgent, by }: Caller & { readonly by: LoginMethod | undefined },
): Promise<{ signedIn: LoginResult; ended: number }> {
  const at = now().toISOString()
  const token = newToken()
  const days = user.role === roleOf.guest ? guestSessionDays : sessionDays
  const expiresAt = new Date(now().getTime() + days * dayMs)
  const session = {
    id: newId(),
    token_hash: hashOfToken(token),
    user_key: user.key,
    user_agent: userAgent.slice(0, maxUserAgentLength),
    address,
    created_at: at,
    last_used_at: at,
    expires_at: expiresAt.toISOString(),
    door: by?.door ?? null,
    app_password_id: by?.appPasswordId ?? null,
    identity_id: by?.identityId ?? null,
    passkey_id: by?.passkeyId ?? null,
  }
  const { noted, ended } = await writeInTurn(write, async (tx) => {
    const current = await recordLogin(tx, user, { at, address })
    if (!current) throw new AppError('conflict')
    if (by?.passkeyId && !(await passkeyExists(tx, by.passkeyId))) throw new AppError('conflict')
    await insertSession(tx, session)
    const surplus = await deleteIdleSurplus(tx, session, maxSessions - 1)
    if (surplus > 0) await appendChanges(tx, 'user', [user.key])
    return { noted: current, ended: surplus }
  })
  const signedIn = { user: toUser(noted), token, exp: Math.floor(expiresAt.getTime() / 1000) }
  return { signedIn, ended }
}

export interface SessionSources {
  readonly read: Db
  readonly write: Db
  readonly now: () => Date
  readonly visitorCeiling: () => AgeCategory
  readonly log: Log
}

/** More than the number of concurrent users: with a smaller cache, entries would be evicted before their next use. An entry takes 1 KB. */
const maxCached = 20_000
/** Uses of a session are recorded at most this often. */
const recordIntervalMs = 5 * 60_000

interface CachedSession {
  readonly person: Person
  notedAt: number
}

/** Caches open sessions, so that each is read from the database at most once between two changes. */
export function createSessionCache(
  { read, write, now, visitorCeiling, log }: SessionSources,
  capacity = maxCached,
) {
  const known = new PersonCache<CachedSession>(capacity)

  const readSession = async (name: CredentialKey): Promise<CachedSession | undefined> => {
    const found = await findSession(read, name)
    if (found?.user.status !== 'active') return undefined
    const person = personOfSession({ ...found, visitorCeiling: visitorCeiling() })
    const kept = { person, notedAt: Date.parse(found.session.last_used_at) }
    return isOver(kept) ? undefined : kept
  }

  const fetchPerson = async (name: CredentialKey): Promise<Person | undefined> => {
    const kept = await known.fetch(name, () => readSession(name))
    if (kept) recordUse(kept)
    return kept?.person
  }

  const isOver = ({ person, notedAt }: CachedSession) =>
    person.expiresAt <= now().getTime() || isIdle(person.user.role, notedAt, now().getTime())

  const recordUse = (kept: CachedSession) => {
    const at = now().getTime()
    if (at - kept.notedAt < recordIntervalMs) return
    kept.notedAt = at
    const { sessionKey, userKey } = kept.person
    touchSession(write, { sessionKey, userKey, at: new Date(at).toISOString() }).catch((error: unknown) =>
      log.warn({ err: error }, 'the use of a session was not noted'),
    )
  }

  return {
    get: (name: CredentialKey): Person | undefined | Promise<Person | undefined> => {
      const kept = known.get(name)
      if (!kept) return fetchPerson(name)
      if (isOver(kept)) return undefined
      recordUse(kept)
      return kept.person
    },
    forget: (userKeys: readonly number[] | 'all') => known.forget(userKeys),
  }
}
