// @module-tag large
import type { Fault, FaultPlan } from '@koedana/fakes/marketplace/http/faults.ts'
import { describe, expect, test } from 'vitest'
import { eachEngine } from '../../../../testing/engines.ts'
import { expectedOf } from '../testing/expected-works.ts'
import { storedWorks } from '../testing/stored-works.ts'
import { openTaskWorld, type TaskWorld } from '../testing/task-world.ts'

const works = 60
const troubles: readonly (readonly [string, FaultPlan])[] = [
  ['429 with Retry-After', { limit: { perSecond: 40, retryAfter: 1 } }],
  ['429 without it', { limit: { perSecond: 40, retryAfter: null } }],
  ['calls that hang', { faults: [{ kind: 'hang', every: 4, milliseconds: 3_000 }] }],
  ['bodies that are cut', { faults: [{ kind: 'cut', chance: 0.4 }] }],
  ['pages instead of JSON', { faults: [{ kind: 'page', chance: 0.4 }] }],
  ['JSON that does not end', { faults: [{ kind: 'garbled', chance: 0.4 }] }],
  ['connections that drop', { faults: [{ kind: 'drop', chance: 0.4 }] }],
  ['a storm of 500', { faults: [{ kind: 'error', from: 1, to: 30 }] }],
  ['one work that always fails', { faults: [always('RJ300007')] }],
]

/** Only single-record calls for this work fail. */
function always(id: string): Fault {
  return { kind: 'error', holding: `workno=${id}` }
}

/** Waits are a hundred times shorter, and responses time out after half a second. */
const given = { haste: 100, timeoutMs: 500 }

async function opened(engine: Parameters<typeof openTaskWorld>[0]): Promise<TaskWorld> {
  const world = await openTaskWorld(engine, { works }, given)
  const ids = [...world.fake.works.all()].flatMap((work) => (work.state === 'delisted' ? [] : work.id))
  for (const id of ids) world.fake.change(id, { image: 'missing' })
  await world.want(ids)
  await world.run('sync_works', { sources: [] })
  world.pass(30)
  for (const id of ids.slice(0, 10)) world.fake.change(id, { discountRate: 30 })
  return world
}

const truthOf = ({ fake }: TaskWorld) =>
  [...fake.works.all()]
    .flatMap((work) => expectedOf(work, fake.works) ?? [])
    .sort((a, b) => (a.id < b.id ? -1 : 1))

eachEngine((engine) => {
  describe('a refresh counts right, blanks nothing, and is whole once the trouble is over, under', () => {
    test.each(troubles)('%s', { timeout: 120_000 }, async (_, plan) => {
      await using world = await opened(engine)
      const before = await storedWorks(world.database)
      world.fake.setFaults(plan)
      const task = await world.run('refresh_works', { scope: 'all' })
      expect(task).toMatchObject({ status: 'finished', error: null })
      const { done, total, failed } = task.progress
      expect(done).toBe(total)
      // Each work counts once. A work with a failure may also count as updated or unchanged.
      const { updated = 0, unchanged = 0, failed: failedWorks = 0, notFound } = task.summary
      expect(notFound).toBeUndefined()
      expect(updated + unchanged).toBeLessThanOrEqual(before.length)
      expect(updated + unchanged + failedWorks).toBeGreaterThanOrEqual(before.length)
      const items = await world.database.read
        .selectFrom('task_item')
        .select(['item', 'reason'])
        .where('outcome', '=', 'failed')
        .execute()
      expect(new Set(items.map(({ item }) => item)).size).toBe(failed)
      expect(items.every(({ reason }) => reason !== null)).toBe(true)
      const truth = truthOf(world)
      // Each field has its value from before or the current one. Works without a failure are up to date.
      const stored = await storedWorks(world.database)
      for (const [i, work] of stored.entries()) {
        const hasFailed = items.some(({ item }) => item === work.id)
        if (!hasFailed) expect(work).toEqual(truth[i])
        for (const [field, value] of Object.entries(work)) {
          expect([before[i]?.[field], truth[i]?.[field]], `${field} of ${work.id}`).toContainEqual(value)
        }
      }
      world.fake.setFaults({})
      if (failed > 0) {
        const retry = await world.ended(await world.order('refresh_works', { scope: 'all' }, task.id))
        expect(retry.progress.failed).toBe(0)
      }
      expect(await storedWorks(world.database)).toEqual(truth)
    })
  })

  test('a silence that does not end is a failure of the task in plain words; what was done stays', async () => {
    await using world = await openTaskWorld(engine, { works }, { ...given, haste: 1_000, maxSilenceMs: 300 })
    await world.want([...world.fake.works.all()].map(({ id }) => id))
    world.fake.setFaults({ faults: [{ kind: 'drop', from: 60 }] })
    const task = await world.run('sync_works', { sources: [] })
    expect(task.status).toBe('failed')
    expect(task.error).toMatch(/has not responded/)
    world.fake.setFaults({})
    // The breaker is still open at first.
    while ((await world.run('sync_works', { sources: [] })).status !== 'finished');
    expect(await storedWorks(world.database)).toEqual(truthOf(world))
  })
})
