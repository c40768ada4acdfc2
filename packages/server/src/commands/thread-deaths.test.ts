// @module-tag large
/** A server whose threads die while users list, edit, log in, play and follow tasks: in its own process, over real connections. */
import { once } from 'node:events'
import { runCount } from '@koedana/catalogue/testing/property-runs.ts'
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { heard, openCrashingServers } from './testing/crashing-server.ts'
import { end, type Program } from './testing/server-processes.ts'
import { createCaller, guessPasswords, underLoad } from './testing/simulated-users.ts'

let mortals: Awaited<ReturnType<typeof openCrashingServers>>
beforeEach(async () => {
  mortals = await openCrashingServers()
})
afterEach(() => mortals.close())

test('threads that end are replaced while the others go on, and nobody sees anything but a cut connection', async () => {
  const { child, origin, deaths, complete } = await mortals.begin()
  await complete()
  expect(await guessPasswords(origin, 200)).toBe(429)
  await underLoad(origin, async ({ seen, keeper }) => {
    for (const [at, way] of ['throw', 'commit exit', 'memory'].entries()) {
      await mortals.letDie(way)
      await expect.poll(deaths).toBe(at + 1)
      const before = seen.responses
      await expect.poll(mortals.begun).toBe(at + 3)
      await expect.poll(() => seen.responses).toBeGreaterThan(before + 30)
    }
    const { ask } = createCaller({ origin, seen }, '10.0.3.1')
    const cpu = async () => (await ask(() => keeper.call(api.getSystem, {}))).cpu
    await expect.poll(cpu).toMatchObject({ threads: 3, threadsServing: 3, threadsReplaced: 3 })
  })
  // Any thread, including a new one, must count the requests that other threads received.
  for (let time = 0; time < 5; time++) expect(await guessPasswords(origin, 1)).toBe(429)
  await end(child, 'SIGTERM')
  expect(child.exitCode).toBe(0)
})

test('a thread that hangs in a transaction holds up nobody for long, is ended, and no stop waits for it', async () => {
  const { child, origin, times, complete } = await mortals.begin()
  await complete()
  const ended = () => times('hangs: it is ended')
  await underLoad(origin, async ({ seen, keeper: { call } }) => {
    await mortals.letDie('commit loop')
    const { ask } = createCaller({ origin, seen }, '10.0.3.1')
    for (const price of [1, 2, 3])
      await ask(() => call(api.updateWork, { params: { id: heard }, body: { values: { price } } }))
    await expect.poll(ended).toBe(1)
    await expect.poll(mortals.begun).toBe(3)
  })
  // One thread is being replaced, and another one hangs.
  await mortals.letDie('exit')
  await expect.poll(mortals.begun).toBe(4)
  await mortals.letDie('loop')
  await end(child, 'SIGTERM')
  expect(child.exitCode).toBe(0)
})

test('threads that die as they begin end the server, which says why', async () => {
  mortals.mark('at-start')
  const { child, deaths, times } = await mortals.begin()
  expect(await codeOf(child)).toBe(1)
  expect(deaths()).toBe(6)
  expect(times('threads that take requests keep ending: the server ends')).toBe(1)
})

test('a server whose writer has ended does too, for another one to begin', async () => {
  const { child, complete, times } = await mortals.begin()
  await complete()
  mortals.mark('die-writer')
  expect(await codeOf(child)).toBe(1)
  expect(times('the writer has ended: the server ends')).toBe(1)
})

test('a server has no more memory, threads and open files after many deaths', async () => {
  // With a fast clock, the deaths count as far apart.
  const { origin, deaths, complete, used } = await mortals.begin({ TEST_CLOCK: '100' })
  await complete()
  const { ask, signIn } = createCaller({ origin, seen: { responses: 0, lost: 0 } }, '10.0.3.1')
  const { call } = await signIn('keeper')
  const [few, all] = [5, Math.max(8, runCount(20))]
  let early = used()
  for (let death = 1; death <= all; death++) {
    await ask(() => call(api.updateWork, { params: { id: heard }, body: { values: { price: death } } }))
    await mortals.letDie(death % 2 === 0 ? 'throw' : 'exit')
    await expect.poll(deaths).toBe(death)
    await expect.poll(mortals.begun).toBe(death + 2)
    if (death === few) early = used()
  }
  // Files of the last threads are closed a moment later.
  await expect.poll(() => used().files).toBeLessThan(early.files + 15)
  const late = used()
  expect(late.threads).toBeLessThan(early.threads + 5)
  // A leaked thread would add about 40 MB each time.
  expect(late.megabytes).toBeLessThan(early.megabytes + 15 * (all - few))
})

async function codeOf(child: Program): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}
