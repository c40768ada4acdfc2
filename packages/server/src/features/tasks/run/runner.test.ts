// @module-tag large
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../db/open.ts'
import { createLog } from '../../../lib/log.ts'
import { eachOpenMode } from '../../../testing/engines.ts'
import { cancelTaskRow, claimTask } from '../task.store.ts'
import { stepTo, type Workers, waitForAbort, workersOf } from '../testing/workers.ts'
import { type Job, JobEnded } from './job.ts'
import { createRunner } from './runner.ts'

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

  test('a server that stops leaves its task running, and the next start goes on at once', async () => {
    const seen: unknown[] = []
    const first = workers.start(async (job) => {
      await stepTo(job, 1)
      await waitForAbort(job)
      throw new JobEnded()
    }, 3_600_000)
    const { id } = await workers.order()
    await expect.poll(() => workers.doneOf(id)).toBe(1)
    await first.stop()
    expect(await workers.rowOf(id)).toMatchObject({ status: 'running', worker: null, lease_until: null })
    workers.start(async (job) => {
      seen.push(job.checkpoint)
      await stepTo(job, 2)
      seen.push(job.checkpoint)
    })
    await workers.become(id, 'finished')
    expect(seen).toEqual([{ next: 1 }, { next: 2 }])
    expect(await workers.rowOf(id)).toMatchObject({ done: 2, summary: '{"updated":2}' })
  })

  test('a result that comes after the wish to stop does not say that all was done', async () => {
    workers.start(waitForAbort)
    const { id } = await workers.order()
    await workers.become(id, 'running')
    await cancelTaskRow(database.write, id, new Date().toISOString())
    await workers.become(id, 'cancelled')
  })

  test('work that was complete before the wish to stop was noticed is finished', async () => {
    const kind = async ({ id }: Job) => {
      await cancelTaskRow(database.write, id, new Date().toISOString())
    }
    const { id } = await workers.order()
    // The runner polls only once, so it cannot notice the cancellation.
    const runner = createRunner({
      db: database.read,
      write: database.write,
      now: () => new Date(),
      log: createLog('silent'),
      kinds: {
        sync_works: kind,
        refresh_works: kind,
        clean_works: kind,
        measure_sounds: kind,
        make_backup: kind,
        move_in: kind,
      },
      leaseMs: 60_000,
      onWritten: () => undefined,
    })
    await runner.poll()
    await workers.become(id, 'finished')
  })

  test('a task that does not notice its end is cancelled without it, and writes no more', async () => {
    let late: Promise<unknown> | undefined
    let wake: () => void = () => undefined
    workers.start(
      async (job) => {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        late = stepTo(job, 1).catch((error: unknown) => error)
        await late
      },
      2_000,
      300,
    )
    const { id } = await workers.order()
    await workers.become(id, 'running')
    await cancelTaskRow(database.write, id, new Date().toISOString())
    expect((await workers.rowOf(id)).status).toBe('stopping')
    await workers.become(id, 'cancelled')
    wake()
    await expect.poll(() => late).toBeDefined()
    expect(await late).toBeInstanceOf(JobEnded)
    expect(await workers.doneOf(id)).toBe(0)
  })

  test('a task whose worker died while it was stopping is cancelled by the next one', async () => {
    const { id } = await workers.order()
    const at = new Date().toISOString()
    await claimTask(database.write, { kinds: ['sync_works'], worker: 'gone', at, leaseUntil: at })
    await cancelTaskRow(database.write, id, at)
    expect((await workers.rowOf(id)).status).toBe('stopping')
    let ran = 0
    workers.start(async () => {
      ran += 1
    })
    await workers.become(id, 'cancelled')
    expect(ran).toBe(0)
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
    workers.start(async () => undefined)
    const { id } = await workers.order()
    await workers.become(id, 'finished')
    const kept = await database.read.selectFrom('task').select(['id', 'kind']).orderBy('key').execute()
    expect(kept.filter(({ kind }) => kind === 'sync_works')).toHaveLength(200)
    expect(kept.filter(({ kind }) => kind === 'clean_works')).toHaveLength(5)
    expect(kept[0]?.id).toBe('old-26')
  })
})
