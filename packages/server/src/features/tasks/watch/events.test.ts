// @module-tag large

import { setTimeout } from 'node:timers/promises'
import { api } from '@koedana/contract/api.ts'
import { Task, TaskLineOfTask } from '@koedana/contract/tasks.ts'
import { roleOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { textOf } from '../../../lib/messages/messages.rules.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../../testing/test-server.ts'
import type { RunKind } from '../run/job.ts'
import { eventStream, maxWaitingBytes } from '../tasks.api.ts'
import { countingNote, createCountingKind, type Plan } from '../testing/counting-kind.ts'
import { follow } from '../testing/follow.ts'

let plan: Plan = { count: 20, pauseMs: 0 }
const count = createCountingKind(() => plan)
let act: RunKind = count
const kind: RunKind = (job) => act(job)
const taskKinds = {
  sync_works: kind,
  refresh_works: kind,
  clean_works: kind,
  measure_sounds: kind,
  make_backup: kind,
  move_in: kind,
}

eachEngine((engine) => {
  let here: World
  let admin: SignedInPerson
  let origin: string
  beforeEach(async () => {
    here = await startTestServer(engine, { taskKinds })
    admin = await here.signIn({ role: roleOf.admin })
    origin = await here.app.listen({ port: 0, host: '127.0.0.1' })
    plan = { count: 20, pauseMs: 0 }
    act = count
  })
  afterEach(() => here.close())

  const order = () => admin.call(api.createTask, { body: { kind: 'sync_works' } })

  test('a task is followed from its beginning to its end, with its lines', async () => {
    plan = { count: 40, pauseMs: 10 }
    const events = await follow(origin, admin.token)
    const { id } = await order()
    await expect.poll(() => statuses(events.received(), id).at(-1)).toBe('finished')
    await expect.poll(() => linesOf(events.received(), id).length).toBe(40)
    expect(linesOf(events.received(), id)).toEqual(
      Array.from({ length: 40 }, (_, at) => textOf(countingNote(at), 'en-US')),
    )
    const done = events
      .received()
      .flatMap(({ name, value }) => (name === 'task' ? [v.parse(Task, value).progress.done] : []))
    expect(done.at(-1)).toBe(40)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    events.close()
  })

  test('items that no step has written yet are reported as they are looked at', async () => {
    let isWritten = false
    act = async (job) => {
      await job.step(async () => ({ phase: 'records', checkpoint: null, total: 40 }))
      for (let item = 0; item < 40; item += 1) {
        await setTimeout(50)
        job.advance(1)
      }
      isWritten = true
      await job.step(async () => ({ phase: 'records', checkpoint: null, done: 40, counts: { updated: 40 } }))
    }
    const events = await follow(origin, admin.token)
    const { id } = await order()
    const reported = () =>
      tasksOf(events.received(), id).map(({ progress, summary }) => ({ ...progress, summary }))
    // Progress is reported several times before the step is written: items count as done, but the summary is still empty.
    await expect.poll(() => new Set(reported().map(({ done }) => done)).size).toBeGreaterThan(3)
    expect(isWritten).toBe(false)
    expect(reported().every(({ done, total, summary }) => done <= (total ?? 40) && !summary.updated)).toBe(
      true,
    )
    const { progress, summary } = await admin.call(api.getTask, { params: { id } })
    expect(progress.done).toBeGreaterThan(0)
    expect(summary).toEqual({})
    await expect.poll(() => statuses(events.received(), id).at(-1)).toBe('finished')
    const done = reported().map((one) => one.done)
    expect(done.at(-1)).toBe(40)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    events.close()
  })

  test('a task is reported at most ten times a second', async () => {
    plan = { count: 500, pauseMs: 0 }
    const events = await follow(origin, admin.token)
    const began = performance.now()
    const { id } = await order()
    await expect.poll(() => statuses(events.received(), id).at(-1)).toBe('finished')
    const tenths = (performance.now() - began) / 100
    expect(statuses(events.received(), id).length).toBeLessThanOrEqual(Math.ceil(tenths) + 1)
    events.close()
  })

  test('a later listener first gets what is at work', async () => {
    plan = { count: 10_000, pauseMs: 5 }
    const { id } = await order()
    const [first, second] = [await follow(origin, admin.token), await follow(origin, admin.token)]
    await expect.poll(() => statuses(first.received(), id).at(-1)).toBe('running')
    await expect.poll(() => statuses(second.received(), id).at(-1)).toBe('running')
    first.close()
    await admin.call(api.cancelTask, { params: { id } })
    await expect.poll(() => statuses(second.received(), id).at(-1)).toBe('cancelled')
    second.close()
  })

  test('a task that runs in another process is reported all the same', async () => {
    const events = await follow(origin, admin.token)
    await expect.poll(() => events.bytes()).toBeGreaterThan(0)
    const row = { id: 'elsewhere', kind: 'clean_works', status: 'running', options: '{}' } as const
    const [created_at, lease_until] = [new Date().toISOString(), '2999-01-01T00:00:00.000Z']
    await here.deps.write
      .insertInto('task')
      .values({ ...row, worker: 'another', lease_until, created_at })
      .execute()
    await expect.poll(() => statuses(events.received(), row.id)).toEqual(['running'])
    events.close()
  })

  test('nothing on the way may keep, gather or compress it', async () => {
    const { headers, close } = await follow(origin, admin.token)
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-encoding']).toBeUndefined()
    close()
    const head = await fetch(`${origin}/api/v3/admin/tasks/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('it is for administrators', async () => {
    const person = await here.signIn()
    expect((await fetch(`${origin}/api/v3/admin/tasks/events`)).status).toBe(401)
    const headers = { authorization: `Bearer ${person.token}` }
    expect((await fetch(`${origin}/api/v3/admin/tasks/events`, { headers })).status).toBe(403)
  })

  test.each([
    ['signs out', (who: SignedInPerson) => who.call(api.logout, {})],
    [
      'is no administrator any more',
      (who: SignedInPerson) =>
        admin.call(api.updateUser, { params: { id: who.user.id }, body: { role: roleOf.general } }),
    ],
    [
      'is disabled',
      (who: SignedInPerson) =>
        admin.call(api.updateUser, { params: { id: who.user.id }, body: { status: 'disabled' } }),
    ],
  ] as const)('it ends at once for one who %s, and for nobody else', async (_name, act) => {
    const other = await here.signIn({ role: roleOf.admin })
    const [theirs, ours] = [await follow(origin, other.token), await follow(origin, admin.token)]
    await act(other)
    await expect.poll(() => theirs.isEnded()).toBe(true)
    expect(ours.isEnded()).toBe(false)
    ours.close()
  })

  test('it ends when the server stops', async () => {
    const events = await follow(origin, admin.token)
    await here.deps.tasks.stop()
    await expect.poll(() => events.isEnded()).toBe(true)
    const late = await follow(origin, admin.token)
    await expect.poll(() => late.isEnded()).toBe(true)
  })
})

test('a reader who does not keep up is dropped, and nothing is kept for them', async () => {
  let notify: (text: string) => void = () => undefined
  let isHeard = true
  const stream = eventStream(
    {
      listen: ({ onLine }) => {
        notify = (text) => onLine({ task: 'a', seq: 1, at: '', level: 'info', text })
        return () => {
          isHeard = false
        }
      },
      wake: () => undefined,
      open: () => undefined,
      close: () => undefined,
    },
    'en-US',
  )
  const failed = new Promise((resolve) => stream.once('error', resolve))
  const text = 'x'.repeat(1_000)
  for (let sent = 0; sent <= maxWaitingBytes; sent += text.length) notify(text)
  expect(await failed).toMatchObject({ message: 'the reader is too slow' })
  await expect.poll(() => isHeard).toBe(false)
})

type Received = readonly { readonly name: string; readonly value: unknown }[]

const tasksOf = (received: Received, id: string) => {
  const seen = received.flatMap(({ name, value }) => (name === 'task' ? [v.parse(Task, value)] : []))
  return seen.filter((task) => task.id === id)
}

const statuses = (received: Received, id: string) => tasksOf(received, id).map(({ status }) => status)

const linesOf = (received: Received, id: string) => {
  const seen = received.flatMap(({ name, value }) =>
    name === 'line' ? [v.parse(TaskLineOfTask, value)] : [],
  )
  return seen.filter(({ task }) => task === id).map(({ text }) => text)
}
