/**
 * Authenticates callers of compatibility APIs by username and password, by a salted hash of a password, by a secret without a username,
 * or by a token of an earlier login. The result is the same person that handlers of our own API get, so both APIs apply the same access
 * rules.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { CompatibilityApiName } from '@koedana/contract/app-passwords.ts'
import type { LoginResult } from '@koedana/contract/session.ts'
import { LRUCache } from 'lru-cache'
import { allowsPassword } from '../../domain/oidc.rules.ts'
import { type UserRow, usernameKeyOf } from '../../domain/user.rules.ts'
import type { Person } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { getUserRow } from '../account/account.store.ts'
import { type AppPasswordRow, findByHash, listRows, noteUse } from '../app-passwords/app-passwords.store.ts'
import type { AuthSources } from '../auth/auth-sources.ts'
import { acceptImportedPassword } from '../auth/imported-passwords.ts'
import { secretKindOf } from '../auth/limiter.rules.ts'
import { findSession, findUserByName } from '../auth/session.store.ts'
import type { Caller } from '../auth/sessions.ts'

/** `salted`: the hexadecimal MD5 of the secret followed by the salt, as Subsonic defines it. */
export type DoorCredential =
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  | { readonly kind: 'salted'; readonly username: string; readonly hash: string; readonly salt: string }
  | { readonly kind: 'secret'; readonly secret: string }

export interface LoginPolicy {
  readonly name: CompatibilityApiName
  /** Whether the account password is accepted; app passwords with the scope always are. */
  readonly takesAccountPassword: boolean
}

export interface DoorAccess {
  readonly isOpen: (door: CompatibilityApiName) => boolean
  /** Logs in to this API. Throws `wrongCredentials`, `accountDisabled` or `tooManyRequests`. */
  readonly signIn: (door: LoginPolicy, credential: DoorCredential, caller: Caller) => Promise<LoginResult>
  /** Returns the person of a token of this API. Throws `unauthenticated`. */
  readonly bearer: (door: LoginPolicy, token: string) => Promise<Person>
  /**
   * Authenticates APIs that send the credential with each request: logs in once, then reuses the session as long as it lasts. Throws as
   * `signIn` does.
   */
  readonly admit: (door: LoginPolicy, credential: DoorCredential, caller: Caller) => Promise<Person>
  /**
   * Replaces a session of this API by a new one. Throws `unauthenticated` if it has ended, its app password was revoked, or its account
   * changed.
   */
  readonly renew: (door: LoginPolicy, sessionId: string, caller: Caller) => Promise<LoginResult>
  /** Extends the session of a person who logged in with an app password. */
  readonly prolong: (person: Person) => Promise<void>
  /** Ends the person's session. */
  readonly signOut: (person: Person) => Promise<void>
}

interface CachedCredential {
  readonly secret: string
  readonly token: string
}

const maxCached = 2_000
/** Maximum credentials remembered per username. */
const maxPerName = 20

export function createDoorAccess(sources: AuthSources): DoorAccess {
  const { site, sessions } = sources
  const known = new LRUCache<string, readonly CachedCredential[]>({ max: maxCached })

  const enter = async (door: LoginPolicy, credential: DoorCredential, caller: Caller) => {
    const { user, app, secret } = await check(sources, { door, credential, caller })
    const entry = { door: door.name, appPasswordId: app?.id }
    const signedIn = await sessions.open(user, caller, entry)
    const by = { username: user.username, address: caller.address }
    await sources.audit.record({ act: 'signedIn', ...by, detail: door.name })
    return { signedIn, secret }
  }
  const bearer: DoorAccess['bearer'] = (door, token) => sessions.authenticateDoor(door.name, token)

  return {
    isOpen: (name) => site.current().doors[name],
    signIn: async (door, credential, caller) => (await enter(door, credential, caller)).signedIn,
    bearer,
    admit: async (door, credential, caller) => {
      const name = nameOf(door, credential)
      const found = known.get(name)?.find(({ secret }) => isOf(credential, secret))
      const person = found && (await bearer(door, found.token).catch(() => undefined))
      if (person) return person
      const { signedIn, secret } = await enter(door, credential, caller)
      const others = (known.get(name) ?? []).filter((one) => one !== found)
      known.set(name, [{ secret, token: signedIn.token }, ...others].slice(0, maxPerName))
      return bearer(door, signedIn.token)
    },
    renew: async (door, sessionId, caller) => {
      const person = await sessions.find(sessionId)
      const found = person && (await findSession(sources.db, { column: 'id', value: sessionId }))
      if (person?.door?.name !== door.name || !found) throw new AppError('unauthenticated')
      const entry = { door: door.name, appPasswordId: found.session.app_password_id ?? undefined }
      const signedIn = await sessions.open(found.user, caller, entry)
      await sessions.end(person.userKey, { id: sessionId })
      return signedIn
    },
    prolong: sessions.prolong,
    signOut: async ({ userKey, sessionId }) => {
      await sessions.end(userKey, { id: sessionId })
    },
  }
}

