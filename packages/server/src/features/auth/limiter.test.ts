// @module-tag large
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { AppError } from '../../lib/app-error.ts'
import { eachOpenMode } from '../../testing/engines.ts'
import {
  knownMs,
  perAccount,
  perAccountSignIns,
  perAddress,
  perAddressSignIns,
  perSecret,
  perSite,
} from './limiter.rules.ts'
import { createLimiter, type LoginAttempt } from './limiter.ts'

const vault = { digest: (text: string) => createHash('sha256').update(text).digest('base64url') }

type Result = 'right' | 'wrong' | 'refused'

eachOpenMode((engine) => {
  let database: Database
  let at = Date.parse('2026-11-20T12:00:00.000Z')
  const now = () => new Date(at)
  let spent = 0
  const limiterOf = () =>
    createLimiter({
      write: database.write,
      vault,
      now,
      spendTime: async () => {
        spent += 1
      },
    })
  beforeEach(async () => {
    database = await engine.open()
    spent = 0
  })
  afterEach(() => database.close())

  let secrets = 0
  const newSecret = () => `secret ${secrets++}`

  const resultOf = async (by: LoginAttempt, isRight: boolean): Promise<Result> => {
    try {
      return (await limiterOf().attempt(by, async () => (isRight ? true : undefined))).type
    } catch (error) {
      if (error instanceof AppError && error.code === 'tooManyRequests') return 'refused'
      throw error
    }
  }
  const wrong = (by: LoginAttempt) => resultOf({ secret: newSecret(), ...by }, false)
  const right = (by: LoginAttempt) => resultOf({ secret: `right ${by.username}`, ...by }, true)
  /** Returns how many of the concurrent wrong secrets were checked. */
  const checked = async (count: number, by: LoginAttempt) => {
    const results = await Promise.all(Array.from({ length: count }, () => wrong(by)))
    return results.filter((result) => result === 'wrong').length
  }

  test('concurrent wrong secrets of one name all count, whatever address they come from', async () => {
    const limiter = limiterOf()
    const responses = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        limiter.attempt(
          { address: `198.51.100.${n}`, username: n % 2 ? 'Alice' : 'alice', secret: newSecret() },
          async () => undefined,
        ),
      ),
    )
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(perAccount.max)
    const refused = responses.find((response) => response.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'tooManyRequests', retryAfterSeconds: 900 })
  })

  test('a wrong secret that is repeated counts once, from wherever, and is itself refused in the end', async () => {
    const by = { address: '198.51.100.1', username: 'alice', secret: 'mistyped' }
    const results = await Promise.all(Array.from({ length: perSecret.max }, () => resultOf(by, false)))
    expect(new Set(results)).toEqual(new Set(['wrong']))
    expect(await resultOf(by, false)).toBe('refused')
    expect(await resultOf({ ...by, address: '203.0.113.1' }, false)).toBe('refused')
    expect(await right({ ...by, secret: undefined })).toBe('right')
    expect(await checked(perAccount.max + 5, { address: '203.0.113.2', username: 'bob' })).toBe(
      perAccount.max,
    )
  })

  test('a repetition is reported as one, so that it is logged once', async () => {
    const by = { address: '198.51.100.1', username: 'alice', secret: 'mistyped' }
    const outcomes = []
    for (let n = 0; n < 3; n++) outcomes.push(await limiterOf().attempt(by, async () => undefined))
    expect(outcomes).toEqual([
      { type: 'wrong', isRepetition: false },
      { type: 'wrong', isRepetition: true },
      { type: 'wrong', isRepetition: true },
    ])
  })

  test('a restart forgets nothing, and an expired window starts again', async () => {
    const by = { address: '198.51.100.1', username: 'alice' }
    expect(await checked(perAccount.max + 1, by)).toBe(perAccount.max)
    expect(await checked(1, by)).toBe(0)
    expect(await right(by)).toBe('refused')
    at += perAccount.windowMs
    expect(await checked(1, by)).toBe(1)
  })

  test('a clock that was wrong for a while blocks nobody for longer than a window', async () => {
    const by = { address: '198.51.100.3', username: 'carol' }
    const correct = at
    at += 400 * 86_400_000
    await checked(perAccount.max + 1, by)
    at = correct
    const refused = await limiterOf()
      .attempt({ ...by, secret: newSecret() }, async () => undefined)
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'tooManyRequests', retryAfterSeconds: 900 })
    at += 60_000
    expect(await checked(1, by)).toBe(0)
    at = correct + perAccount.windowMs
    expect(await checked(1, by)).toBe(1)
  })

  test('one address has a number of attempts at many names; a network of 64 bits is one address', async () => {
    const results = await Promise.all(
      Array.from({ length: perAddress.max + 5 }, (_, n) =>
        wrong({ address: `2001:db8:1:2::${n.toString(16)}`, username: `name${n}` }),
      ),
    )
    expect(results.filter((result) => result === 'wrong')).toHaveLength(perAddress.max)
    expect(await wrong({ address: '2001:db8:1:3::1', username: 'other' })).toBe('wrong')
  })

  test('all networks of one site share attempts, and the next site has its own', async () => {
    const from = (address: string, n: number) => wrong({ address, username: `site-name-${n}` })
    const results = await Promise.all(
      Array.from({ length: perSite.max + 5 }, (_, n) => from(`2001:db8:7:${n.toString(16)}::1`, n)),
    )
    expect(results.filter((result) => result === 'wrong')).toHaveLength(perSite.max)
    expect(await from('2001:db8:8:1::1', 1_000)).toBe('wrong')
  })

  describe('an account that signed in at an address before', () => {
    const home = { address: '198.51.100.4', username: 'dana' }

    test('is not locked out by strangers elsewhere, and has a number of attempts there', async () => {
      await right(home)
      for (let n = 0; n <= perAccount.max; n++) await wrong({ ...home, address: `203.0.113.${n}` })
      expect(await right({ ...home, address: '203.0.113.99' })).toBe('refused')
      expect(await right(home)).toBe('right')
      // Only the right secret is distinguished; wrong ones get the response of an unknown account.
      for (let n = 0; n < perAccount.max; n++) await wrong({ ...home, address: `203.0.113.${n}` })
      for (let n = 0; n < perAccount.max; n++) await wrong(home)
      expect(await right(home)).toBe('refused')
    })

    test('is not locked out by others there, and they do not learn that it is known', async () => {
      await right(home)
      for (let n = 0; n <= perAddress.max; n++) await wrong({ ...home, username: `guess${n}` })
      expect(await right({ ...home, username: 'erin' })).toBe('refused')
      const refusalOf = (username: string) =>
        limiterOf()
          .attempt({ ...home, username, secret: newSecret() }, async () => undefined)
          .catch((error: unknown) => error)
      spent = 0
      expect(await refusalOf('nobody')).toEqual(await refusalOf('dana'))
      // Rejecting the unknown name took as long as checking the known one.
      expect(spent).toBe(1)
      expect(await right(home)).toBe('right')
    })

    test('is unknown there after some time', async () => {
      await right(home)
      at += knownMs
      for (let n = 0; n <= perAccount.max; n++) await wrong({ ...home, address: `203.0.113.${n}` })
      expect(await right(home)).toBe('refused')
    })
  })

  test('a browser and a session have attempts of their own', async () => {
    const by = { address: '198.51.100.5', username: 'frank' }
    for (let n = 0; n <= perAddress.max; n++) await wrong({ ...by, username: n % 2 ? 'frank' : `g${n}` })
    expect(await right(by)).toBe('refused')
    expect(await right({ ...by, deviceId: 'tablet' })).toBe('right')
    expect(await checked(perAccount.max + 3, { ...by, deviceId: 'phone' })).toBe(perAccount.max)
    expect(await right({ ...by, deviceId: 'phone' })).toBe('refused')
    expect(await checked(perAccount.max + 3, { ...by, hasSession: true })).toBe(perAccount.max)
    expect(await right({ ...by, hasSession: true })).toBe('refused')
    expect(await right({ ...by, deviceId: 'tablet' })).toBe('right')
  })

  test('wrong app passwords do not use up the attempts at passwords', async () => {
    const by = { address: '198.51.100.6', username: 'grace' }
    const reject = () =>
      limiterOf()
        .reject({ ...by, secret: newSecret(), kind: 'random' })
        .then(
          () => 'wrong',
          () => 'refused',
        )
    const results = []
    for (let n = 0; n < perAddress.max + 5; n++) results.push(await reject())
    expect(results.filter((result) => result === 'wrong')).toHaveLength(perAccount.max)
    expect(await right(by)).toBe('right')
    await expect(limiterOf().accept({ ...by, isApp: true })).resolves.toBeUndefined()
  })

  test('an app that signs in again and again is refused itself, and not its owner', async () => {
    const by = { address: '198.51.100.3', username: 'grace' }
    const accept = (isApp: boolean) =>
      limiterOf()
        .accept({ ...by, isApp })
        .then(
          () => 'right',
          () => 'refused',
        )
    for (let n = 0; n < perAccountSignIns.max; n++) expect(await accept(true)).toBe('right')
    expect(await accept(true)).toBe('refused')
    expect(await accept(false)).toBe('right')
    expect(await right(by)).toBe('right')
  })

  test('a success gives an account all its attempts back, and its address only its own', async () => {
    const by = { address: '198.51.100.2', username: 'bob' }
    await checked(perAccount.max - 1, by)
    await right(by)
    const row = database.read
      .selectFrom('attempt')
      .select('count')
      .where('bucket', 'like', 'password address %')
    expect((await row.executeTakeFirst())?.count).toBe(perAccount.max - 1)
    expect(await checked(perAccount.max, { ...by, address: '203.0.113.5' })).toBe(perAccount.max)
  })

  test('a secret that was not checked does not count, unless it was checked before', async () => {
    const by = { address: '198.51.100.8', username: 'judy' }
    const giveUp = (secret: string) =>
      limiterOf()
        .attempt({ ...by, secret }, async () => {
          throw new Error('gone')
        })
        .catch((error: Error) => error.message)
    for (let n = 0; n <= perAccount.max; n++) expect(await giveUp(newSecret())).toBe('gone')
    for (let n = 0; n < perAccount.max; n++) {
      const secret = newSecret()
      expect(await wrong({ ...by, secret })).toBe('wrong')
      expect(await giveUp(secret)).toBe('gone')
    }
    expect(await right(by)).toBe('refused')
  })

  test('a secret counts that is checked while the same one is given up', async () => {
    const by = { address: '198.51.100.9', username: 'kim' }
    for (let n = 0; n < perAccount.max; n++) {
      const secret = newSecret()
      const begun = Promise.withResolvers<void>()
      const end = Promise.withResolvers<undefined>()
      const examined = limiterOf().attempt({ ...by, secret }, () => {
        begun.resolve()
        return end.promise
      })
      await begun.promise
      const givenUp = limiterOf().attempt({ ...by, secret }, () => Promise.reject(new Error('gone')))
      await expect(givenUp).rejects.toThrow('gone')
      end.resolve(undefined)
      expect(await examined).toMatchObject({ type: 'wrong' })
    }
    expect(await right(by)).toBe('refused')
  })

  test('right secrets count in a wider window, of the account and of addresses where it is not known', async () => {
    for (let n = 0; n < perAccountSignIns.max; n++)
      expect(await right({ address: `198.51.100.${n}`, username: 'frank' })).toBe('right')
    expect(await right({ address: '198.51.100.200', username: 'frank' })).toBe('refused')
    const crowd = { address: '198.51.100.201' }
    for (let n = 0; n < perAddressSignIns.max; n++) await right({ ...crowd, username: `name${n}` })
    expect(await right({ ...crowd, username: 'heidi' })).toBe('refused')
    expect(await right({ ...crowd, username: 'name0' })).toBe('right')
    at += perAddressSignIns.windowMs
    expect(await right({ ...crowd, username: 'heidi' })).toBe('right')
  })
})
