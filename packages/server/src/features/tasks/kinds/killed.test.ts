// @module-tag large
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TaskKind } from '@koedana/contract/values.ts'
import { type Marketplace, startMarketplace } from '@koedana/fakes/marketplace/start-marketplace.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeInTurn } from '../../../db/changes.ts'
import { migrate } from '../../../db/migrate.ts'
import { openDatabase } from '../../../db/open.ts'
import { wantRecords } from '../../metadata/upkeep/records.store.ts'
import { insertTask } from '../task.store.ts'
import { everythingStored } from './testing/everything-stored.ts'
import { runKilled } from './testing/kill-at-moments.ts'

/** Number of kills. Set `KOEDANA_KILLS=50` for a long run. */
const kills = Number(process.env.KOEDANA_KILLS ?? 5)
const works = 300
/** Maximum milliseconds between the start of work in a process and its kill. */
const maxMoment = 400
const dayMs = 86_400_000
const noon = Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2
/** The clock starts at noon, so that no run crosses midnight. */
const aheadMs = noon - Date.now()
const later = aheadMs + 40 * dayMs

describe('a task whose process is killed again and again ends as if nothing had happened', () => {
  let fake: Marketplace
  let folder: string
  const folders: string[] = []
  const newFolder = async () => {
    const made = await mkdtemp(join(tmpdir(), 'koedana-killed-'))
    folders.push(made)
    return made
  }
  beforeAll(async () => {
    // The marketplace must list works of the days that the runs request.
    fake = await startMarketplace({ works, today: new Date(noon).toISOString().slice(0, 10) })
    // Pictures take a hundred times as long as records, so only a few works have one.
    for (const [i, { id }] of [...fake.works.all()].entries())
      if (i % 30 > 0) fake.change(id, { image: 'missing' })
    folder = await newFolder()
    const database = await openDatabase({ folder })
    await migrate(database)
    const ids = [...fake.works.all()].map(({ id }) => id)
    await writeInTurn(database.write, (tx) => wantRecords(database, tx, [...ids, 'RJ09999999']))
    await database.close()
  })
  afterAll(async () => {
    await fake.close()
    await Promise.all(folders.map((made) => rm(made, { recursive: true, force: true })))
  })

  /** Runs the task on a copy of the folder and returns what is stored afterwards. */
  const run = async (
    from: string,
    given: { kind: TaskKind; aheadMs: number; moments: readonly number[] },
  ) => {
    const dataFolder = await newFolder()
    await cp(from, dataFolder, { recursive: true })
    const task = await order(dataFolder, given.kind)
    const killed = await runKilled(
      { dataFolder, baseUrl: fake.url, task, aheadMs: given.aheadMs },
      given.moments,
    )
    const database = await openDatabase({ folder: dataFolder })
    const stored = await everythingStored(database, dataFolder)
    await database.close()
    return { dataFolder, killed, stored }
  }

  /** Repeats the task until it was killed `kills` times, and compares each result with an uninterrupted run. */
  const survives = async (from: string, given: { kind: TaskKind; aheadMs: number }) => {
    const whole = await run(from, { ...given, moments: [] })
    expect(whole.stored.filter((line) => line.startsWith('task')).at(-1)).toContain('"status":"finished"')
    for (let left = kills; left > 0; ) {
      const moments = Array.from({ length: Math.min(left, 10) }, () => Math.random() * maxMoment)
      const { killed, stored } = await run(from, { ...given, moments })
      expect(stored, `killed ${killed} times, at ${moments.join()}`).toEqual(whole.stored)
      left -= killed
    }
    return whole.dataFolder
  }

  test('syncing, and refreshing forty days later', { timeout: 60_000 * Math.max(2, kills) }, async () => {
    const synced = await survives(folder, { kind: 'sync_works', aheadMs })
    fake.advanceDays(40)
    const [first, second] = [...fake.works.all()]
    fake.change(first?.id ?? '', { name: '雨の図書館' })
    fake.remove(second?.id ?? '', 'gone')
    await survives(synced, { kind: 'refresh_works', aheadMs: later })
  })
})

async function order(folder: string, kind: TaskKind): Promise<string> {
  const database = await openDatabase({ folder })
  const at = new Date().toISOString()
  const task = await insertTask(database.write, { kind, options: {}, userKey: null, retryOfKey: null, at })
  await database.close()
  if (!task) throw new Error('another task is at work')
  return task.id
}
