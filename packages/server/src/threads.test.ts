// @module-tag large
/** Several threads act as one server: each sees the writes of all others. */
import { PassThrough } from 'node:stream'
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { type Call, createClient } from '@koedana/contract/kit/client.ts'
import { roleOf } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRates } from './http/rates.ts'
import { openSharedRates } from './http/shared-rates.ts'
import { aggregateMetrics, createMetrics, createThreadMetrics } from './lib/metrics.ts'
import { onWriterThread } from './testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from './testing/test-server.ts'
import { startThreadedServer, type ThreadedWorld } from './testing/threads.ts'
import { joinThreads } from './threads/membership.ts'

onWriterThread((engine) => {
  describe('three threads', () => {
    let all: ThreadedWorld
    beforeAll(async () => {
      all = await startThreadedServer(engine, 3)
      await all.first.make([
        { id: 'RJ90000001', ageCategory: 'all' },
        { id: 'RJ90000002', ageCategory: 'r18' },
      ])
    })
    afterAll(() => all.close())

    const callsOf = ({ token }: SignedInPerson): readonly Call[] =>
      all.threads.map(({ bearing }) => bearing(token))
    const areOut = async (calls: readonly Call[]) => {
      for (const call of calls) await expect(call(api.getMe, {})).rejects.toMatchObject({ status: 401 })
    }

    test('a session that ends in one is over in all at the next request', async () => {
      for (const [at, thread] of all.threads.entries()) {
        const person = await thread.signIn()
        const calls = callsOf(person)
        for (const call of calls) expect((await call(api.getMe, {})).user?.id).toBe(person.user.id)
        await calls[at]?.(api.logout, {})
        await areOut(calls)
      }
    })

    test('what is being sent by one ends with the right that another one took', async () => {
      const person = await all.first.signIn()
      const [, other, third] = all.threads
      const authorization = `Bearer ${person.token}`
      const isAllowed = async () =>
        (await other?.deps.sessions.authenticate(authorization, '127.0.0.1')) !== undefined
      const stream = new PassThrough().on('error', () => {})
      const { streams } = other?.deps ?? all.first.deps
      streams.watch(stream, { isAllowed, until: Number.POSITIVE_INFINITY, rechecks: streams.rechecks() })
      expect(await isAllowed()).toBe(true)
      expect(stream.destroyed).toBe(false)
      await third?.bearing(person.token)(api.logout, {})
      await expect.poll(() => stream.destroyed).toBe(true)
    })

    test('an account that an administrator changes in one is another in all at once', async () => {
      const admin = await all.first.signIn({ role: roleOf.admin })
      for (const by of callsOf(admin)) {
        const person = await all.first.signIn({ ageRestriction: 'r18' })
        const calls = callsOf(person)
        for (const call of calls) expect((await call(api.listWorks, { query: {} })).total).toBe(2)
        await by(api.updateUser, { params: { id: person.user.id }, body: { ageRestriction: 'all' } })
        await areOut(calls)
      }
    })

    test('what somebody never wants to see is listed by none', async () => {
      const person = await all.first.signIn({ ageRestriction: 'r18' })
      const calls = callsOf(person)
      for (const [at, by] of calls.entries()) {
        const settings = await by(api.getSettings, {})
        const ageFilterMode = at % 2 === 0 ? ('all_ages_only' as const) : ('no_limit' as const)
        await by(api.saveSettings, { body: { ...settings, ageFilterMode } })
        for (const call of calls)
          expect((await call(api.listWorks, { query: {} })).total).toBe(at % 2 === 0 ? 1 : 2)
      }
    })

    test('an edit made in one is in the responses of all, also in those that were kept', async () => {
      const admin = await all.first.signIn({ role: roleOf.admin })
      const params = { id: 'RJ90000001' }
      for (const [at, by] of callsOf(admin).entries()) {
        await by(api.updateWork, { params, body: { values: { price: 100 + at } } })
        for (const { call } of all.threads)
          for (let again = 0; again < 3; again++)
            expect((await call(api.getWork, { params, query: {} })).price).toBe(100 + at)
      }
    })

    test('the page of the system says how many there are, whichever sends it', async () => {
      const admin = await all.first.signIn({ role: roleOf.admin })
      for (const call of callsOf(admin))
        expect((await call(api.getSystem, {})).cpu).toMatchObject({
          ...{ threads: 3, threadsServing: 3, threadsReplaced: 0 },
        })
    })

    test('and how many serve and were replaced', async () => {
      const { group, first } = all
      const another = group.admit(first.deps.database)
      expect(await group.state()).toEqual({ serving: 3, replaced: 1 })
      joinThreads(another.start).reportListening()
      await another.listening
      expect(await group.state()).toEqual({ serving: 4, replaced: 1 })
      another.gone()
      expect(await group.state()).toEqual({ serving: 3, replaced: 1 })
    })

    test('what is spoken is found by all', async () => {
      for (const call of callsOf(await all.first.signIn({ role: roleOf.admin })))
        expect((await call(api.searchLyrics, { query: { q: 'lantern' } })).total).toBe(0)
    })
  })

  test('guesses at a password are counted together, and calls as well', async () => {
    const few = { burst: 4, perSecond: 0.001 }
    const [each, many] = [
      { perAddress: few, perPerson: few },
      { perAddress: { burst: 1_000, perSecond: 10 }, perPerson: { burst: 1_000, perSecond: 10 } },
    ]
    const allowances = { read: each, write: each, media: each, credential: many }
    const all = await startThreadedServer(engine, 3, {
      givenTo: ({ rates }) => ({ rates: createRates(() => 0, allowances, openSharedRates(rates)) }),
    })
    const alone = await startTestServer(engine)
    for (const one of [all.first, alone]) await one.signIn({ username: 'anna', password: 'lantern moss 7' })
    const call = createClient({ baseUrl: basePath, language: () => 'en-US', fetch: all.inTurn })
    const guess = (by: Call) => {
      let guessed = 0
      return () => by(api.login, { body: { username: 'anna', password: `wrong ${guessed++}` } })
    }
    const guesses = await statuses(30, guess(call))
    expect(guesses).toEqual(await statuses(30, guess(alone.call)))
    expect(guesses).toContain(429)
    expect(await statuses(6, () => call(api.listWorks, { query: {} }))).toEqual([
      200, 200, 200, 200, 429, 429,
    ])
    await alone.close()
    await all.close()
  })

  test('what threads have counted is shown as if they were one', async () => {
    const [metrics, beside] = [createMetrics({ version: '1' }), createThreadMetrics()]
    for (const one of [metrics, beside]) one.responseLookedUp(true)
    const shared = aggregateMetrics(metrics, async () => [await metrics.counted(), await beside.counted()])
    const text = await shared.text()
    expect(text).toContain('koedana_response_cache_hits_total 2')
    expect(text).toContain('koedana_build_info{version="1"} 1')
    expect(text).toMatch(/^process_start_time_seconds \d+/m)
    for (const one of [metrics, beside]) one.close()
  })

  test(
    'a random script of calls gets the responses of one thread from three in turn',
    { timeout: 120_000 },
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60 }), async (steps) => {
          const one = await startTestServer(engine, { now: clock })
          const three = await startThreadedServer(engine, 3, { given: { now: clock } })
          const inTurn = { baseUrl: basePath, language: () => 'en-US', fetch: three.inTurn } as const
          const alone = await played([one], steps, one.bearing)
          const together = await played(three.threads, steps, (token) =>
            createClient({ ...inTurn, token: () => token }),
          )
          expect(together).toEqual(alone)
          await one.close()
          await three.close()
        }),
        { numRuns: 3, seed: 20_261_126, endOnFailure: true },
      ),
  )
})

