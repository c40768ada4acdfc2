// @module-tag large
/** Random sequences of attempts: which secret, from where, and when. */
import { createHash } from 'node:crypto'
import { runOptions } from '@koedana/catalogue/testing/property-runs.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { AppError } from '../../lib/app-error.ts'
import { eachOpenMode } from '../../testing/engines.ts'
import { perAccount } from './limiter.rules.ts'
import { createLimiter, type LoginAttempt } from './limiter.ts'

const vault = { digest: (text: string) => createHash('sha256').update(text).digest('base64url') }

type Result = 'right' | 'wrong' | 'refused'

eachOpenMode((engine) => {
  let database: Database
  let at = Date.parse('2026-11-20T12:00:00.000Z')
  beforeEach(async () => {
    database = await engine.open()
  })
  afterEach(() => database.close())

  const resultOf = async (by: LoginAttempt, isRight: boolean): Promise<Result> => {
    const limiter = createLimiter({ write: database.write, vault, now: () => new Date(at) })
    try {
      return (await limiter.attempt(by, async () => (isRight ? true : undefined))).type
    } catch (error) {
      if (error instanceof AppError && error.code === 'tooManyRequests') return 'refused'
      throw error
    }
  }

  const names = ['alice', 'bob']
  const addresses = ['198.51.100.1', '198.51.100.2', '2001:db8:1:2::1']
  interface Event {
    readonly username: string
    readonly address: string
    readonly guess: number
    readonly isRight: boolean
    readonly isByOwner: boolean
    readonly minutes: number
  }
  const event: fc.Arbitrary<Event> = fc.record({
    username: fc.constantFrom(...names),
    address: fc.constantFrom(...addresses),
    /** Few, so that some repeat. */
    guess: fc.nat(60),
    isRight: fc.boolean(),
    isByOwner: fc.boolean(),
    minutes: fc.constantFrom(0, 0, 0, 0, 0, 1, 5),
  })
  const events = fc.array(event, { minLength: 40, maxLength: 90 })

  const play = async (list: readonly Event[], each: (event: Event, result: Result) => void) => {
    await database.write.deleteFrom('attempt').execute()
    for (const one of list) {
      at += one.minutes * 60_000
      const { username, address, guess } = one
      const own = one.isByOwner ? { deviceId: 'phone' } : {}
      // Strangers do not know the password; a known device belongs to an owner who knows it.
      const isRight = one.isRight && one.isByOwner
      const secret = isRight ? `right ${username}` : `guess ${guess}`
      each(one, await resultOf({ username, address, secret, ...own }, isRight))
    }
  }

  test('strangers check ten secrets of an account in a window, and owners are never refused for them', async () => {
    await fc.assert(
      fc.asyncProperty(events, async (list) => {
        const guessed = new Map<string, Map<string, number>>()
        const mistyped = new Map<string, number[]>()
        await play(list, ({ username, address, guess, isRight, isByOwner }, result) => {
          if (isByOwner) {
            const recent = (mistyped.get(username) ?? []).filter((ms) => at - ms < perAccount.windowMs)
            if (isRight && recent.length < perAccount.max) expect(result).toBe('right')
            mistyped.set(username, isRight ? [] : [...recent, at])
            return
          }
          if (result === 'refused') return
          // The first address of an owner is known, and has its own attempts.
          const place = `${username} ${address}`
          const seen = guessed.get(place) ?? new Map<string, number>()
          seen.set(`${guess}`, at)
          guessed.set(place, seen)
          const inWindow = [...seen.values()].filter((ms) => at - ms < perAccount.windowMs)
          // Any fifteen minutes overlap at most two windows.
          expect(inWindow.length).toBeLessThanOrEqual(2 * perAccount.max)
        })
      }),
      runOptions(60),
    )
  })

  test('repeating wrong secrets changes nothing for anybody', async () => {
    await fc.assert(
      fc.asyncProperty(events, async (list) => {
        const begun = at
        const plain: Result[] = []
        await play(list, (_, result) => plain.push(result))
        at = begun
        const repeated: Result[] = []
        const twice = list.flatMap((one) => [one, { ...one, minutes: 0 }, { ...one, minutes: 0 }])
        let index = 0
        await play(twice, (_, result) => {
          if (index++ % 3 === 0) repeated.push(result)
        })
        expect(repeated).toEqual(plain)
      }),
      runOptions(30),
    )
  })
})
