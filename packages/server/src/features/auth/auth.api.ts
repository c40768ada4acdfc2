/**
 * Endpoints to log in and to create accounts: by username and password, as a guest, and by registration (with an access key where
 * required).
 */
import type { getMe, login, loginAsGuest, logout, register } from '@koedana/contract/auth.ts'
import type { ParsedRequest } from '@koedana/contract/kit/endpoint.ts'
import { type Platform, type Registration, roleOf } from '@koedana/contract/values.ts'
import { appendChanges, writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { isOnlyWay } from '../../domain/oidc.rules.ts'
import type { UserRow } from '../../domain/user.rules.ts'
import { isNameTaken } from '../../domain/username-taken.store.ts'
import { type Context, type Handler, noStoreHeaders, type Person } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { inOrder } from '../keys/key.rules.ts'
import { codeHash } from '../vault/sealed-secrets.store.ts'
import { type AuthSources, callerOf, requirePerson } from './auth-sources.ts'
import { rejectCommonPassword } from './common-passwords.ts'
import { deviceCookie, knownDeviceIn } from './device-cookie.ts'
import {
  countGuests,
  insertAccount,
  insertRedemption,
  type KeyRedemption,
  listPlatformsOf,
  type NewAccount,
  type RedeemedUse,
  redeemUse,
  settleGuest,
} from './new-account.store.ts'
import { maxGuests, newGuestName, platformOf } from './person.rules.ts'
import { deleteSessions } from './session.store.ts'
import { signIn } from './sign-in.ts'

export function loginHandler(sources: AuthSources): Handler<typeof login> {
  const { vault } = sources
  return async ({ body }, context) => {
    const { username } = body
    const deviceId = knownDeviceIn(vault, context.headers, username)
    const signedIn = await signIn(sources, body, { ...callerOf(context), deviceId })
    const cookie = deviceCookie(vault, context, username)
    return {
      status: 200,
      headers: { ...noStoreHeaders, 'set-cookie': cookie },
      body: Buffer.from(JSON.stringify(signedIn)),
    }
  }
}

export function logoutHandler({ sessions }: AuthSources): Handler<typeof logout> {
  return async (_request, context) => {
    const { userKey, sessionId } = requirePerson(context)
    await sessions.end(userKey, { id: sessionId })
  }
}

export const getMeHandler: Handler<typeof getMe> = (_request, context) => {
  const { user, expiresAt } = requirePerson(context)
  return { user, exp: Math.floor(expiresAt / 1000) }
}

/** Throws `guestsClosed` if guests are disabled or their number has reached the limit. */
export function loginAsGuestHandler(sources: AuthSources): Handler<typeof loginAsGuest> {
  const { write, site, limiter, sessions, audit, now } = sources
  return async (_request, context) => {
    if (!site.current().allowsGuests) throw new AppError('guestsClosed')
    await limiter.create(context.address)
    const guest = await writeInTurn(write, (tx) => insertGuest(tx, now().toISOString()))
    const signedIn = await sessions.open(guest, callerOf(context))
    await audit.record({ act: 'signedIn', username: guest.username, address: context.address })
    return signedIn
  }
}

async function insertGuest(tx: Db, at: string): Promise<UserRow> {
  if ((await countGuests(tx)) >= maxGuests) throw new AppError('guestsClosed')
  for (;;) {
    const account = {
      username: newGuestName(),
      passwordHash: null,
      role: roleOf.guest,
      ageRestriction: 'all' as const,
      at,
    }
    const guest = await insertAccount(tx, account)
    if (guest) return guest
  }
}

export function registerHandler(sources: AuthSources): Handler<typeof register> {
  return async ({ body }, context) =>
    sources.sessions.open(await registerAccount(sources, body, context), callerOf(context))
}

/** Creates an account as the settings allow, for all APIs. Does not open a session. */
export async function registerAccount(
  { write, site, oidcSite, sessions, passwords, audit, vault, now, limiter }: AuthSources,
  { username, password, key, platform }: ParsedRequest<typeof register>['body'],
  context: Context,
): Promise<UserRow> {
  const { registration, newAccountCeiling } = site.current()
  if (registration === 'closed' || isOnlyWay(oidcSite.current())) throw new AppError('registrationClosed')
  await rejectCommonPassword(password, 'body.password')
  const code = codeOf(registration, key)
  const { address } = context
  const make = async () => {
    const account: NewAccount = {
      username,
      passwordHash: await passwords.hash(password),
      role: roleOf.general,
      ageRestriction: newAccountCeiling,
      at: now().toISOString(),
    }
    return writeInTurn(write, (tx) =>
      createAccount(tx, {
        account,
        guest: guestOf(context),
        codeHash: code === undefined ? undefined : codeHash(vault, code),
        platform: platformOf(context.headers, platform),
        address,
      }),
    )
  }
  const user = await (code === undefined
    ? createWithoutKey(limiter, make, context)
    : createWithKey(code, make))
  sessions.forget([user.key])
  await audit.record({ act: 'registered', username: user.username, address })
  return user

  /** Access keys can be guessed, so wrong ones are limited. Attempts that failed before the key was checked do not count. */
  async function createWithKey(secret: string, makeIt: () => Promise<UserRow>): Promise<UserRow> {
    const outcome = await limiter.attempt({ address, secret }, () => makeIt().catch(undefinedIfRefused))
    if (outcome.type === 'right') return outcome.value
    if (!outcome.isRepetition)
      await audit.record({ act: 'signInFailed', username: null, address, detail: 'key' })
    throw new AppError('keyRefused')
  }
}

function undefinedIfRefused(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'keyRefused') return undefined
  throw error
}

