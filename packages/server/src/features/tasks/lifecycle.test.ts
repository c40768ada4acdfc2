import { runOptions } from '@koedana/catalogue/testing/property-runs.ts'
import type { TaskStatus } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { newId } from '../../lib/ids.ts'
import { eachEngine } from '../../testing/engines.ts'
import { type Act, endedStatuses, statusTransitions } from './lifecycle.rules.ts'
import {
  cancelTaskRow,
  claimTask,
  finishOrRelease,
  insertTask,
  type Lease,
  renewLease,
} from './task.store.ts'

/** The allowed transitions of PRODUCT. */
const allowed = new Set([
  'ready>running',
  'ready>cancelled',
  'running>stopping',
  'running>finished',
  'running>failed',
  'stopping>cancelled',
  'stopping>finished',
])

test('the table has the moves of the lifecycle and no other', () => {
  const said = Object.values(statusTransitions).flatMap((table) =>
    Object.entries(table).map((move) => move.join('>')),
  )
  expect(new Set(said.filter((move) => !isStaying(move)))).toEqual(allowed)
})

const isStaying = (move: string) => new Set(move.split('>')).size === 1

const workers = ['a', 'b'] as const
const command = fc.oneof(
  fc.record({ does: fc.constantFrom('order', 'retry', 'cancel', 'cancelOld', 'pass', 'leaseOver') }),
  fc.record({
    does: fc.constantFrom('claim', 'crash', 'heartbeat', 'finish', 'fail', 'stop', 'release'),
    worker: fc.constantFrom(...workers),
  }),
)
type Command = { readonly does: string; readonly worker?: (typeof workers)[number] }

eachEngine((engine) => {
  test('whatever happens in whatever order, no task makes a move that is not allowed', async () => {
    const database = await engine.open()
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), async (commands) => {
        await database.write.deleteFrom('task').execute()
        const play = player(database)
        for (const one of commands) await play(one)
      }),
      runOptions(60),
    )
    await database.close()
  })
})

interface Seen {
  readonly key: number
  readonly id: string
  readonly status: TaskStatus
  readonly worker: string | null
  readonly lease_until: string | null
  readonly ended_at: string | null
}

const leaseMs = 10_000

/** Runs commands on the store one by one and compares each result with the allowed transitions. */
function player({ write }: Database) {
  const leases = new Map<string, Lease>()
  let clock = Date.UTC(2026, 0, 1)
  const at = (after = 0) => new Date(clock + after).toISOString()
  const seen = (): Promise<Seen[]> =>
    write
      .selectFrom('task')
      .select(['key', 'id', 'status', 'worker', 'lease_until', 'ended_at'])
      .orderBy('key')
      .execute()
  const order = (retryOfKey: number | null) =>
    insertTask(write, { kind: 'sync_works', options: {}, userKey: null, retryOfKey, at: at() })
  const actOf = (does: string) => (['finish', 'fail', 'stop', 'release'] as const).find((act) => act === does)

  const play = async ({ does, worker = 'a' }: Command, before: readonly Seen[]) => {
    const last = before.at(-1)
    const lease = leases.get(worker)
    const owned = before.find((task) => task.key === lease?.key && task.worker === lease.worker)
    const act = actOf(does)
    if (does === 'order' || does === 'retry') {
      const isFree = before.every(isOver)
      const made = await order(does === 'retry' ? (last?.key ?? null) : null)
      expect(made !== undefined).toBe(isFree)
    } else if (does === 'cancel' && last) await cancelTwice(last)
    else if (does === 'cancelOld' && before[0]) await cancelTwice(before[0])
    else if (does === 'leaseOver') clock += leaseMs + 1
    else if (does === 'crash') leases.delete(worker)
    else if (does === 'claim') {
      const claimed = await claimTask(write, {
        kinds: ['sync_works'],
        worker: newId(),
        at: at(),
        leaseUntil: at(leaseMs),
      })
      const free = before.find((task) => !isOver(task) && (task.lease_until ?? '') < at())
      expect(claimed?.key).toBe(free?.key)
      if (claimed?.worker) leases.set(worker, { key: claimed.key, worker: claimed.worker })
    } else if (does === 'heartbeat' && lease) {
      const status = await renewLease(write, lease, { leaseUntil: at(leaseMs), current: null })
      expect(status).toBe(owned?.status)
    } else if (act && lease) {
      const left = await finishOrRelease(write, lease, { act, at: at(), error: 'why' })
      expect(left).toBe(owned && reached(act, owned.status))
    }
  }

  const cancelTwice = async ({ id, status }: Seen) => {
    const first = await cancelTaskRow(write, id, at())
    expect(first?.status).toBe(isOver({ status }) ? undefined : status === 'ready' ? 'cancelled' : 'stopping')
    const second = await cancelTaskRow(write, id, at())
    expect(second?.status).toBe(first?.status === 'stopping' ? 'stopping' : undefined)
  }

  return async (one: Command) => {
    clock += 1
    const before = await seen()
    await play(one, before)
    const after = await seen()
    expect(after.filter((task) => !isOver(task)).length).toBeLessThanOrEqual(1)
    for (const task of after) {
      expect(task.ended_at !== null).toBe(isOver(task))
      const from = before.find(({ key }) => key === task.key)?.status ?? 'ready'
      if (from !== task.status) expect(allowed).toContain(`${from}>${task.status}`)
    }
  }
}

const isOver = ({ status }: Pick<Seen, 'status'>) => endedStatuses.some((one) => one === status)

/** Returns the expected status after an act, written independently of `moves`. */
function reached(act: Act, from: TaskStatus): TaskStatus | undefined {
  if (act === 'release') return from === 'running' ? 'running' : undefined
  if (act === 'stop') return from === 'stopping' ? 'cancelled' : undefined
  if (act === 'finish') return 'finished'
  return from === 'running' ? 'failed' : 'cancelled'
}
