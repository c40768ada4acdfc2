/** The faults of nodes, and their spontaneous events. */
import { api } from '@koedana/contract/api.ts'
import fc from 'fast-check'
import { insertTask } from '../../features/tasks/task.store.ts'
import { createStep, retryWhileUnavailable, type Step } from './simulation.ts'
import type { Site } from './site.ts'
import { backUp } from './site-backup.ts'

const node = fc.nat(1)

const order = fc.constantFrom('sync_works', 'clean_works').chain((kind) =>
  node.map((at) =>
    createStep(`order ${kind} at ${at}`, async (simulation) => {
      const { site, model } = simulation
      const at0 = site.clock.now().toISOString()
      const ordered = { kind, options: {}, userKey: null, retryOfKey: null, at: at0 } as const
      const task = await site.database.write.transaction().execute((tx) => insertTask(tx, ordered))
      site.node(at).deps.tasks.wake()
      if (task) simulation.model = { ...model, tasks: [...model.tasks, task.id] }
    }),
  ),
)

const pass = fc
  .constantFrom(1_000, 11_000, 3_600_000)
  .map((ms) => createStep(`${ms} ms pass`, async ({ site }) => site.clock.move(ms)))

const lose = node.map((at) =>
  createStep(`server ${at} loses its connections`, async ({ site }) => {
    site.loseConnections(at)
    await isBack(site)
  }),
)

const kill = node.map((at) =>
  createStep(`server ${at} is killed`, async ({ site }) => {
    await site.kill(at)
    await isBack(site)
  }),
)

const isBack = async (site: Site) => {
  for (const { call } of site.nodes()) await retryWhileUnavailable(() => call(api.getReady, {}))
}

const keep = fc.constant(
  createStep('a backup is made', async (simulation) => {
    const { site, model } = simulation
    simulation.backup = { putBack: await backUp(site.database), model }
  }),
)

const restore = fc.constant(
  createStep('the backup is put back', async (simulation) => {
    const { backup, admin, people } = simulation
    if (!backup) return
    await backup.putBack()
    simulation.model = backup.model
    for (const person of [admin, ...people]) await person.signInAgain()
  }),
)

export const faults: readonly fc.Arbitrary<Step>[] = [order, pass, lose, kill, keep, restore]
