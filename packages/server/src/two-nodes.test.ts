import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, expect, test } from 'vitest'
import type { RunKind } from './features/tasks/run/job.ts'
import { claimTask, insertTask, isAnythingClaimable } from './features/tasks/task.store.ts'
import { onTwoNodes, startTwoNodes, type TwoNodes } from './testing/two-nodes.ts'

const id = 'RJ90000001'
const hourMs = 60 * 60_000
const leaseMs = 10_000

onTwoNodes(() => {
  let nodes: TwoNodes | undefined
  afterEach(async () => {
    await nodes?.close()
    nodes = undefined
  })

  test('an edit on one node is what the other one returns, in the work and in lists', async () => {
    nodes = await startTwoNodes()
    const { one, other } = nodes
    await one.make([{ id, name: '雨の音', ageCategory: 'all' }])
    await nodes.followed()
    expect((await other.call(api.getWork, { params: { id } })).name).toBe('雨の音')
    const keeper = await one.signIn({ role: roleOf.admin })
    await keeper.call(api.updateWork, { params: { id }, body: { values: { name: '波の音' } } })
    await nodes.followed()
    expect((await other.call(api.getWork, { params: { id } })).name).toBe('波の音')
    const found = await other.call(api.listWorks, { query: { q: '波の音' } })
    expect(found.items.map((work) => work.id)).toEqual([id])
    expect((await other.call(api.listWorks, { query: { q: '雨の音' } })).total).toBe(0)
  })

  test('a session that is ended on one node is over on the other, which had it in memory', async () => {
    nodes = await startTwoNodes()
    const { one, other } = nodes
    const { call, token } = await one.signIn()
    const elsewhere = other.bearing(token)
    expect((await elsewhere(api.getMe, {})).user).toBeDefined()
    await call(api.logout, {})
    await nodes.followed()
    await expect(elsewhere(api.getMe, {})).rejects.toMatchObject({ status: 401 })
  })

  test('a session ends on every node when the clock says so', async () => {
    nodes = await startTwoNodes()
    const { one, other, clock } = nodes
    const { token } = await one.signIn()
    expect((await other.bearing(token)(api.getMe, {})).user).toBeDefined()
    clock.move(31 * 24 * hourMs)
    for (const node of [one, other]) {
      await expect(node.bearing(token)(api.getMe, {})).rejects.toMatchObject({ status: 401 })
    }
  })

  test('a task whose worker is gone is taken up by the other node once its lease is over, and not before', async () => {
    const done: string[] = []
    const run: RunKind = async ({ id: taskId }) => void done.push(taskId)
    const kinds = {
      sync_works: run,
      refresh_works: run,
      clean_works: run,
      measure_sounds: run,
      make_backup: run,
      move_in: run,
    }
    nodes = await startTwoNodes({ one: {}, other: { taskKinds: kinds } })
    const { one, other, clock } = nodes
    const at = () => clock.now().toISOString()
    const task = await one.deps.write.transaction().execute(async (tx) => {
      const ordered = { kind: 'sync_works', options: {}, userKey: null, retryOfKey: null, at: at() } as const
      const row = await insertTask(tx, ordered)
      const leaseUntil = new Date(clock.now().getTime() + leaseMs).toISOString()
      await claimTask(tx, { kinds: ['sync_works'], worker: 'one that is killed', at: at(), leaseUntil })
      return row
    })
    const isClaimable = () => isAnythingClaimable(other.deps.db, { kinds: ['sync_works'], at: at() })
    const statusOf = async () =>
      (await other.deps.db.selectFrom('task').select('status').executeTakeFirstOrThrow()).status
    clock.move(leaseMs - 1)
    expect(await isClaimable()).toBe(false)
    expect(await statusOf()).toBe('running')
    clock.move(2)
    other.deps.tasks.wake()
    await expect.poll(statusOf).toBe('finished')
    expect(done).toEqual([task?.id])
  })
})
