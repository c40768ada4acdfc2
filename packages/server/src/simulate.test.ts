// @module-tag large
/**
 * Random events happen to a site, step by step: edits, imports, playback, lost connections, killed nodes, a restored backup. `npm
 * run simulate -- --seeds N --from S` tries more; a failure prints its seed and steps.
 */
import assert from 'node:assert/strict'
import { runCount } from '@koedana/catalogue/testing/property-runs.ts'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCountingKind, marksOf } from './features/tasks/testing/counting-kind.ts'
import { eachEngine } from './testing/engines.ts'
import { makeAccessKey } from './testing/make-access-key.ts'
import { putInLibrary } from './testing/put-in-library.ts'
import { faults } from './testing/simulator/faults.ts'
import { checkInvariants, type Simulation } from './testing/simulator/simulation.ts'
import { openSite } from './testing/simulator/site.ts'
import { acts, workIds } from './testing/simulator/steps.ts'

const seeds = Number(process.env.SIMULATE_SEEDS ?? runCount(25))
const from = Number(process.env.SIMULATE_FROM ?? 1)
const maxSteps = Number(process.env.SIMULATE_STEPS ?? 40)
const secondsForOne = 180
const keyUses = 3
const items = 5
const turnsOfLease = 60

eachEngine((engine) => {
  test.each(Array.from({ length: seeds }, (_, at) => from + at))(
    'seed %i',
    { timeout: secondsForOne * 1_000 },
    async (seed) => {
      const scripts = fc.commands([...acts, ...faults], { size: 'max', maxCommands: maxSteps })
      const simulated = fc.asyncProperty(scripts, async (script) => {
        const simulation = await begin()
        try {
          await fc.asyncModelRun(() => ({ model: {}, real: simulation }), script)
          await expectConsistentEnd(simulation)
        } finally {
          await simulation.site.close()
        }
      })
      await fc.assert(simulated, { seed, numRuns: 1, endOnFailure: process.env.SHRINK !== 'true' })
    },
  )

  async function begin(): Promise<Simulation> {
    const count = createCountingKind(() => ({ count: items, pauseMs: 0 }))
    const kinds = { sync_works: count, refresh_works: count, clean_works: count, measure_sounds: count }
    const site = await openSite(engine, { ...kinds, make_backup: count, move_in: count })
    const works = workIds.map((id, at) => ({ id, name: `mist${at}`, ageCategory: 'all' as const }))
    await site.node(0).make(works)
    await putInLibrary(site.database.write, workIds)
    await site.followed()
    const people = []
    for (const ageRestriction of ['all', 'r15', 'r18'] as const)
      people.push(await site.join({ ageRestriction }))
    return {
      site,
      people,
      admin: await site.join({ role: roleOf.admin, ageRestriction: 'r18' }),
      keyCode: await makeAccessKey(site.node(0).deps, { count: keyUses }),
      model: {
        works: new Map(
          works.map(({ id, name }) => [id, { name, age: 'all', isNameLocked: false, isAgeLocked: false }]),
        ),
        people: (['all', 'r15', 'r18'] as const).map((ceiling) => ({
          ceiling,
          favorites: new Set<string>(),
          positions: new Map<string, number>(),
        })),
        keysLeft: keyUses,
        tasks: [],
      },
      backup: undefined,
    }
  }
})

/** Expects that every task ran to its end exactly once, and that a new node responds like the others. */
async function expectConsistentEnd(simulation: Simulation): Promise<void> {
  const { site, model, people } = simulation
  let turns = 0
  const unfinished = async () => {
    // Leases of killed nodes expire; running nodes have time to renew theirs.
    if (turns++ % turnsOfLease === 0) site.clock.move(11_000)
    for (const { deps } of site.nodes()) deps.tasks.wake()
    const query = site.database.read.selectFrom('task').select(['id', 'status', 'done'])
    return (await query.execute()).filter(({ status }) => status !== 'finished')
  }
  await expect.poll(unfinished, { timeout: 40_000, interval: 50 }).toEqual([])
  for (const id of model.tasks) assert.equal(await marksOf(site.database.read, id), items)
  await site.begin()
  await checkInvariants(simulation)
  const reads = [
    { endpoint: api.getFacets, query: {} },
    { endpoint: api.listWorks, query: { q: 'lantern', editions: 'all' } },
    { endpoint: api.getHome, query: {} },
  ] as const
  for (const person of people) {
    for (const { endpoint, query } of reads) {
      const responses = []
      for (const [server] of site.nodes().entries())
        responses.push(await person.via(server)(endpoint, { query }))
      for (const one of responses) assert.deepEqual(one, responses[0])
    }
  }
}
