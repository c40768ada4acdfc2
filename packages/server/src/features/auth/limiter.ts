/**
 * The rate limit of every endpoint that accepts a credential. It counts distinct wrong secrets: a program that repeats one wrong
 * secret uses up one attempt. Attempts are counted before the secret is checked, so concurrent ones all count.
 *
 * Strangers share the attempts of an account and of an address. If these are used up, even the right password is rejected. Three
 * kinds of callers have their own attempts, which others cannot use up: known addresses, known browsers, and sessions that prove
 * the password again. Random secrets (app passwords, passkeys, links) are checked first, and only wrong ones are counted. They
 * cannot be guessed, so a right one is always accepted.
 */
import { randomBytes } from 'node:crypto'
import { writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Vault } from '../../lib/vault.ts'
import {
  type BucketState,
  countAttempt,
  countSecret,
  deleteIfCountedOnce,
  forgetAttempts,
  listRemembered,
  rememberBucket,
  trimAttempts,
  uncountSecret,
} from './attempt.store.ts'
import {
  type Allowance,
  accountBucket,
  accountSignInsBucket,
  addressBucket,
  addressSignInsBucket,
  appSignInsBucket,
  creatorBucket,
  deviceBucket,
  homeBucket,
  knownBucket,
  knownMs,
  ownBucket,
  perAccount,
  perAccountSignIns,
  perAddress,
  perAddressSignIns,
  perCreator,
  perSecret,
  perSite,
  type SecretKind,
  secretBucket,
  sessionBucket,
  siteBucket,
  waitSeconds,
} from './limiter.rules.ts'

export interface Limiter {
  /**
   * Runs `verify`, which returns undefined for a wrong secret, if attempts are left; otherwise throws `tooManyRequests`.
   * If `verify` throws, the secret was not checked and does not count.
   */
  readonly attempt: <T>(by: LoginAttempt, verify: () => Promise<T | undefined>) => Promise<Outcome<T>>
  /** Counts a wrong random secret. Throws `tooManyRequests` if there were too many. Returns whether it was tried before. */
  readonly reject: (by: LoginAttempt) => Promise<boolean>
  /** Counts a successful sign-in by a random secret. Throws `tooManyRequests` if the account had too many. */
  readonly accept: (by: SuccessfulLogin) => Promise<void>
  /** Counts a new account that is made without a secret. Throws `tooManyRequests`. */
  readonly create: (address: string) => Promise<void>
  readonly trim: () => Promise<void>
}

interface SuccessfulLogin {
  readonly address: string
  readonly username: string
  readonly isApp: boolean
}

/** Who presents which secret. */
export interface LoginAttempt {
  readonly address: string
  /** A secret without an owner (an access key, the setup code, a link) has none. */
  readonly username?: string | undefined
  /** Undefined for a proof that is different each time: each one counts. */
  readonly secret?: string | undefined
  readonly kind?: SecretKind
  /** The browser, if this account signed in with it before. */
  readonly deviceId?: string | undefined
  readonly hasSession?: boolean
}

export type Outcome<T> =
  | { readonly type: 'right'; readonly value: T }
  /** A repetition was already tried in this window, and is not logged again. */
  | { readonly type: 'wrong'; readonly isRepetition: boolean }

/** Rows of some hundred bytes: far more names than people mistype. */
const maxRows = 100_000
/** The table cannot grow by more than this between two clean-ups. */
const trimEvery = 1_000

export interface LimiterSources {
  readonly write: Db
  readonly vault: Pick<Vault, 'digest'>
  readonly now: () => Date
  /** Takes as long as checking a password. */
  readonly spendTime?: () => Promise<unknown>
  /** Called at the first rejection in a window. */
  readonly onLimited?: (by: LoginAttempt) => Promise<void>
}

interface Limit {
  readonly bucket: string
  readonly allowance: Allowance
}

interface Digests {
  /** A stolen database must reveal almost nothing about the secrets that were tried. */
  readonly short: string
  readonly looks: string
}

interface CountedAttempt {
  readonly limits: readonly Limit[]
  /** The limits in which a wrong secret is counted again. */
  readonly recounted: readonly Limit[]
  readonly refusal: AppError | undefined
  /** Whether a limit of the owner was enforced instead of those of strangers. */
  readonly isApart: boolean
}

