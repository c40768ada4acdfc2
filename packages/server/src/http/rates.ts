/**
 * Counts calls by person and by address in memory. A restart resets the counts, each node counts for itself, and threads share
 * counts (`shared-rates.ts`). Login attempts must survive restarts, so `features/auth/limiter.ts` counts them too.
 */
import { createHash } from 'node:crypto'
import type { CountedClass } from '@koedana/contract/kit/endpoint.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { LRUCache } from 'lru-cache'
import { rateLimitNetworkOf } from '../lib/addresses.rules.ts'
import { AppError } from '../lib/app-error.ts'
import type { Person } from './context.ts'
import {
  type Allowance,
  type Allowances,
  type Bucket,
  choicesRate,
  defaultAllowances,
  type Rate,
  takeToken,
} from './rate.rules.ts'

/** Each function throws `tooManyRequests` with the seconds to wait. */
export interface Rates {
  readonly countAddress: (rate: CountedClass, address: string) => void
  /** Counts API tokens separately from their owner, so a script does not use up the owner's browser limit. */
  readonly countPerson: (rate: CountedClass, person: Person) => void
  /** Counts a set of filters that this caller has not used or saved recently. */
  readonly countChoices: (choices: string, caller: Caller) => void
}

export interface Caller {
  readonly person: Person | undefined
  readonly address: string
}

/** Stores the counts. Both functions return the seconds to wait if no token is left. */
export interface RateStore {
  readonly take: (call: CountedCall, nowMs: number) => number | undefined
  /** Takes a token for a set of filters that this caller has not used or saved recently. */
  readonly takeChoice: (chooser: string, choices: string, nowMs: number) => number | undefined
}

export interface CountedCall {
  readonly rate: CountedClass
  readonly by: keyof Rate
  readonly caller: string
  readonly allowance: Allowance
}

/** Maximum tracked callers per class, about 200 bytes each. Evicted callers start with a full bucket. */
export const maxCallers = 10_000
export const maxChoosers = 2_000
/** How many sets of filters a caller can alternate between: those of a household, in each language. */
export const maxChoicesPerChooser = 32

/** `now`: milliseconds of a monotonic clock. */
export function createRates(
  now: () => number,
  allowances: Allowances = defaultAllowances,
  store: RateStore = createRateStore(),
): Rates {
  const count = (rate: CountedClass, by: keyof Rate, caller: string) =>
    assertNoWait(store.take({ rate, by, caller, allowance: allowances[rate][by] }, now()))
  return {
    countAddress: (rate, address) => count(rate, 'perAddress', rateLimitNetworkOf(address)),
    countPerson: (rate, { user, sessionId, apiToken }) =>
      count(rate, 'perPerson', apiToken ? `token ${sessionId}` : user.id),
    countChoices: (choices, { person, address }) =>
      assertNoWait(store.takeChoice(chooserKeyOf(person, address), choices, now())),
  }
}

interface Chooser {
  readonly bucket: Bucket
  readonly known: LRUCache<string, true>
}

function createRateStore(): RateStore {
  const buckets = new Map<string, LRUCache<string, Bucket>>()
  const choosers = new LRUCache<string, Chooser>({ max: maxChoosers })
  return {
    take: ({ rate, by, caller, allowance }, nowMs) => {
      const name = `${rate} ${by}`
      const kept = buckets.get(name) ?? new LRUCache<string, Bucket>({ max: maxCallers })
      buckets.set(name, kept)
      const bucket = kept.get(caller) ?? fullBucket(allowance, nowMs)
      kept.set(caller, bucket)
      return takeToken(bucket, allowance, nowMs)
    },
    takeChoice: (chooser, choices, nowMs) => {
      const { bucket, known } = choosers.get(chooser) ?? {
        bucket: fullBucket(choicesRate, nowMs),
        known: new LRUCache<string, true>({ max: maxChoicesPerChooser }),
      }
      choosers.set(chooser, { bucket, known })
      const name = createHash('sha1').update(choices).digest('base64')
      if (known.get(name)) return undefined
      const wait = takeToken(bucket, choicesRate, nowMs)
      if (wait === undefined) known.set(name, true)
      return wait
    },
  }
}

/** A client can become a new guest with each call, so guests are counted by address, like visitors. */
const chooserKeyOf = (person: Person | undefined, address: string): string =>
  person && person.user.role !== roleOf.guest ? `person ${person.user.id}` : rateLimitNetworkOf(address)

export const fullBucket = ({ burst }: Allowance, at: number): Bucket => ({ tokens: burst, at })

function assertNoWait(wait: number | undefined): void {
  if (wait !== undefined) throw new AppError('tooManyRequests', { retryAfterSeconds: wait })
}
