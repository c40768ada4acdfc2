import { api } from '@koedana/contract/api.ts'
import { roleOf, type TaskKind, type TaskStatus } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { textOf } from '../../lib/messages/messages.rules.ts'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { JobFailed } from './run/job.ts'
import { countingNote, createCountingKind, marksOf, type Plan } from './testing/counting-kind.ts'

const usual = { count: 20, pauseMs: 0 }
let plan: Plan = usual

const taskKinds = {
  sync_works: createCountingKind(() => plan),
  refresh_works: async () => {
    throw new JobFailed({ code: 'marketplace.silent', values: { minutes: 1_500 } })
  },
  measure_sounds: async () => {
    throw new Error('not in these tests')
  },
  make_backup: () => Promise.reject(new Error('not here')),
  move_in: () => Promise.reject(new Error('not here')),
  clean_works: async () => {
    throw new TypeError('x is not a function')
  },
}

eachEngine((engine) => {
  let here: World
  let admin: SignedInPerson
  beforeEach(async () => {
    here = await startTestServer(engine, { taskKinds })
    admin = await here.signIn({ role: roleOf.admin, username: 'Kaoru' })
  })
  afterEach(() => here.close())

  const get = (id: string) => admin.call(api.getTask, { params: { id } })
  const until = (id: string, status: TaskStatus) =>
    expect.poll(async () => (await get(id)).status).toBe(status)
  const count = (more: Partial<Plan>) => {
    plan = { ...usual, ...more }
    return admin.call(api.createTask, { body: { kind: 'sync_works' } })
  }

  test('a task counts what became of its items, and reports them', async () => {
    const { id, status, startedBy } = await count({})
    expect({ status, startedBy }).toEqual({ status: 'ready', startedBy: 'Kaoru' })
    await until(id, 'finished')
    const task = await get(id)
    expect(task.progress).toEqual({ done: 20, total: 20, failed: 4, skipped: 2 })
    expect(task.summary).toEqual({ updated: 14, failed: 4, skipped: 2 })
    expect(task).toMatchObject({ phase: 'records', current: null, rate: null, error: null, retryOf: null })
    const failed = await admin.call(api.listTaskItems, {
      params: { id },
      query: { outcome: 'failed', pageSize: 3 },
    })
    expect(failed).toMatchObject({ total: 4, page: 1, pageSize: 3 })
    expect(failed.items.map(({ item }) => item)).toEqual(['item-4', 'item-9', 'item-14'])
    expect(failed.items[0]).toMatchObject({ phase: 'records', outcome: 'failed', reason: 'timedOut' })
    const { lines } = await admin.call(api.getTaskLog, { params: { id } })
    expect(lines.map(({ text }) => text)).toEqual(
      Array.from({ length: 20 }, (_, at) => textOf(countingNote(at), 'en-US')),
    )
    const after = lines[17]?.seq ?? 0
    const rest = await admin.call(api.getTaskLog, { params: { id }, query: { after } })
    expect(rest.lines.map(({ text }) => text)).toEqual(
      [18, 19].map((at) => textOf(countingNote(at), 'en-US')),
    )
  })

  test('of a kind one task is at work; a second one is refused until it has ended', async () => {
    const { id } = await count({ count: 1_000, pauseMs: 60_000 })
    await expect(count({})).rejects.toMatchObject({ status: 409, body: { code: 'taskAtWork' } })
    await expect(admin.call(api.retryTask, { params: { id } })).rejects.toMatchObject({
      status: 409,
      body: { code: 'taskAtWork' },
    })
    await admin.call(api.cancelTask, { params: { id } })
    await until(id, 'cancelled')
    await until((await count({})).id, 'finished')
  })

  test('a task that is cancelled is stopping at once and cancelled soon; what it did stays', async () => {
    const { id } = await count({ count: 1_000, pauseMs: 20 })
    await expect.poll(async () => (await get(id)).progress.done).toBeGreaterThan(2)
    expect((await admin.call(api.cancelTask, { params: { id } })).status).toBe('stopping')
    await until(id, 'cancelled')
    expect((await admin.call(api.cancelTask, { params: { id } })).status).toBe('cancelled')
    const task = await get(id)
    expect(task.progress.done).toBe(await marksOf(here.deps.db, id))
    expect(task.endedAt).not.toBeNull()
  })

  test('one that has ended otherwise cannot be cancelled', async () => {
    const { id } = await count({ count: 1 })
    await until(id, 'finished')
    await expect(admin.call(api.cancelTask, { params: { id } })).rejects.toMatchObject({
      status: 409,
      body: { code: 'taskEnded' },
    })
    await expect(admin.call(api.cancelTask, { params: { id: 'nobody' } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('a task that cannot be done says why; one with a fault of ours does not reveal the code', async () => {
    const refused = await admin.call(api.createTask, { body: { kind: 'refresh_works' } })
    await until(refused.id, 'failed')
    expect((await get(refused.id)).error).toBe(
      'The marketplace has not responded for 1,500 minutes. Progress so far is kept.',
    )
    const broken = await admin.call(api.createTask, { body: { kind: 'clean_works' } })
    await until(broken.id, 'failed')
    expect((await get(broken.id)).error).toBe('An unexpected error occurred. The server log has the details.')
  })

  test('a retry tries the items that failed; where none did there is nothing to try', async () => {
    const { id } = await count({})
    await until(id, 'finished')
    const retry = await admin.call(api.retryTask, { params: { id } })
    expect(retry.retryOf).toBe(id)
    await until(retry.id, 'finished')
    expect((await get(retry.id)).progress).toEqual({ done: 4, total: 4, failed: 0, skipped: 0 })
    await expect(admin.call(api.retryTask, { params: { id: retry.id } })).rejects.toMatchObject({
      status: 422,
      body: { code: 'refused' },
    })
  })

  test('tasks are listed by kind and status, the latest first', async () => {
    const first = await count({ count: 1 })
    await until(first.id, 'finished')
    const second = await count({ count: 1 })
    await until(second.id, 'finished')
    const failed = await admin.call(api.createTask, { body: { kind: 'refresh_works' } })
    await until(failed.id, 'failed')
    const ids = async (query: { kind?: TaskKind; status?: TaskStatus; page?: number; pageSize?: number }) => {
      const { items, total } = await admin.call(api.listTasks, { query })
      return { ids: items.map(({ id }) => id), total }
    }
    expect(await ids({})).toEqual({ ids: [failed.id, second.id, first.id], total: 3 })
    expect(await ids({ status: 'finished' })).toEqual({ ids: [second.id, first.id], total: 2 })
    expect(await ids({ kind: 'sync_works', pageSize: 1, page: 2 })).toEqual({ ids: [first.id], total: 2 })
  })

  test('nobody but an administrator meets tasks', async () => {
    const person = await here.signIn()
    for (const [call, status] of [
      [here.call, 401],
      [person.call, 403],
    ] as const) {
      await expect(call(api.listTasks, {})).rejects.toMatchObject({ status })
      await expect(call(api.createTask, { body: { kind: 'sync_works' } })).rejects.toMatchObject({ status })
      await expect(call(api.cancelTask, { params: { id: 'x' } })).rejects.toMatchObject({ status })
    }
  })
})