const nameOf = ({ name }: LoginPolicy, credential: DoorCredential): string =>
  credential.kind === 'secret'
    ? `${name} secret ${createHash('sha256').update(credential.secret).digest('base64url')}`
    : `${name} name ${usernameKeyOf(credential.username)}`

function isOf(credential: DoorCredential, secret: string): boolean {
  if (credential.kind === 'salted')
    return isSame(credential.hash.toLowerCase(), saltedHash(secret, credential.salt))
  return isSame(credential.kind === 'secret' ? credential.secret : credential.password, secret)
}

const saltedHash = (secret: string, salt: string) =>
  createHash('md5')
    .update(secret + salt)
    .digest('hex')

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

interface LoginAttempt {
  readonly door: LoginPolicy
  readonly credential: DoorCredential
  readonly caller: Caller
}

interface VerifiedCredential {
  readonly user: UserRow
  /** Undefined if it was the account password. */
  readonly app: AppPasswordRow | undefined
  readonly secret: string
}

/** Returns the secret that the rate limiter counts. A salted hash differs each time, so it is counted as it is. */
const secretIn = (credential: DoorCredential): string => {
  if (credential.kind === 'salted') return `${credential.salt} ${credential.hash}`
  return credential.kind === 'secret' ? credential.secret : credential.password
}

/**
 * Checks a credential. A correct app password is random, so it is accepted no matter how often others guessed wrong. Everything else
 * counts as a failed attempt, or as an attempt at the account password where that is accepted. The response does not reveal what was
 * wrong.
 */
async function check(sources: AuthSources, tried: LoginAttempt): Promise<VerifiedCredential> {
  const { limiter, audit, write, now } = sources
  const { credential, caller } = tried
  const { address } = caller
  const username = credential.kind === 'secret' ? undefined : credential.username
  const named = username === undefined ? undefined : await findUserByName(sources.db, username)
  const byApp = await findByAppPassword(sources, tried, named)
  if (byApp) await limiter.accept({ address, username: byApp.user.username, isApp: true })
  const right = byApp ?? (await findByAccount(sources, tried, named))
  if (right.user.status !== 'active') {
    const by = { username: right.user.username, address }
    await audit.record({ act: 'signInFailed', ...by, detail: right.user.status })
    throw new AppError('accountDisabled')
  }
  if (right.app) {
    const client = caller.userAgent.slice(0, maxClientLength)
    await noteUse(write, right.app.id, { at: now().toISOString(), address, client })
  }
  return right
}

const maxClientLength = 200

/** Throws `wrongCredentials` or `tooManyRequests`. */
async function findByAccount(
  sources: AuthSources,
  { door, credential, caller }: LoginAttempt,
  named: UserRow | undefined,
): Promise<VerifiedCredential> {
  const { limiter, audit } = sources
  const { address } = caller
  const secret = secretIn(credential)
  const wrong = async (isRepetition: boolean): Promise<never> => {
    const by = { username: named?.username ?? null, address }
    if (!isRepetition) await audit.record({ act: 'signInFailed', ...by, detail: door.name })
    throw new AppError('wrongCredentials')
  }
  if (credential.kind !== 'password' || !door.takesAccountPassword) {
    const username = credential.kind === 'secret' ? undefined : credential.username
    return wrong(await limiter.reject({ address, username, secret, kind: 'random' }))
  }
  const claim = { address, username: credential.username, secret, kind: secretKindOf(secret) }
  const outcome = await limiter.attempt(claim, async () => {
    const isRight = await sources.passwords.isRight(named?.password_hash, secret, caller.isGone)
    const user = isRight ? named : await acceptImportedPassword(sources, named, secret)
    return user && allowsPassword(sources.oidcSite.current(), user.role) ? user : undefined
  })
  if (outcome.type === 'wrong') return wrong(outcome.isRepetition)
  return { user: outcome.value, app: undefined, secret }
}

async function findByAppPassword(
  { db, vault }: AuthSources,
  { door, credential }: LoginAttempt,
  named: UserRow | undefined,
): Promise<VerifiedCredential | undefined> {
  const fits = ({ scopes }: AppPasswordRow) => scopes.split(' ').includes(door.name)
  if (credential.kind === 'salted') {
    const rows = named ? (await listRows(db, named.key)).filter(fits) : []
    for (const app of rows) {
      const secret = vault.open(app.secret, 'appPassword')
      if (named && isOf(credential, secret)) return { user: named, app, secret }
    }
    return undefined
  }
  const secret = secretIn(credential)
  const app = await findByHash(db, vault.digest(secret, 'appPassword'))
  if (!app || !fits(app)) return undefined
  if (credential.kind === 'secret') return { user: await getUserRow(db, app.user_key), app, secret }
  return named?.key === app.user_key ? { user: named, app, secret } : undefined
}
