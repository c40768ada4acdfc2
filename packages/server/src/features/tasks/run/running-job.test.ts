// @module-tag large

import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../db/open.ts'
import { storedMessages, textOf } from '../../../lib/messages/messages.rules.ts'
import { shortOfSpace } from '../../../lib/testing/short-of-space.ts'
import { eachOpenMode } from '../../../testing/engines.ts'
import { stepTo, type Workers, waitForAbort, workersOf } from '../testing/workers.ts'
import { type Job, JobEnded } from './job.ts'

const before = { code: 'marketplace.waiting', values: {} } as const

eachOpenMode((engine) => {
  let database: Database
  let workers: Workers
  beforeEach(async () => {
    database = await engine.open()
    workers = workersOf(database)
  })
  afterEach(async () => {
    await workers.stop()
    await database.close()
  })
  const effects = () =>
    database.read.selectFrom('setting').select('name').where('name', '=', 'effect').execute()

  test('a worker that lost a task ends, and what it was about to write is not there', async () => {
    let ending: unknown
    workers.start(async (job) => {
      await stepTo(job, 1)
      await waitForAbort(job)
      ending = await stepTo(job, 2).catch((error: unknown) => error)
      throw new JobEnded()
    })
    const { id } = await workers.order()
    await expect.poll(() => workers.doneOf(id)).toBe(1)
    await database.write
      .updateTable('task')
      .set({ worker: 'another', lease_until: new Date(Date.now() + 3_600_000).toISOString() })
      .execute()
    await expect.poll(() => ending).toBeInstanceOf(JobEnded)
    expect(await workers.rowOf(id)).toMatchObject({ status: 'running', worker: 'another', done: 1 })
  })

  test.each([
    ['is to stop', { status: 'stopping' }],
    ['is given to another', { worker: 'another' }],
  ] as const)('a step whose task %s while it acts is undone', async (_name, change) => {
    let ending: unknown
    workers.start(async (job) => {
      ending = await job
        .step(async (tx) => {
          await tx.insertInto('setting').values({ name: 'effect', value: '1' }).execute()
          await tx.updateTable('task').set(change).execute()
          return { phase: 'records', checkpoint: null, done: 1, counts: { updated: 1 } }
        })
        .catch((error: unknown) => error)
      throw ending
    })
    const { id } = await workers.order()
    await expect.poll(() => ending).toBeInstanceOf(JobEnded)
    expect(await effects()).toEqual([])
    expect(await workers.doneOf(id)).toBe(0)
  })

  test.each(['step', 'finish', 'fail'] as const)(
    'a task whose row an older backup replaces continues from the restored checkpoint: %s',
    async (act) => {
      const steps: number[] = []
      let restore = async () => {}
      workers.start(async (job) => {
        const { next } = v.parse(v.optional(v.object({ next: v.number() }), { next: 0 }), job.checkpoint)
        const isFirst = steps.length === 0
        for (let step = next + 1; step <= 3; step += 1) {
          if (isFirst && act === 'step' && step === 3) await restore()
          await stepTo(job, step)
          steps.push(step)
          if (step === 1) {
            const [row] = await database.read.selectFrom('task').selectAll().execute()
            restore = async () => {
              await database.write
                .updateTable('task')
                .set({ ...row })
                .execute()
            }
          }
        }
        if (isFirst) await restore()
        if (isFirst && act === 'fail') throw new Error('a fault of the state that is gone')
      })
      const { id } = await workers.order()
      await workers.become(id, 'finished')
      expect(steps).toEqual(act === 'step' ? [1, 2, 2, 3] : [1, 2, 3, 2, 3])
      expect(await workers.doneOf(id)).toBe(3)
    },
  )

  const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  test.each([
    [
      'loses its connection',
      'finished',
      () => Promise.reject(new Error('Connection terminated unexpectedly')),
    ],
    ['cannot connect in a step', 'finished', (job: Job) => job.step(() => Promise.reject(refused()))],
    // The database is reachable, so a retry would fail the same way.
    ['was refused by another server', 'failed', () => Promise.reject(refused())],
  ] as const)('a task that %s is %s in the end', async (_name, status, interrupt) => {
    let begun = 0
    workers.start(async (job) => {
      begun += 1
      if (begun === 1) await stepTo(job, 1)
      if (begun === 1) await interrupt(job)
      await stepTo(job, 2)
    })
    const { id } = await workers.order()
    await expect.poll(async () => (await workers.rowOf(id)).status).toBe(status)
    expect(await workers.doneOf(id)).toBe(status === 'finished' ? 2 : 1)
  })

  test('where the disk has no room a task does not begin, and one at work stops at its step and says why', async () => {
    const begun: string[] = []
    workers.start(async (job) => {
      begun.push(job.id)
      await stepTo(job, 1)
      workers.shortage.message = shortOfSpace
      await stepTo(job, 2)
    })
    const { id: first } = await workers.order()
    await workers.become(first, 'failed')
    expect(await workers.rowOf(first)).toMatchObject({ done: 1, error: storedMessages([shortOfSpace]) })
    const { id: second } = await workers.order()
    await workers.become(second, 'failed')
    expect(await workers.rowOf(second)).toMatchObject({ done: 0, error: storedMessages([shortOfSpace]) })
    expect(begun).toEqual([first])
  })

  test('cleaning makes room, and needs none', async () => {
    workers.shortage.message = shortOfSpace
    workers.start((job) => stepTo(job, 1))
    const { id } = await workers.order('clean_works')
    await workers.become(id, 'finished')
  })

  test('a step that fails leaves nothing but the lines that were noted', async () => {
    workers.start(async (job) => {
      job.note('warn', before)
      await job.step(async (tx) => {
        await tx.insertInto('setting').values({ name: 'effect', value: '1' }).execute()
        throw new Error('the disk is full')
      })
    })
    const { id, key } = await workers.order()
    await workers.become(id, 'failed')
    expect(await workers.rowOf(id)).toMatchObject({ done: 0, checkpoint: null, phase: null })
    expect(await workers.linesOf(key)).toEqual([textOf(before, 'en-US')])
    expect(await effects()).toEqual([])
  })

  test('steps that are begun together are taken one after the other', async () => {
    workers.start(async (job) => {
      await Promise.all(Array.from({ length: 20 }, (_, at) => stepTo(job, at + 1)))
    })
    const { id } = await workers.order()
    await workers.become(id, 'finished')
    const { done, summary, checkpoint } = await workers.rowOf(id)
    expect({ done, summary, checkpoint }).toEqual({
      done: 20,
      summary: '{"updated":20}',
      checkpoint: '{"next":20}',
    })
  })

  test('what it is at is shown while nothing is written', async () => {
    workers.start(async (job) => {
      job.at('RJ90000001')
      job.note('info', before)
      await waitForAbort(job)
    })
    const { id, key } = await workers.order()
    await expect.poll(async () => (await workers.rowOf(id)).current).toBe('RJ90000001')
    await expect.poll(() => workers.linesOf(key)).toEqual([textOf(before, 'en-US')])
  })
})
