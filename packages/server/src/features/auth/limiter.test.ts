// @module-tag large
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { eachOpening } from '../../testing/engines.ts'
import { trimAttempts } from './attempt.store.ts'
import { knownMs, perAccount, perAccountWide, perAddress, perAddressWide, perSite } from './limiter.rules.ts'
import { createLimiter } from './limiter.ts'

eachOpening((engine) => {
  let database: Database
  let at = Date.parse('2026-11-20T12:00:00.000Z')
  const now = () => new Date(at)
  const limiterOf = () => createLimiter({ write: database.write, now })
  beforeEach(async () => {
    database = await engine.open()
  })
  afterEach(() => database.close())

  const tries = async (count: number, by: { address: string; username?: string }) => {
    const limiter = limiterOf()
    const responses = await Promise.allSettled(Array.from({ length: count }, () => limiter.attempt(by)))
    return responses.filter(({ status }) => status === 'fulfilled').length
  }

  test('many tries of one name at once are all counted, whatever address they come from', async () => {
    const limiter = limiterOf()
    const responses = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        limiter.attempt({ address: `198.51.100.${n}`, username: n % 2 ? 'Alice' : 'alice' }),
      ),
    )
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(perAccount.most)
    const refused = responses.find((response) => response.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'tooManyRequests', retryAfterSeconds: 900 })
  })

  test('a restart forgets nothing, and a window that is over begins anew', async () => {
    const by = { address: '198.51.100.1', username: 'alice' }
    expect(await tries(perAccount.most + 1, by)).toBe(perAccount.most)
    expect(await tries(1, by)).toBe(0)
    at += perAccount.windowMs
    expect(await tries(1, by)).toBe(1)
  })

  test('a clock that was wrong for a while blocks nobody for longer than a window', async () => {
    const by = { address: '198.51.100.3', username: 'carol' }
    const right = at
    at += 400 * 86_400_000
    await tries(perAccount.most + 1, by)
    at = right
    const refused = await limiterOf()
      .attempt(by)
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'tooManyRequests', retryAfterSeconds: 900 })
    at += 60_000
    expect(await tries(1, by)).toBe(0)
    at = right + perAccount.windowMs
    expect(await tries(1, by)).toBe(1)
  })

  test('one address has so many tries at many names; a network of 64 bits is one address', async () => {
    const limiter = limiterOf()
    const responses = await Promise.allSettled(
      Array.from({ length: perAddress.most + 5 }, (_, n) =>
        limiter.attempt({ address: `2001:db8:1:2::${n.toString(16)}`, username: `name${n}` }),
      ),
    )
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(perAddress.most)
    await expect(limiter.attempt({ address: '2001:db8:1:3::1', username: 'other' })).resolves.toBeDefined()
  })

  test('an address that signed in lately is not locked out by the wrong tries of strangers', async () => {
    const home = { address: '198.51.100.4', username: 'dana' }
    await (await limiterOf().attempt(home)).succeed()
    for (let n = 0; n <= perAccount.most; n++) await tries(1, { ...home, address: `203.0.113.${n}` })
    expect(await tries(1, { ...home, address: '203.0.113.99' })).toBe(0)
    expect(await tries(perAccount.most + 3, home)).toBe(perAccount.most)
    expect(await tries(1, { address: home.address, username: 'erin' })).toBe(1)
    at += knownMs
    expect(await tries(1, home)).toBe(1)
  })

  test('all networks of one site together have so many tries, and the next site its own', async () => {
    const limiter = limiterOf()
    const from = (address: string, n: number) => limiter.attempt({ address, username: `site-name-${n}` })
    const responses = await Promise.allSettled(
      Array.from({ length: perSite.most + 5 }, (_, n) => from(`2001:db8:7:${n.toString(16)}::1`, n)),
    )
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(perSite.most)
    await expect(from('2001:db8:8:1::1', 1_000)).resolves.toBeDefined()
  })

  test('a success gives the name all its tries again, and the address only its own', async () => {
    const limiter = limiterOf()
    const by = { address: '198.51.100.2', username: 'bob' }
    for (let n = 1; n < perAccount.most; n++) await limiter.attempt(by)
    await (await limiter.attempt(by)).succeed()
    expect(await tries(perAccount.most, by)).toBe(perAccount.most)
    const row = database.read.selectFrom('attempt').select('count').where('bucket', 'like', 'address %')
    expect((await row.executeTakeFirst())?.count).toBe(2 * perAccount.most - 1)
  })

  test('right ones count in a wider window, of the name and of the address', async () => {
    const limiter = limiterOf()
    const signIn = async (n: number, username: string) =>
      (await limiter.attempt({ address: `198.51.100.${n}`, username })).succeed()
    for (let n = 0; n < perAccountWide.most; n++) await signIn(n, 'frank')
    await expect(signIn(200, 'frank')).rejects.toMatchObject({ code: 'tooManyRequests' })
    await expect(signIn(200, 'grace')).resolves.toBeUndefined()
    for (let n = 1; n < perAddressWide.most; n++) await signIn(200, `name${n}`).catch(() => {})
    await expect(signIn(200, 'heidi')).rejects.toMatchObject({ code: 'tooManyRequests' })
    await expect(signIn(201, 'heidi')).resolves.toBeUndefined()
    at += perAddressWide.windowMs
    await expect(signIn(200, 'frank')).resolves.toBeUndefined()
  })

  test('wrong ones do not use up what a name may be right', async () => {
    const by = (n: number) => ({ address: `203.0.113.${n}`, username: 'ivan' })
    for (let n = 0; n <= perAccountWide.most; n++) await tries(1, by(n))
    at += perAccount.windowMs
    await expect((await limiterOf().attempt(by(200))).succeed()).resolves.toBeUndefined()
  })

  test('trimming drops what is over, then the names with the fewest tries', async () => {
    const over = now().toISOString()
    const open = new Date(at + 1_000).toISOString()
    const rows = [
      { bucket: 'over', count: 99, resets_at: over },
      { bucket: 'few', count: 1, resets_at: open },
      { bucket: 'some', count: 5, resets_at: open },
      { bucket: 'blocked', count: 11, resets_at: open },
    ]
    await database.write.insertInto('attempt').values(rows).execute()
    await trimAttempts(database.write, over, 2)
    const left = await database.read.selectFrom('attempt').select('bucket').orderBy('bucket').execute()
    expect(left.map(({ bucket }) => bucket)).toEqual(['blocked', 'some'])
  })
})