export function createLimiter(sources: LimiterSources): Limiter {
  const { write, vault, now } = sources
  const counters = createCounters(sources)
  const { trim, enforce, countIn, countInAll } = counters
  const { remember, admit, succeed } = createAdmission(sources, counters)

  return {
    attempt: async (by, verify) => {
      const digests = digestsOf(vault, by)
      const { short, looks } = digests
      const counted = await admit(by, digests)
      const looked = await enforce(by, { bucket: looks, allowance: perSecret })
      const value = await verify().catch(async (error: unknown) => {
        await refund(write, { limits: counted.limits, digest: short, looks })
        throw error
      })
      if (value !== undefined) {
        await succeed(by, counted, digests)
        return { type: 'right', value }
      }
      // A concurrent attempt with the same secret that was not checked may have refunded it.
      for (const limit of counted.recounted) await countIn(by, limit, short)
      // The response must equal that of an account that is not known at this address.
      if (counted.refusal) throw counted.refusal
      return { type: 'wrong', isRepetition: looked > 1 }
    },
    reject: async (by) => {
      const { short, looks } = digestsOf(vault, by)
      const refusal = await countInAll(by, sharedLimits(by), short)
      if (refusal) throw refusal
      return (await countAttempt(write, windowOf({ bucket: looks, allowance: perSecret }, now()))).count > 1
    },
    accept: async (by) => {
      const { username, address, isApp } = by
      const bucket = isApp ? appSignInsBucket(username) : accountSignInsBucket(username)
      await enforce(by, { bucket, allowance: perAccountSignIns })
      await remember(username, address)
    },
    create: async (address) => {
      await enforce({ address }, { bucket: creatorBucket(address), allowance: perCreator })
    },
    trim,
  }
}

/** Decides whose limits are enforced for an attempt, and what a success changes. */
function createAdmission(sources: LimiterSources, counters: ReturnType<typeof createCounters>) {
  const { write, now, spendTime } = sources
  const { enforce, countIn, countInAll } = counters

  const remember = async (username: string, address: string) => {
    const until = new Date(now().getTime() + knownMs).toISOString()
    await rememberBucket(write, knownBucket(username, address), until)
    await rememberBucket(write, homeBucket(address), until)
  }

  const findAddressState = async ({ username, address }: LoginAttempt) => {
    if (username === undefined) return { isKnown: false, isHome: false }
    const [known, home] = [knownBucket(username, address), homeBucket(address)]
    const remembered = await listRemembered(write, [known, home], now().toISOString())
    return { isKnown: remembered.has(known), isHome: remembered.has(home) }
  }

  const succeed = async (
    by: LoginAttempt,
    { limits, isApart }: CountedAttempt,
    { short, looks }: Digests,
  ) => {
    const { username, address } = by
    if (username !== undefined) {
      if (!isApart) await enforce(by, { bucket: addressSignInsBucket(address), allowance: perAddressSignIns })
      await enforce(by, { bucket: accountSignInsBucket(username), allowance: perAccountSignIns })
    }
    await forgetAttempts(write, looks)
    for (const { bucket, allowance } of limits) {
      if (allowance === perAccount) await forgetAttempts(write, bucket)
      else await uncountSecret(write, bucket, short)
    }
    if (username !== undefined) await remember(username, address)
  }

  const countBeforeCheck = async (by: LoginAttempt, { short }: Digests): Promise<CountedAttempt> => {
    const own = ownLimit(by)
    const shared = own ? [] : sharedLimits(by)
    const place = own ? { isKnown: false, isHome: false } : await findAddressState(by)
    const privateLimit = own ?? (place.isKnown ? knownLimit(by) : undefined)
    const refusal = await countInAll(by, shared, short)
    const apartRefusal = privateLimit && (await countIn(by, privateLimit, short))
    if (privateLimit ? apartRefusal : refusal) {
      // Others at this address must not learn from the response time which accounts are known there.
      if (place.isHome) await spendTime?.()
      throw refusal ?? apartRefusal
    }
    const limits = privateLimit ? [...shared, privateLimit] : shared
    const recounted = refusal && privateLimit ? [privateLimit] : limits
    return { limits, recounted, refusal, isApart: privateLimit !== undefined }
  }
  return { remember, admit: countBeforeCheck, succeed }
}

