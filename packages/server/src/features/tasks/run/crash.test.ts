// @module-tag large
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../../db/open.ts'
import { createLog } from '../../../lib/log.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { insertTask } from '../task.store.ts'
import { createTasks, type Tasks } from '../tasks.ts'
import { createCountingKind, marksOf, outcomeOf } from '../testing/counting-kind.ts'

const script = fileURLToPath(new URL('../testing/killed-worker.ts', import.meta.url))
const killings = 20

eachEngine((engine) => {
  test.skipIf(engine.name === 'postgres')(
    `a process that is killed ${killings} times in the middle of a task loses and doubles nothing`,
    async () => {
      const count = 1_500
      const database = await engine.open()
      onTestFinished(() => database.close())
      const { id } = await order(database)
      let resumed = 0
      for (let killed = 0; killed < killings; killed += 1) {
        const before = await doneOf(database, id)
        const child = work(database, count)
        await expect.poll(() => doneOf(database, id), { interval: 5 }).toBeGreaterThan(before)
        await rest(Math.random() * 40)
        await kill(child)
        expect(await marksOf(database.read, id)).toBe(await doneOf(database, id))
        if (before > 0) resumed += 1
      }
      expect(resumed).toBe(killings - 1)
      const child = work(database, count)
      await expect.poll(() => statusOf(database, id)).toBe('finished')
      await kill(child)
      await expectExact(database, id, count)
    },
    5 * 60_000,
  )

  test('two workers never do the same item, and go on where another one left', async () => {
    const database = await engine.open()
    const count = 300
    const { id } = await order(database)
    const open = () => start(database, count)
    const workers = [open(), open(), open()]
    for (let left = 0; left < 4; left += 1) {
      const before = await doneOf(database, id)
      await expect.poll(() => doneOf(database, id)).toBeGreaterThan(before)
      await workers.shift()?.stop()
      workers.push(open())
    }
    await expect.poll(() => statusOf(database, id)).toBe('finished')
    await Promise.all(workers.map((worker) => worker.stop()))
    await expectExact(database, id, count)
    await database.close()
  })
})

const order = async ({ write }: Database) => {
  const at = new Date().toISOString()
  const made = await insertTask(write, {
    kind: 'sync_works',
    options: {},
    userKey: null,
    retryOfKey: null,
    at,
  })
  if (!made) throw new Error('a task was at work')
  return made
}

const rowOf = ({ read }: Database, id: string) =>
  read.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const doneOf = async (database: Database, id: string) => (await rowOf(database, id)).done
const statusOf = async (database: Database, id: string) => (await rowOf(database, id)).status

/** Expects marks, items, counters and summary to agree for each item. */
async function expectExact(database: Database, id: string, count: number): Promise<void> {
  const row = await rowOf(database, id)
  const outcomes = Array.from({ length: count }, (_, item) => outcomeOf(item))
  const times = (outcome: string) => outcomes.filter((one) => one === outcome).length
  const [updated, failed, skipped] = [times('updated'), times('failed'), times('skipped')]
  expect(JSON.parse(row.summary)).toEqual({ updated, failed, skipped })
  expect(row).toMatchObject({ done: count, total: count, failed, skipped })
  expect(await marksOf(database.read, id)).toBe(count)
  const items = await database.read.selectFrom('task_item').selectAll().orderBy('key').execute()
  expect(items.map(({ item, outcome }) => [item, outcome])).toEqual(
    outcomes.map((outcome, item) => [`item-${item}`, outcome]),
  )
}

function start({ read: db, write }: Database, count: number): Tasks {
  const kind = createCountingKind(() => ({ count, pauseMs: 2 }))
  const tasks = createTasks({
    db,
    write,
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
    leaseMs: 2_000,
  })
  tasks.start()
  return tasks
}

const work = ({ location }: Database, count: number) =>
  spawn(process.execPath, [script, location.folder, String(count)], { stdio: 'ignore' })

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
