/**
 * Counts calls by person and by address, in memory: a restart forgets, several servers count each for itself, threads of one
 * count together (`shared-rates.ts`). What must outlive a restart, tries of credentials, is counted besides in `features/auth/limiter.ts`.
 */
import { createHash } from 'node:crypto'
import type { CountedClass } from '@koedana/contract/kit/endpoint.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { LRUCache } from 'lru-cache'
import { networkOf } from '../lib/addresses.rules.ts'
import { AppError } from '../lib/app-error.ts'
import type { Person } from './context.ts'
import {
  type Allowance,
  type Allowances,
  type Bucket,
  choicesRate,
  type Rate,
  takeToken,
  usualAllowances,
} from './rate.rules.ts'

/** Each throws `tooManyRequests` with the seconds to wait. */
export interface Rates {
  readonly countAddress: (rate: CountedClass, address: string) => void
  /** Counts each API token apart from its owner: a script does not use up what its owner's browser needs. */
  readonly countPerson: (rate: CountedClass, person: Person) => void
  /** Counts a set of choices that this caller did not name or save lately. */
  readonly countChoices: (choices: string, caller: Caller) => void
}

export interface Caller {
  readonly person: Person | undefined
  readonly address: string
}

/** Calls are counted there. Both return the seconds to wait if there is no token left. */
export interface RateStore {
  readonly take: (call: CountedCall, nowMs: number) => number | undefined
  /** Takes one for a set of choices that this chooser did not name or save lately. */
  readonly takeChoice: (chooser: string, choices: string, nowMs: number) => number | undefined
}

export interface CountedCall {
  readonly rate: CountedClass
  readonly by: keyof Rate
  readonly caller: string
  readonly allowance: Allowance
}

/** The most that are kept of each class, some two hundred bytes each: one that is forgotten begins anew. */
export const callersKept = 10_000
/** Some five kilobytes each at most. */
export const choosersKept = 2_000
/** Sets of choices that a caller may go back and forth between: a household's, in each language. */
export const choicesKept = 32

/** `now`: milliseconds, of a clock that is never set back. */
export function createRates(
  now: () => number,
  allowances: Allowances = usualAllowances,
  store: RateStore = createRateStore(),
): Rates {
  const count = (rate: CountedClass, by: keyof Rate, caller: string) =>
    refuseWithout(store.take({ rate, by, caller, allowance: allowances[rate][by] }, now()))
  return {
    countAddress: (rate, address) => count(rate, 'perAddress', networkOf(address)),
    countPerson: (rate, { user, sessionId, apiToken }) =>
      count(rate, 'perPerson', apiToken ? `token ${sessionId}` : user.id),
    countChoices: (choices, { person, address }) =>
      refuseWithout(store.takeChoice(chooserOf(person, address), choices, now())),
  }
}

interface Chooser {
  readonly bucket: Bucket
  readonly known: LRUCache<string, true>
}

/** Counts in the memory of this thread. */
function createRateStore(): RateStore {
  const buckets = new Map<string, LRUCache<string, Bucket>>()
  const choosers = new LRUCache<string, Chooser>({ max: choosersKept })
  return {
    take: ({ rate, by, caller, allowance }, nowMs) => {
      const name = `${rate} ${by}`
      const kept = buckets.get(name) ?? new LRUCache<string, Bucket>({ max: callersKept })
      buckets.set(name, kept)
      const bucket = kept.get(caller) ?? fullBucket(allowance, nowMs)
      kept.set(caller, bucket)
      return takeToken(bucket, allowance, nowMs)
    },
    takeChoice: (chooser, choices, nowMs) => {
      const { bucket, known } = choosers.get(chooser) ?? {
        bucket: fullBucket(choicesRate, nowMs),
        known: new LRUCache<string, true>({ max: choicesKept }),
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

/** Anybody may be a new guest with each call: guests are counted by address, as visitors are. */
const chooserOf = (person: Person | undefined, address: string): string =>
  person && person.user.role !== roleOf.guest ? `person ${person.user.id}` : networkOf(address)

export const fullBucket = ({ burst }: Allowance, at: number): Bucket => ({ tokens: burst, at })

function refuseWithout(wait: number | undefined): void {
  if (wait !== undefined) throw new AppError('tooManyRequests', { retryAfterSeconds: wait })
}
