/** The rate limits of each class per person and per address, and token bucket arithmetic. */
import type { CountedClass } from '@koedana/contract/kit/endpoint.ts'

/** The burst size, and the sustained rate per second. */
export interface Allowance {
  readonly burst: number
  readonly perSecond: number
}

/**
 * A page makes about ten requests and shows up to a hundred covers. A script that edits a book makes ten writes per second. Each
 * password check costs a slow hash. Callers who guess are stopped much earlier (`limiter.ts`).
 */
const perPerson: Readonly<Record<CountedClass, Allowance>> = {
  read: { burst: 600, perSecond: 50 },
  write: { burst: 300, perSecond: 10 },
  credential: { burst: 30, perSecond: 0.1 },
  media: { burst: 3_000, perSecond: 200 },
}

/** Accounts for a household, a class, or all users behind a proxy that is missing in `TRUSTED_PROXIES`. */
const peoplePerAddress = 4

export interface Rate {
  readonly perPerson: Allowance
  readonly perAddress: Allowance
}

export type Allowances = Readonly<Record<CountedClass, Rate>>

export const defaultAllowances: Allowances = {
  read: rateOf(perPerson.read),
  write: rateOf(perPerson.write),
  credential: rateOf(perPerson.credential),
  media: rateOf(perPerson.media),
}

function rateOf(one: Allowance): Rate {
  const perAddress = { burst: one.burst * peoplePerAddress, perSecond: one.perSecond * peoplePerAddress }
  return { perPerson: one, perAddress }
}

/**
 * Limits different sets of hidden entities, because each needs a new mask over all works. Trying out the settings takes some dozen
 * changes. Recently used sets cost nothing.
 */
export const choicesRate: Allowance = { burst: 60, perSecond: 0.05 }

/** The remaining tokens of an allowance. A new bucket is full. */
export interface Bucket {
  tokens: number
  /** In milliseconds of any clock. */
  at: number
}

/** Takes a token. Returns undefined on success, otherwise the whole seconds until a token is available. */
export function takeToken(
  bucket: Bucket,
  { burst, perSecond }: Allowance,
  nowMs: number,
): number | undefined {
  const gained = (Math.max(0, nowMs - bucket.at) / 1000) * perSecond
  const tokens = Math.min(burst, bucket.tokens + gained)
  bucket.at = nowMs
  bucket.tokens = tokens < 1 ? tokens : tokens - 1
  return tokens < 1 ? Math.ceil((1 - tokens) / perSecond) : undefined
}
