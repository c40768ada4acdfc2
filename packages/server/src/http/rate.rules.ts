/** How many calls of each class a person and an address may make, and the arithmetic of a token bucket. */
import type { CountedClass } from '@koedana/contract/kit/endpoint.ts'

/** The number of calls at once, and the number a second for ever. */
export interface Allowance {
  readonly burst: number
  readonly perSecond: number
}

/**
 * A page makes some ten requests and shows up to a hundred covers; a book of edits by a script makes ten writes a second.
 * Credentials are right or wrong at the cost of a slow hash each; a caller who guesses is stopped much earlier (`limiter.ts`).
 */
const perPerson: Readonly<Record<CountedClass, Allowance>> = {
  read: { burst: 600, perSecond: 50 },
  write: { burst: 300, perSecond: 10 },
  credential: { burst: 30, perSecond: 0.1 },
  media: { burst: 3_000, perSecond: 200 },
}

/** A household, a class, or everybody behind a proxy that is not named in `TRUSTED_PROXIES`. */
const peopleOfAddress = 4

export interface Rate {
  readonly perPerson: Allowance
  readonly perAddress: Allowance
}

export type Allowances = Readonly<Record<CountedClass, Rate>>

export const usualAllowances: Allowances = {
  read: rateOf(perPerson.read),
  write: rateOf(perPerson.write),
  credential: rateOf(perPerson.credential),
  media: rateOf(perPerson.media),
}

function rateOf(one: Allowance): Rate {
  const perAddress = { burst: one.burst * peopleOfAddress, perSecond: one.perSecond * peopleOfAddress }
  return { perPerson: one, perAddress }
}

/**
 * Different sets of entities that are never shown: each costs the server a mask over all works. Who tries the settings
 * out changes them some dozen times; those used lately cost nothing again.
 */
export const choicesRate: Allowance = { burst: 60, perSecond: 0.05 }

/** Holds what is left of an allowance. A new one is full. */
export interface Bucket {
  tokens: number
  /** Milliseconds, of whatever clock. */
  at: number
}

/** Takes a token. Returns the whole seconds until there is one, if there is none; undefined if it was taken. */
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
