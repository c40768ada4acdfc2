import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createLog } from '../../lib/log.ts'
import { eachOpening } from '../../testing/engines.ts'
import { type Job, JobEnded, type RunKind } from './job.ts'
import { cancelTaskRow, claimTask, insertTask } from './task.store.ts'
import { createTasks, type Tasks } from './tasks.ts'

eachOpening((engine) => {
  let database: Database
  const started: Tasks[] = []
  beforeEach(async () => {
    database = await engine.open()
  })
  afterEach(async () => {
    await Promise.all(started.splice(0).map((tasks) => tasks.stop()))
    await database.close()
  })

  const start = (kind: RunKind, leaseMs = 2_000): Tasks => {
    const { read: db, write } = database
    const kinds = { sync_works: kind, refresh_works: kind, clean_works: kind }
    const log = createLog('silent')
    const tasks = createTasks({ db, write, now: () => new Date(), log, kinds, leaseMs })
    tasks.start()
    started.push(tasks)
    return tasks
  }
  const order = async () => {
    const at = new Date().toISOString()
    const asked = { kind: 'sync_works', options: {}, userKey: null, retryOfKey: null, at } as const
    const row = await insertTask(database.write, asked)
    if (!row) throw new Error('a task was at work')
    return row
  }
  const rowOf = (id: string) =>
    database.read.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const statusOf = async (id: string) => (await rowOf(id)).status

  test('a server that stops leaves its task running, and the next start goes on at once', async () => {
    const seen: unknown[] = []
    const first = start(async (job) => {
      await stepTo(job, 1)
      await aborted(job)
      throw new JobEnded()
    }, 3_600_000)
    const { id } = await order()
    await expect.poll(async () => (await rowOf(id)).done).toBe(1)
    await first.stop()
    expect(await rowOf(id)).toMatchObject({ status: 'running', worker: null, lease_until: null })
    start(async (job) => {
      seen.push(job.checkpoint)
      await stepTo(job, 2)
      seen.push(job.checkpoint)
    })
    await expect.poll(() => statusOf(id)).toBe('finished')
    expect(seen).toEqual([{ next: 1 }, { next: 2 }])
    expect(await rowOf(id)).toMatchObject({ done: 2, summary: '{"updated":2}' })
  })

  test('a task that hears nothing of its end is cancelled without it, and writes no more', async () => {
    let late: Promise<unknown> | undefined
    let wake: () => void = () => undefined
    start(async (job) => {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      late = stepTo(job, 1).catch((error: unknown) => error)
      await late
    })
    const { id } = await order()
    await expect.poll(() => statusOf(id)).toBe('running')
    await cancelTaskRow(database.write, id, new Date().toISOString())
    expect(await statusOf(id)).toBe('stopping')
    await expect.poll(() => statusOf(id)).toBe('cancelled')
    wake()
    await expect.poll(() => late).toBeDefined()
    expect(await late).toBeInstanceOf(JobEnded)
    expect((await rowOf(id)).done).toBe(0)
  })

  test('a task whose worker died while it was stopping is cancelled by the next one', async () => {
    const { id } = await order()
    const at = new Date().toISOString()
    await claimTask(database.write, { kinds: ['sync_works'], worker: 'gone', at, leaseUntil: at })
    await cancelTaskRow(database.write, id, at)
    expect(await statusOf(id)).toBe('stopping')
    let ran = 0
    start(async () => {
      ran += 1
    })
    await expect.poll(() => statusOf(id)).toBe('cancelled')
    expect(ran).toBe(0)
  })

  test('whoever lost a task ends, and what it was about to write is not there', async () => {
    let ending: unknown
    start(async (job) => {
      await stepTo(job, 1)
      await aborted(job)
      ending = await stepTo(job, 2).catch((error: unknown) => error)
      throw new JobEnded()
    })
    const { id } = await order()
    await expect.poll(async () => (await rowOf(id)).done).toBe(1)
    await database.write
      .updateTable('task')
      .set({ worker: 'another', lease_until: '2999-01-01T00:00:00.000Z' })
      .execute()
    await expect.poll(() => ending).toBeInstanceOf(JobEnded)
    expect(await rowOf(id)).toMatchObject({ status: 'running', worker: 'another', done: 1 })
  })

  test('a step whose task is taken away while it acts is undone', async () => {
    let ending: unknown
    start(async (job) => {
      ending = await job
        .step(async (tx) => {
          await tx.insertInto('setting').values({ name: 'effect', value: '1' }).execute()
          await tx.updateTable('task').set({ status: 'stopping' }).execute()
          return { phase: 'records', checkpoint: null, outcomes: { updated: 1 } }
        })
        .catch((error: unknown) => error)
      throw ending
    })
    const { id } = await order()
    await expect.poll(() => ending).toBeInstanceOf(JobEnded)
    const effects = await database.read
      .selectFrom('setting')
      .where('name', '=', 'effect')
      .select('name')
      .execute()
    expect(effects).toEqual([])
    expect((await rowOf(id)).done).toBe(0)
  })

  test('a step that fails leaves nothing but the lines that were noted', async () => {
    start(async (job) => {
      job.note('warn', 'before')
      await job.step(async (tx) => {
        await tx.insertInto('setting').values({ name: 'effect', value: '1' }).execute()
        throw new Error('the disk is full')
      })
    })
    const { id, key } = await order()
    await expect.poll(() => statusOf(id)).toBe('failed')
    expect(await rowOf(id)).toMatchObject({ done: 0, checkpoint: null, phase: null })
    const lines = await database.read
      .selectFrom('task_line')
      .where('task_key', '=', key)
      .select('text')
      .execute()
    expect(lines).toEqual([{ text: 'before' }])
    const effects = await database.read
      .selectFrom('setting')
      .where('name', '=', 'effect')
      .select('name')
      .execute()
    expect(effects).toEqual([])
  })

  test('of each kind the latest two hundred are kept', async () => {
    const at = '2026-01-01T00:00:00.000Z'
    const old = Array.from({ length: 230 }, (_, number) => ({
      id: `old-${number}`,
      kind: number < 225 ? ('sync_works' as const) : ('clean_works' as const),
      status: 'finished' as const,
      options: '{}',
      created_at: at,
      ended_at: at,
    }))
    await database.write.insertInto('task').values(old).execute()
    start(async () => undefined)
    const { id } = await order()
    await expect.poll(() => statusOf(id)).toBe('finished')
    const kept = await database.read.selectFrom('task').select(['id', 'kind']).orderBy('key').execute()
    expect(kept.filter(({ kind }) => kind === 'sync_works')).toHaveLength(200)
    expect(kept.filter(({ kind }) => kind === 'clean_works')).toHaveLength(5)
    expect(kept[0]?.id).toBe('old-26')
  })

  test('what it is at is shown while nothing is written', async () => {
    start(async (job) => {
      job.at('RJ90000001')
      job.note('info', 'looking')
      await aborted(job)
    })
    const { id, key } = await order()
    await expect.poll(async () => (await rowOf(id)).current).toBe('RJ90000001')
    const lines = () =>
      database.read.selectFrom('task_line').where('task_key', '=', key).select('text').execute()
    await expect.poll(lines).toEqual([{ text: 'looking' }])
  })
})

const stepTo = (job: Job, next: number) =>
  job.step(async () => ({ phase: 'records', checkpoint: { next }, outcomes: { updated: 1 } }))

const aborted = ({ signal }: Job) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