function createCounters({ write, now, onLimited }: LimiterSources) {
  let opened = 0

  const trim = () => trimAttempts(write, now().toISOString(), maxRows)

  const checkLimit = async (by: LoginAttempt, { allowance: { max } }: Limit, state: BucketState) => {
    if (state.count === 1 && ++opened % trimEvery === 0) await trim()
    const retryAfterSeconds = waitSeconds(state, { max, now: now() })
    if (retryAfterSeconds === undefined) return undefined
    if (state.count === max + 1) await onLimited?.(by)
    return new AppError('tooManyRequests', { retryAfterSeconds })
  }

  /** Returns the count. Throws `tooManyRequests`. */
  const enforce = async (by: LoginAttempt, limit: Limit): Promise<number> => {
    const state = await countAttempt(write, windowOf(limit, now()))
    const refusal = await checkLimit(by, limit, state)
    if (refusal) throw refusal
    return state.count
  }

  const countIn = async (by: LoginAttempt, limit: Limit, digest: string) =>
    checkLimit(
      by,
      limit,
      await countSecret(write, { ...windowOf(limit, now()), digest, max: limit.allowance.max }),
    )

  /** Counts in each limit up to the first that is exceeded, so that a blocked caller does not block other accounts. */
  const countInAll = async (by: LoginAttempt, limits: readonly Limit[], digest: string) => {
    for (const limit of limits) {
      const refusal = await countIn(by, limit, digest)
      if (refusal) return refusal
    }
    return undefined
  }
  return { trim, enforce, countIn, countInAll }
}

const windowOf = ({ bucket, allowance }: Limit, at: Date) => ({
  bucket,
  now: at.toISOString(),
  resetsAt: new Date(at.getTime() + allowance.windowMs).toISOString(),
})

function digestsOf(
  vault: LimiterSources['vault'],
  { kind = 'password', username, address, secret }: LoginAttempt,
): Digests {
  if (secret === undefined) {
    const random = randomBytes(16).toString('base64url')
    return { short: random.slice(0, digestLength), looks: secretBucket(random) }
  }
  const owner = username === undefined ? addressBucket(kind, address) : accountBucket(kind, username)
  const short = vault.digest(`${owner} ${secret}`, 'attempt').slice(0, digestLength)
  return { short, looks: secretBucket(`${short} ${owner}`) }
}

function sharedLimits({ kind = 'password', address, username }: LoginAttempt): Limit[] {
  const site = siteBucket(kind, address)
  return [
    { bucket: addressBucket(kind, address), allowance: perAddress },
    ...(site === undefined ? [] : [{ bucket: site, allowance: perSite }]),
    ...(username === undefined ? [] : [{ bucket: accountBucket(kind, username), allowance: perAccount }]),
  ]
}

function knownLimit({ kind = 'password', username, address }: LoginAttempt): Limit | undefined {
  return username === undefined
    ? undefined
    : { bucket: ownBucket(kind, username, address), allowance: perAccount }
}

interface Refund {
  readonly limits: readonly Limit[]
  readonly digest: string
  readonly looks: string
}

/** Refunds a secret that was not checked, unless another attempt has checked or is checking the same one. */
const refund = (write: Db, { limits, digest, looks }: Refund) =>
  writeInTurn(write, async (tx) => {
    if (!(await deleteIfCountedOnce(tx, looks))) return
    for (const { bucket } of limits) await uncountSecret(tx, bucket, digest)
  })

/** 18 bits distinguish some hundred secrets of one bucket. */
const digestLength = 3

/** The limit of a browser or a session that is not shared. */
function ownLimit({ username, deviceId, hasSession }: LoginAttempt): Limit | undefined {
  if (username === undefined) return undefined
  if (hasSession) return { bucket: sessionBucket(username), allowance: perAccount }
  if (deviceId === undefined) return undefined
  return { bucket: deviceBucket(username, deviceId), allowance: perAccount }
}
