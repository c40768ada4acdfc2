/**
 * Counts calls by person and by address, in memory: a restart forgets, several servers count each for itself. What must
 * outlive a restart, tries of credentials, is counted besides in `features/auth/limiter.ts`.
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
  readonly countPerson: (rate: CountedClass, person: Person) => void
  /** Counts a set of choices that this caller did not name or save lately. */
  readonly countChoices: (choices: string, caller: Caller) => void
}

export interface Caller {
  readonly person: Person | undefined
  readonly address: string
}

/** The most that are kept of each class, some two hundred bytes each: one that is forgotten begins anew. */
const callersKept = 10_000
/** Some five kilobytes each at most. */
const choosersKept = 2_000
/** Sets of choices that a caller may go back and forth between: a household's, in each language. */
const choicesKept = 32

/** `now`: milliseconds, of a clock that is never set back. */
export function createRates(now: () => number, allowances = usualAllowances): Rates {
  const countByAddress = counting(allowances, 'perAddress', now)
  const countByPerson = counting(allowances, 'perPerson', now)
  const choosers = new LRUCache<string, Chooser>({
    max: choosersKept,
    memoMethod: () => ({
      bucket: fullBucket(choicesRate, now()),
      known: new LRUCache<string, true>({ max: choicesKept }),
    }),
  })
  return {
    countAddress: (rate, address) => countByAddress(rate, networkOf(address)),
    countPerson: (rate, { user }) => countByPerson(rate, user.id),
    countChoices: (choices, { person, address }) => {
      const { bucket, known } = choosers.memo(chooserOf(person, address))
      const name = createHash('sha1').update(choices).digest('base64')
      if (known.get(name)) return
      refuseWithout(takeToken(bucket, choicesRate, now()))
      known.set(name, true)
    },
  }
}

interface Chooser {
  readonly bucket: Bucket
  readonly known: LRUCache<string, true>
}

/** Anybody may be a new guest with each call: guests are counted by address, as visitors are. */
const chooserOf = (person: Person | undefined, address: string): string =>
  person && person.user.role !== roleOf.guest ? `person ${person.user.id}` : networkOf(address)

function counting(allowances: Allowances, by: keyof Rate, now: () => number) {
  const kept = (allowance: Allowance) =>
    new LRUCache<string, Bucket>({ max: callersKept, memoMethod: () => fullBucket(allowance, now()) })
  const buckets = {
    read: kept(allowances.read[by]),
    write: kept(allowances.write[by]),
    credential: kept(allowances.credential[by]),
    media: kept(allowances.media[by]),
  }
  return (rate: CountedClass, key: string) =>
    refuseWithout(takeToken(buckets[rate].memo(key), allowances[rate][by], now()))
}

const fullBucket = ({ burst }: Allowance, at: number): Bucket => ({ tokens: burst, at })

function refuseWithout(wait: number | undefined): void {
  if (wait !== undefined) throw new AppError('tooManyRequests', { retryAfterSeconds: wait })
}
