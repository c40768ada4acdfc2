/** One run of the simulator, and the invariants after every step. */
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { api } from '@koedana/contract/api.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import type fc from 'fast-check'
import { type Model, visibleTo } from './model.ts'
import type { Site, SitePerson } from './site.ts'
import type { PutBack } from './site-backup.ts'

export interface Simulation {
  readonly site: Site
  readonly admin: SitePerson
  readonly people: readonly SitePerson[]
  readonly keyCode: string
  model: Model
  backup: { readonly putBack: PutBack; readonly model: Model } | undefined
}

export type Step = fc.AsyncCommand<object, Simulation>

/** Creates a step with the name that a failure prints. */
export const createStep = (name: string, run: (simulation: Simulation) => Promise<void>): Step => ({
  check: () => true,
  run: async (_model, simulation) => {
    await run(simulation)
    await checkInvariants(simulation)
  },
  toString: () => name,
})

/** Retries a request while the node has no database connection, as the client does. */
export async function retryWhileUnavailable<T>(send: () => Promise<T>): Promise<T> {
  for (let turn = 0; ; turn++) {
    try {
      return await send()
    } catch (cause) {
      if (!(cause instanceof ApiError && cause.status === 503) || turn > maxTurns) throw cause
      await setTimeout(pauseMs)
    }
  }
}
const [maxTurns, pauseMs] = [200, 25]

export const refusedWith = async (status: number, send: () => Promise<unknown>) => {
  const outcome = await retryWhileUnavailable(send).catch((cause: unknown) => cause)
  assert.ok(outcome instanceof ApiError && outcome.status === status, `expected ${status}, got ${outcome}`)
}

export const namesFor = async (person: SitePerson, at: number) => {
  const query = { pageSize: 100, editions: 'all' } as const
  const { items } = await retryWhileUnavailable(() => person.via(at)(api.listWorks, { query }))
  return Object.fromEntries(items.map((work) => [work.id, work.title]).toSorted())
}

export async function checkInvariants({ site, people, model }: Simulation): Promise<void> {
  await site.followed()
  for (const [at, person] of people.entries()) {
    const known = model.people[at]
    if (!known) continue
    for (const [server] of site.nodes().entries()) {
      const where = `person ${at}, server ${server}`
      assert.deepEqual(await namesFor(person, server), visibleTo(model, known.ceiling), where)
    }
  }
}