/** Without a key, new accounts are rate-limited by address. */
async function createWithoutKey(
  limiter: AuthSources['limiter'],
  make: () => Promise<UserRow>,
  context: Context,
): Promise<UserRow> {
  if (!guestOf(context)) await limiter.create(context.address)
  return make()
}

/** Returns the key to redeem; undefined if none is needed. A given key is always redeemed; an empty one counts as absent. */
const codeOf = (registration: Registration, key = ''): string | undefined =>
  registration === 'open' && key === '' ? undefined : key

const guestOf = ({ person }: Context): Person | undefined =>
  person?.user.role === roleOf.guest ? person : undefined

interface AccountCreation {
  readonly account: NewAccount
  readonly guest: Person | undefined
  /** Undefined if no key is given and none is required. */
  readonly codeHash: string | undefined
  readonly platform: Platform
  readonly address: string
}

/** Redeems the key first, so that only its holder learns that a name is taken. A failure rolls the redemption back. */
async function createAccount(tx: Db, making: AccountCreation): Promise<UserRow> {
  const { guest, codeHash, platform, address } = making
  const { at } = making.account
  const use = codeHash === undefined ? undefined : await redeem(tx, { codeHash, platform, at })
  const account = { ...making.account, ageRestriction: use?.ceiling ?? making.account.ageRestriction }
  const user = guest ? await upgradeGuest(tx, guest, account) : await insertAccount(tx, account)
  if (!user) throw new AppError('usernameTaken')
  if (use) {
    await insertRedemption(tx, { accessKey: use.accessKey, userKey: user.key, platform, address, at })
  }
  await appendChanges(tx, 'user', [user.key])
  return user
}

/** Redeems one use of a key. Only a valid key reveals the platforms that it is limited to; all other faults get the same error. */
async function redeem(tx: Db, redeeming: KeyRedemption): Promise<RedeemedUse> {
  const use = await redeemUse(tx, redeeming)
  if (use) return use
  const platforms = await listPlatformsOf(tx, redeeming)
  if (platforms.length === 0) throw new AppError('keyRefused')
  throw new AppError('keyElsewhere', { allowed: { 'body.platform': inOrder(platforms) } })
}

/** Turns a guest into a regular account with all its data. Its old sessions end. */
async function upgradeGuest(tx: Db, guest: Person, account: NewAccount): Promise<UserRow> {
  if (await isNameTaken(tx, account.username)) throw new AppError('usernameTaken')
  const user = await settleGuest(tx, guest.userKey, account)
  if (!user) throw new AppError('conflict')
  await deleteSessions(tx, user.key, 'all')
  return user
}