async function statuses(times: number, act: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = []
  for (let at = 0; at < times; at++)
    await act().then(
      () => found.push(200),
      (error: { status: number }) => found.push(error.status),
    )
  return found
}

const clock = () => new Date('2026-11-20T12:00:00.000Z')
const ids = ['RJ90000001', 'RJ90000002', 'RJ90000003', 'RJ90000004'] as const
const acts = ['list', 'list', 'work', 'edit', 'edit', 'mark', 'marks', 'content', 'facets'] as const
const step = fc.record({
  act: fc.constantFrom(...acts),
  id: fc.constantFrom(...ids),
  number: fc.nat(5),
})
interface Step {
  readonly act: (typeof acts)[number]
  readonly id: (typeof ids)[number]
  readonly number: number
}

async function played(threads: readonly World[], steps: readonly Step[], bearing: (token: string) => Call) {
  const [here] = threads
  if (!here) throw new Error('there is no thread')
  await here.make(ids.map((id, at) => ({ id, ageCategory: at % 2 === 0 ? 'all' : 'r18', sales: at })))
  // Bulk changes are processed with a delay.
  await Promise.all(threads.map(({ deps }) => deps.catalogue.caughtUp()))
  const admin = bearing((await here.signIn({ username: 'keeper', role: roleOf.admin })).token)
  const call = bearing((await here.signIn({ username: 'reader', ageRestriction: 'r18' })).token)
  const said: string[] = []
  for (const one of steps) {
    const outcome = await acted(one, admin, call).catch(
      (error: { status?: number }) => error.status ?? `${error}`,
    )
    said.push(`${one.act} ${one.id} ${JSON.stringify(outcome, withoutChance)}`)
  }
  return said
}

/** Masks keys and links, which differ between servers. */
const withoutChance = (name: string, value: unknown) =>
  /^cover|Url$/.test(name) || (typeof value === 'string' && /^[\w-]{16}$/.test(value)) ? '…' : value

async function acted({ act, id, number }: Step, admin: Call, call: Call): Promise<unknown> {
  const params = { id }
  if (act === 'list') return call(api.listWorks, { query: { sort: 'priceDesc', minPrice: number } })
  if (act === 'work') return call(api.getWork, { params, query: {} })
  if (act === 'edit') return admin(api.updateWork, { params, body: { values: { price: number } } })
  if (act === 'mark') return call(api.saveMark, { params, body: { rating: 1 + (number % 5) } })
  if (act === 'marks') return call(api.listMarks, { query: { ids: [...ids] } })
  if (act === 'facets') return call(api.getFacets, { query: { minPrice: number } })
  const settings = await call(api.getSettings, {})
  const ageFilterMode = number % 2 === 0 ? ('all_ages_only' as const) : ('no_limit' as const)
  return call(api.saveSettings, { body: { ...settings, ageFilterMode } })
}
